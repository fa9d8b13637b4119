import { type Endpoint, okRaw, siteEndpoint } from '../../http/endpoint.ts';
import { streamPieces } from '../../http/piece-stream.ts';
import { resolveZone } from '../../reports/period.ts';
import { EXPORT_MEDIA, ExportQuery, MEDIA_TYPES } from './schema.ts';
import type { ExportService } from './service.ts';
import { toSpan } from './span.ts';

/** Source: decisions, section 8, Export. */
export const exportRoutes = ({ exports }: { readonly exports: ExportService }): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/export', {
    summary: 'Export hits, events, agent visits or kudos',
    operationId: 'exportRows',
    description:
      'Every row, in the columns that `footfall import` reads, as a stream; ranges of any length. Cells of CSV are as they were stored, so that they can be read back: not for a spreadsheet. An answer that breaks off is not complete.',
    query: ExportQuery,
    responses: { 200: null },
    otherMedia: EXPORT_MEDIA,
    handle: async ({ site, account, query, signal }) => {
      const { type = 'hits', format = 'ndjson' } = query;
      const { zone } = resolveZone(query.time_zone, { account, site });
      const order = { site, type, format, span: toSpan(query, zone), signal };
      const stream = exports.stream(order, account.owner.id);
      const name = `${new URL(site.url).hostname.replace(/[^a-zA-Z0-9.-]/g, '')}-${type.replace('_', '-')}.${format}`;
      return okRaw({
        content: await streamPieces(stream, signal),
        headers: {
          'content-type': MEDIA_TYPES[format],
          'content-disposition': `attachment; filename="${name}"`,
        },
      });
    },
  }),
];
