import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { presentPagination, toPage } from '../../http/paging.ts';
import {
  DeleteSpamHits,
  type HitWire,
  ListSpamHits,
  RestoreSpamHits,
  SpamHitsDeleted,
  SpamHitsRestored,
  spamHitList,
} from './schema.ts';
import type { SpamService } from './service.ts';

/** Source: decisions, section 4, Spam hits. */
export const spamRoutes = ({
  spam,
  spamHit,
}: {
  readonly spam: SpamService;
  readonly spamHit: HitWire;
}): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/spam_hits', {
    summary: 'List suppressed hits',
    operationId: 'listSpamHits',
    query: ListSpamHits,
    responses: { 200: spamHitList(spamHit.schema) },
    handle: async ({ site, query, signal }) => {
      const page = toPage(query);
      const { rows, total } = await spam.list(site.id, page, signal);
      return ok({
        spam_hits: rows.map(row => spamHit.present(row, site.url)),
        pagination: presentPagination(page, total),
      });
    },
  }),
  siteEndpoint('DELETE', '/sites/:id/spam_hits', {
    summary: 'Delete suppressed hits for good',
    operationId: 'deleteSpamHits',
    body: DeleteSpamHits,
    responses: { 200: SpamHitsDeleted },
    handle: async ({ site, body }) =>
      ok({ status: 'deleted', deleted_count: await spam.remove(site.id, body) }),
  }),
  siteEndpoint('POST', '/sites/:id/spam_hits/restore', {
    summary: 'Count suppressed hits after all',
    operationId: 'restoreSpamHits',
    body: RestoreSpamHits,
    responses: { 200: SpamHitsRestored },
    handle: async ({ site, body }) => {
      const ids = await spam.restore(site.id, body);
      return ok({ status: 'restored', restored_count: ids.length, ...(body.all ? {} : { ids }) });
    },
  }),
];
