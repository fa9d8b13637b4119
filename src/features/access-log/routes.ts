import type { LogPart, LogSumsStore } from '../../core/hits/log-sums.ts';
import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { presentPeriod, type ResolvePeriod } from '../../reports/period.ts';
import { AccessLogAnswer, DEFAULT_LISTED, ShowAccessLog } from './schema.ts';
import { presentTotals } from './service.ts';

/** Rows of each kind that are read: a name may have several statuses, feeds or referrers. */
const READ_ROWS = 2000;

const FIRST_DAY = '1970-01-01';

/** Endpoint of what access logs show and the script does not. */
export const accessLogRoutes = ({
  logSums,
  listPending,
  resolvePeriod,
}: {
  readonly logSums: Pick<LogSumsStore, 'read'>;
  /** Returns what followed logs have that is not in the store yet. */
  readonly listPending: (siteId: number) => Promise<readonly LogPart[]>;
  readonly resolvePeriod: ResolvePeriod;
}): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/access_log', {
    summary: 'Show what access logs show and the script does not',
    operationId: 'getAccessLog',
    description:
      'Crawlers, bots, feed readers, pages that were not found and errors, from access logs that were imported or are followed. Days are those of UTC; no report counts any of it.',
    query: ShowAccessLog,
    responses: { 200: AccessLogAnswer },
    handle: async ({ account, site, query, signal }) => {
      const period = await resolvePeriod(query, { account, site, signal });
      // All time begins with the first row, and a log may have none.
      const first = query.period === 'all' ? FIRST_DAY : period.first;
      const { last } = period;
      const { limit = DEFAULT_LISTED } = query;
      const pending = await listPending(site.id);
      const totals = await logSums.read({ siteId: site.id, first, last, limit: READ_ROWS, pending });
      return ok({
        access_log: presentTotals(totals, limit),
        filters: { ...presentPeriod(period), limit },
      });
    },
  }),
];
