import type { Clock } from '../../core/clock.ts';
import { forbidden } from '../../core/errors.ts';
import { type Endpoint, type Found, ok, siteEndpoint } from '../../http/endpoint.ts';
import { pageOf, presentPagination } from '../../http/paging.ts';
import { periodOf } from '../../http/period.ts';
import {
  ListSignals,
  presentFilters,
  presentSignal,
  SignalList,
  SignalWritten,
  WriteSignal,
} from './schema.ts';
import type { SignalsService } from './service.ts';

const tag = 'Signals';

/** Signals explain insights: a site without the ones has no use for the others. */
const gate = {
  plan: 'subscription',
  admit({ site }: Found): void {
    if (site?.insightsEnabled === false) {
      throw forbidden('insights are off for this site: switch them on in its settings');
    }
  },
} as const;

/** Source: api-v1, Endpoints, Insights, signals, monitoring; decisions, section 4. */
export const signalRoutes = ({
  signals,
  clock,
}: {
  readonly signals: SignalsService;
  readonly clock: Clock;
}): Endpoint[] => [
  siteEndpoint(
    {
      method: 'GET',
      path: '/sites/:id/signals',
      tag,
      summary: 'List context signals',
      operationId: 'listSignals',
      gate,
      query: ListSignals,
      answers: { 200: SignalList },
    },
    ({ account, site, query }) => {
      const period = periodOf(query, account, clock.now());
      const page = pageOf(query);
      const found = signals.list({ siteId: site.id, span: period.span, category: query.category }, page);
      return ok({
        signals: found.signals.map(presentSignal),
        pagination: presentPagination(page, found.total),
        filters: presentFilters(period, query),
      });
    },
  ),
  siteEndpoint(
    {
      method: 'POST',
      path: '/sites/:id/signals',
      tag,
      summary: 'Create a context signal, or update one by its external_id',
      operationId: 'writeSignal',
      gate,
      body: WriteSignal,
      answers: { 200: SignalWritten },
    },
    ({ site, body }) => {
      const { status, signal } = signals.write(site.id, body.signal);
      return ok({ status, signal: presentSignal(signal) });
    },
  ),
];
