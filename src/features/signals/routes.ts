import type { Clock } from '../../core/clock.ts';
import { forbidden, notFound } from '../../core/errors.ts';
import { type Endpoint, noContent, ok, type RouteContext, siteEndpoint } from '../../http/endpoint.ts';
import { presentPagination, toPage } from '../../http/paging.ts';
import { parsePathId } from '../../http/path-id.ts';
import { parsePeriod } from '../../reports/period.ts';
import { comparisonRoutes } from './comparison/routes.ts';
import type { ComparisonService } from './comparison/service.ts';
import {
  ListSignals,
  presentFilters,
  presentSignal,
  SignalList,
  SignalUpdated,
  SignalWritten,
  UpdateSignal,
  WriteSignal,
} from './schema.ts';
import type { SignalsService } from './service.ts';
import type { SignalRow } from './store.ts';

/** Signals explain insights: a site without the ones has no use for the others. */
const access = {
  plan: 'subscription',
  check({ site }: RouteContext): void {
    if (site?.insightsEnabled === false) {
      throw forbidden('insights are off for this site: switch them on in its settings');
    }
  },
} as const;

interface SignalRouteDeps {
  readonly signals: SignalsService;
  readonly comparison: ComparisonService;
  readonly clock: Clock;
}

/** Source: api-v1, Endpoints, Insights, signals, monitoring; decisions, section 4. */
export const signalRoutes = ({ signals, comparison, clock }: SignalRouteDeps): Endpoint[] => [
  siteEndpoint('GET', '/sites/:id/signals', {
    summary: 'List context signals',
    operationId: 'listSignals',
    access,
    query: ListSignals,
    responses: { 200: SignalList },
    handle: ({ account, site, query }) => {
      const period = parsePeriod(query, { account, site }, clock.now());
      const page = toPage(query);
      const found = signals.list({ siteId: site.id, span: period.span, category: query.category }, page);
      return ok({
        signals: found.signals.map(presentSignal),
        pagination: presentPagination(page, found.total),
        filters: presentFilters(period, query),
      });
    },
  }),
  siteEndpoint('POST', '/sites/:id/signals', {
    summary: 'Create a context signal, or update one by its external_id',
    operationId: 'writeSignal',
    access,
    body: WriteSignal,
    responses: { 200: SignalWritten },
    handle: ({ site, body }) => {
      const { status, signal } = signals.write(site.id, body.signal);
      return ok({ status, signal: presentSignal(signal) });
    },
  }),
  ...signalItemRoutes({ signals, comparison }),
];

/** Endpoints of a single signal; an extension of the API. */
function signalItemRoutes({
  signals,
  comparison,
}: Pick<SignalRouteDeps, 'signals' | 'comparison'>): Endpoint[] {
  function findSignal({ site, params }: RouteContext): SignalRow {
    if (!site) throw notFound('signal');
    return signals.get(site.id, parsePathId(params, 'signal_id', 'signal'));
  }
  const signalAccess = {
    ...access,
    check(found: RouteContext): void {
      access.check(found);
      findSignal(found);
    },
  } as const;
  return [
    siteEndpoint('PATCH', '/sites/:id/signals/:signal_id', {
      summary: 'Update a context signal',
      operationId: 'patchSignal',
      hasPut: true,
      access: signalAccess,
      body: UpdateSignal,
      responses: { 200: SignalUpdated },
      handle: call => {
        const signal = signals.update(findSignal(call), call.body.signal);
        return ok({ status: 'updated', signal: presentSignal(signal) });
      },
    }),
    siteEndpoint('DELETE', '/sites/:id/signals/:signal_id', {
      summary: 'Delete a context signal',
      operationId: 'deleteSignal',
      access: signalAccess,
      responses: { 204: null },
      handle: call => {
        signals.remove(findSignal(call));
        return noContent();
      },
    }),
    ...comparisonRoutes({ comparison, findSignal, access: signalAccess }),
  ];
}
