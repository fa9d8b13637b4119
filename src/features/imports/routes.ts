import { rm } from 'node:fs/promises';
import { CommandError, invalidBody, notFound } from '../../core/errors.ts';
import { withoutDeadline } from '../../http/deadline.ts';
import {
  accepted,
  type Endpoint,
  ok,
  type Reply,
  type RouteContext,
  siteEndpoint,
} from '../../http/endpoint.ts';
import { presentPagination, toPage } from '../../http/paging.ts';
import { parsePathId } from '../../http/path-id.ts';
import {
  ImportAnswer,
  ImportList,
  ListImports,
  PreviewAnswer,
  presentImport,
  presentPreview,
  StartImport,
} from './schema.ts';
import type { ImportsService } from './service.ts';
import type { ImportRow } from './store.ts';
import { receiveUpload } from './upload.ts';

const UNNAMED = 'upload';

/** Source: decisions, section 8. */
export function importRoutes({ imports }: { readonly imports: ImportsService }): Endpoint[] {
  function findImport({ site, params }: RouteContext): ImportRow {
    const row = site && imports.find(site.id, parsePathId(params, 'import_id', 'import'));
    if (!row) throw notFound('import');
    return row;
  }
  const presentRow = async (row: ImportRow) =>
    presentImport(await imports.present(row), imports.progressOf(row));
  const present = async (row: ImportRow) => ({ import: await presentRow(row) });
  const access = { check: findImport } as const;
  return [
    siteEndpoint('POST', '/sites/:id/imports', {
      summary: 'Import a file',
      operationId: 'createImport',
      description:
        'The body is the file, as it is or packed (gzip, zstd, zip), at most 4 GiB. What it is, is found out from its content. With `dry_run=true` nothing is imported: the answer is 200 and says what would come of it. A file of no known format is 422.',
      query: StartImport,
      streamsBody: 'the file',
      responses: { 200: PreviewAnswer, 202: ImportAnswer },
      handle: async ({ request, site, query, keepOpen }): Promise<Reply> => {
        const upload = imports.uploads.reserve(site.id);
        const { importKey, path } = upload;
        const input = {
          siteId: site.id,
          source: { path, name: query.file_name ?? UNNAMED },
          format: query.format ?? 'auto',
          timeZone: query.time_zone ?? null,
          logFormat: query.log_format ?? null,
          overlap: query.overlap ?? false,
          withoutHits: query.without_hits ?? false,
          isUpload: true,
        } as const;
        let isKept = false;
        try {
          const checksum = await receiveUpload(request, upload);
          if (query.dry_run === true) {
            const { signal } = request;
            const preview = await withoutDeadline(() => imports.preview(input, { signal }), keepOpen);
            return ok({ preview: presentPreview(preview) });
          }
          const { row } = await imports.start({ ...input, checksum }, importKey);
          isKept = true;
          return accepted(await present(row));
        } catch (error) {
          throw error instanceof CommandError ? invalidBody(error.message) : error;
        } finally {
          upload.release();
          if (!isKept) await rm(path, { force: true });
        }
      },
    }),
    siteEndpoint('GET', '/sites/:id/imports', {
      summary: 'List imports, newest first',
      operationId: 'listImports',
      query: ListImports,
      responses: { 200: ImportList },
      handle: async ({ site, query }) => {
        const page = toPage(query);
        const { rows, total } = imports.list(site.id, page);
        return ok({
          imports: await Promise.all(rows.map(presentRow)),
          pagination: presentPagination(page, total),
        });
      },
    }),
    siteEndpoint('GET', '/sites/:id/imports/:import_id', {
      summary: 'Show an import',
      operationId: 'getImport',
      access,
      responses: { 200: ImportAnswer },
      handle: async call => ok(await present(findImport(call))),
    }),
    siteEndpoint('DELETE', '/sites/:id/imports/:import_id', {
      summary: 'Undo an import: take back everything it added',
      operationId: 'undoImport',
      access,
      responses: { 202: ImportAnswer },
      handle: async call => accepted(await present(imports.undo(findImport(call)).row)),
    }),
  ];
}
