import { invalidParameter } from '../../core/errors.ts';
import { zoneOfSite } from '../../core/site.ts';
import type { Span } from '../../core/span.ts';
import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { presentPagination, toPage } from '../../http/paging.ts';
import {
  type ContextSignals,
  type ContextSignalWire,
  insightList,
  ListInsights,
  presentInsight,
  presentSite,
  windowSpan,
} from './schema.ts';
import { type InsightsService, withMargin } from './service.ts';
import type { InsightRow } from './store.ts';

/** Default page size. Source: decisions, section 2. */
const PAGE_SIZE = 50;

export interface InsightRouteDeps<Row> {
  readonly insights: Pick<InsightsService, 'list' | 'findSchedule'>;
  /** Lists the newest signals of the owner in a span, newest first, with the number of all. */
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
  siteEndpoint('GET', '/sites/:id/insights', {
    summary: 'List insights',
    description:
      'One a day at most, newest first: made at 01:00 in the time zone of the site, about the last 7 days against the 7 before; of the weeks before the first one, one each.',
    operationId: 'listInsights',
    access: { plan: 'subscription' },
    query: ListInsights,
    responses: { 200: insightList(contextSignal) },
    handle: async ({ account, site, query, signal }) => {
      const page = toPage(query, PAGE_SIZE);
      const { start_date: first, end_date: last } = query;
      if (first !== undefined && last !== undefined && last < first)
        throw invalidParameter(`end_date must not be before start_date: ${last} is before ${first}`);
      const { rows, total } = insights.list(site.id, page, { first, last });
      const schedule = await insights.findSchedule(site, zoneOfSite(site, account.owner), signal);
      const findContextSignals = (row: InsightRow): ContextSignals => {
        const { newest, count } = signalsIn(site.id, withMargin(windowSpan(row)));
        return { newest: newest.map(contextSignal.present), count };
      };
      return ok({
        insights: rows.map(row => presentInsight(row, findContextSignals(row), query)),
        pagination: presentPagination(page, total),
        site: presentSite(site, schedule),
      });
    },
  }),
];
