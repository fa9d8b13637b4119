import { checkWholeAccount } from '../../core/access.ts';
import { notFound } from '../../core/errors.ts';
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
  ChangeAnswer,
  ChangeList,
  ChangePreview,
  CreateChange,
  ListChanges,
  presentChange,
  presentCounts,
  ResetSite,
} from './schema.ts';
import type { ChangesService } from './service.ts';
import type { ChangeRow } from './store.ts';

/** Changes of what is stored. Source: decisions, section 15, Changes. */
export function changeRoutes({ changes }: { readonly changes: ChangesService }): Endpoint[] {
  function findChange({ site, params }: RouteContext): ChangeRow {
    const row = site && changes.find(site, parsePathId(params, 'change_id', 'change'));
    if (!row) throw notFound('change');
    return row;
  }
  const access = { check: findChange } as const;
  const present = (row: ChangeRow) => presentChange(row, changes.findFailure(row));
  return [
    siteEndpoint('GET', '/sites/:id/changes', {
      summary: 'List changes of stored hits, newest first',
      operationId: 'listChanges',
      query: ListChanges,
      responses: { 200: ChangeList },
      handle: ({ site, query }) => {
        const page = toPage(query);
        const { rows, total } = changes.list(site, page);
        return ok({ changes: rows.map(present), pagination: presentPagination(page, total) });
      },
    }),
    siteEndpoint('POST', '/sites/:id/changes', {
      summary: 'Change stored hits: remove some, or combine pages',
      operationId: 'createChange',
      description:
        'In the background, all at once: reports are then as if the hits had never come, or had come with other paths. What was there is held for 30 days, so that the change can be undone.',
      body: CreateChange,
      responses: { 200: ChangePreview, 202: ChangeAnswer },
      handle: async ({ site, body, signal }): Promise<Reply> =>
        body.dry_run === true
          ? ok(presentCounts(await changes.preview(site, body, signal)))
          : accepted({ change: present(await changes.start(site, body, signal)) }),
    }),
    siteEndpoint('POST', '/sites/:id/reset', {
      summary: 'Remove all that was counted for a site',
      operationId: 'resetSite',
      description:
        'Hits, events, agent visits, kudos, imports and insights, for good. All settings, and monitors with their history, stay.',
      access: { check: ({ account }) => checkWholeAccount(account, 'resetting') },
      body: ResetSite,
      responses: { 202: ChangeAnswer },
      handle: async ({ site, body, signal }) =>
        accepted({ change: present(await changes.reset(site, body.confirm, signal)) }),
    }),
    siteEndpoint('GET', '/sites/:id/changes/:change_id', {
      summary: 'Show a change',
      operationId: 'getChange',
      access,
      responses: { 200: ChangeAnswer },
      handle: call => ok({ change: present(findChange(call)) }),
    }),
    siteEndpoint('DELETE', '/sites/:id/changes/:change_id', {
      summary: 'Undo a change: bring every row back as it was',
      operationId: 'undoChange',
      description: 'The newest first, within 30 days.',
      access,
      responses: { 202: ChangeAnswer },
      handle: call => accepted({ change: present(changes.undo(call.site, findChange(call))) }),
    }),
  ];
}
