import { notFound } from '../../../core/errors.ts';
import { type Endpoint, ok, type RouteContext, siteEndpoint } from '../../../http/endpoint.ts';
import { parsePathId } from '../../../http/path-id.ts';
import type { SignalsService } from '../service.ts';
import type { SignalRow } from '../store.ts';
import { CompareSignal, ComparisonAnswer, DEFAULT_DAYS, presentComparison } from './schema.ts';
import type { ComparisonService } from './service.ts';

/** The endpoint of what changed with a signal: our own addition to the API. */
export const comparisonRoutes = ({
  signals,
  comparison,
  access,
}: {
  readonly signals: Pick<SignalsService, 'get'>;
  readonly comparison: ComparisonService;
  /** Of all endpoints of signals. */
  readonly access: { readonly plan: 'subscription'; readonly check: (context: RouteContext) => void };
}): Endpoint[] => {
  function findSignal({ site, params }: RouteContext): SignalRow {
    if (!site) throw notFound('signal');
    return signals.get(site.id, parsePathId(params, 'signal_id', 'signal'));
  }
  return [
    siteEndpoint(
      {
        method: 'GET',
        path: '/sites/:id/signals/:signal_id/comparison',
        tag: 'Signals',
        summary: 'Compare a site before and after a signal, such as a deploy',
        operationId: 'compareSignal',
        description:
          'The days after the signal beside the same hours of the weeks before: hits, pages that fell, missing addresses that visitors ask for, new broken links, uptime and response times, and goals.',
        access: {
          ...access,
          check(found: RouteContext): void {
            access.check(found);
            findSignal(found);
          },
        },
        query: CompareSignal,
        responses: { 200: ComparisonAnswer },
      },
      async call => {
        const { days = DEFAULT_DAYS } = call.query;
        const found = findSignal(call);
        const { occurredAt } = found;
        const compared = await comparison.compare(call.site, { occurredAt, days, signal: call.signal });
        return ok({ comparison: presentComparison(found, compared), filters: { days } });
      },
    ),
  ];
};
