import { type Endpoint, ok, okRaw, siteEndpoint } from '../../http/endpoint.ts';
import { streamPieces } from '../../http/piece-stream.ts';
import { LIST_NAMES, type RowWires, VisitorDeleted, visitorAnswer } from './schema.ts';
import { VISITOR_KINDS, type VisitorsService } from './service.ts';

const path = '/sites/:id/visitors/:visitor_id';

/** One person's rows. Source: decisions, section 8, One person. */
export const visitorRoutes = ({
  visitors,
  rows,
}: {
  readonly visitors: VisitorsService;
  readonly rows: RowWires;
}): Endpoint[] => [
  siteEndpoint('GET', path, {
    summary: 'Everything that was written with a visitor id',
    operationId: 'getVisitor',
    description:
      'All hits and events that came with this `visitor_id`, suppressed hits included, of all time. The id itself is not stored, so that an unknown one has empty lists. Anonymous visitors cannot be found: their hash was made with a salt that is erased every day.',
    responses: { 200: visitorAnswer(rows) },
    handle: async ({ site, params, signal }) => {
      const visitorHash = visitors.findHash(site.id, params['visitor_id'] ?? '');
      async function* texts() {
        let text = `{"visitor_hash":"${visitorHash}"`;
        for (const kind of VISITOR_KINDS) {
          let separator = `,"${LIST_NAMES[kind]}":[`;
          for await (const slice of visitors.read({ siteId: site.id, kind, visitorHash }, signal)) {
            for (const row of slice) {
              text += separator + JSON.stringify(rows[kind].present(row, site.url));
              separator = ',';
            }
            yield text;
            text = '';
          }
          text = separator === ',' ? ']' : `${separator}]`;
        }
        yield `${text}}`;
      }
      return okRaw({
        content: await streamPieces(texts(), signal),
        headers: { 'content-type': 'application/json; charset=utf-8' },
      });
    },
  }),
  siteEndpoint('DELETE', path, {
    summary: 'Remove everything that was written with a visitor id',
    operationId: 'deleteVisitor',
    description:
      'For good: from the files of hits within minutes, from older ones at the next rotation; not from your backups. Reports are as if the visitor had never been there.',
    responses: { 200: VisitorDeleted },
    handle: async ({ site, params }) =>
      ok({ status: 'deleted', deleted_count: await visitors.remove(site.id, params['visitor_id'] ?? '') }),
  }),
];
