import type { Clock } from '../../core/clock.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { zoneOfSite } from '../../core/site.ts';
import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { addDays, bucketStart, toDay } from '../../lib/time.ts';
import {
  DEFAULTS,
  presentReturningVisitors,
  ReturningVisitorsAnswer,
  ReturningVisitorsParams,
} from './schema.ts';

interface Deps {
  readonly hits: Pick<HitStore, 'ask'>;
  readonly clock: Clock;
}

/** Endpoint of visitors who come back. Source: decisions, section 15, Identified visitors. */
export const returningVisitorRoutes = ({ hits, clock }: Deps): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/returning_visitors', {
    summary: 'Count the identified visitors of each week who came back',
    operationId: 'getReturningVisitors',
    description:
      'Of visitors with a `visitor_id`, on days of the site. Anonymous ones, of whom nobody can tell who returns, are not counted.',
    query: ReturningVisitorsParams,
    responses: { 200: ReturningVisitorsAnswer },
    handle: async ({ account, site, query, signal }) => {
      const { weeks = DEFAULTS.weeks, week_start = DEFAULTS.weekStart } = query;
      const current = bucketStart(toDay(clock.now(), zoneOfSite(site, account.owner)), 'week', week_start);
      const asked = { firstDay: addDays(current, -7 * (weeks - 1)), weeks };
      const cells = await hits.ask(
        { shape: 'flows', of: 'returning', siteId: site.id, ...asked },
        { signal },
      );
      return ok(presentReturningVisitors(cells, asked));
    },
  }),
];
