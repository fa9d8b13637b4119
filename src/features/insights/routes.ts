import type { Span } from '../../core/span.ts';
import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { pageOf, presentPagination } from '../../http/paging.ts';
import {
  type ContextSignalWire,
  insightList,
  ListInsights,
  type Noted,
  presentInsight,
  presentSite,
  spanOf,
} from './schema.ts';
import { aroundOf, type InsightsService } from './service.ts';
import type { InsightRow } from './store.ts';

/** Insights a page where no number is asked for. Source: decisions, section 2. */
const PAGE_SIZE = 50;

export interface InsightRouteDeps<Row> {
  readonly insights: Pick<InsightsService, 'list' | 'scheduleOf'>;
  /** What the owner noted in a span: the newest, newest first, and how many there are in all. */
  readonly signalsIn: (
    siteId: number,
    span: Span,
  ) => { readonly newest: readonly Row[]; readonly count: number };
  readonly contextSignal: ContextSignalWire<Row>;
}

/** Source: api-v1, Endpoints, Insights, signals, monitoring. */
export const insightRoutes = <Row>({
  insights,
  signalsIn,
  contextSignal,
}: InsightRouteDeps<Row>): Endpoint[] => [
  siteEndpoint(
    {
      method: 'GET',
      path: '/sites/:id/insights',
      tag: 'Insights',
      summary: 'List insights',
      description:
        'One a day at most, newest first: made at 01:00 in the time zone of the account, about the last 7 days against the 7 before. While insights are off for a site, those that were made before are still listed.',
      operationId: 'listInsights',
      gate: { plan: 'subscription' },
      query: ListInsights,
      answers: { 200: insightList(contextSignal) },
    },
    async ({ account, site, query, signal }) => {
      const page = pageOf(query, PAGE_SIZE);
      const { rows, total } = insights.list(site.id, page);
      const schedule = await insights.scheduleOf(site, account.owner.timeZone, signal);
      const notedOf = (row: InsightRow): Noted => {
        const { newest, count } = signalsIn(site.id, aroundOf(spanOf(row)));
        return { newest: newest.map(contextSignal.present), count };
      };
      return ok({
        insights: rows.map(row => presentInsight(row, notedOf(row))),
        pagination: presentPagination(page, total),
        site: presentSite(site, schedule),
      });
    },
  ),
];
