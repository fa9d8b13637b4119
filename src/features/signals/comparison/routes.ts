import { type Endpoint, ok, type RouteContext, siteEndpoint } from '../../../http/endpoint.ts';
import type { SignalRow } from '../store.ts';
import { CompareSignal, ComparisonAnswer, DEFAULT_DAYS, presentComparison } from './schema.ts';
import type { ComparisonService } from './service.ts';

/** The endpoint of what changed with a signal: our own addition to the API. */
export const comparisonRoutes = ({
  comparison,
  findSignal,
  access,
}: {
  readonly comparison: ComparisonService;
  /** Returns the signal that a path names. Throws 404 when there is none. */
  readonly findSignal: (context: RouteContext) => SignalRow;
  /** Of all endpoints of one signal. */
  readonly access: { readonly plan: 'subscription'; readonly check: (context: RouteContext) => void };
}): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/signals/:signal_id/comparison', {
    summary: 'Compare a site before and after a signal, such as a deploy',
    operationId: 'compareSignal',
    description:
      'The days after the signal beside the same hours of the weeks before: hits, pages that fell, missing addresses that visitors ask for, new broken links, uptime and response times, and goals.',
    access,
    query: CompareSignal,
    responses: { 200: ComparisonAnswer },
    handle: async call => {
      const { days = DEFAULT_DAYS } = call.query;
      const found = findSignal(call);
      const { occurredAt } = found;
      const compared = await comparison.compare(call.site, { occurredAt, days, signal: call.signal });
      return ok({ comparison: presentComparison(found, compared), filters: { days } });
    },
  }),
];
