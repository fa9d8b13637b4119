/** Composes the insights of sites. */
import { zoneOfSite } from '../core/site.ts';
import type { Span } from '../core/span.ts';
import { createDeployHooksService } from '../features/deploy-hooks/service.ts';
import { createDeployHooksStore } from '../features/deploy-hooks/store.ts';
import type { ContextEvent } from '../features/insights/context-events.ts';
import { createFigureLoader } from '../features/insights/load-figures.ts';
import { createRephrase } from '../features/insights/model/rephrase.ts';
import { presentTexts } from '../features/insights/schema.ts';
import { createInsightsService, withMargin } from '../features/insights/service.ts';
import type { Snapshot } from '../features/insights/snapshot.ts';
import { createInsightsStore, type InsightRow } from '../features/insights/store.ts';
import { presentSignal, Signal } from '../features/signals/schema.ts';
import { postOperatorJson } from '../outbound/operator.ts';
import type { Context } from './context.ts';
import type { QueuedHits } from './queued-hits.ts';
import type { MonitoringDeps, Uptime } from './uptime.ts';

export type Insights = ReturnType<typeof composeInsights>;

interface InsightDeps extends Omit<MonitoringDeps, 'alertEvents'> {
  readonly reads: QueuedHits;
  readonly uptime: Uptime;
}

/** More signals than these explain nothing. */
const MAX_SHOWN_SIGNALS = 50;
const MAX_CONTEXT_SIGNALS = 200;

export function composeInsights(context: Context, deps: InsightDeps) {
  const { clock, events } = context;
  const { stores, reads, access, uptime } = deps;
  const sites = deps.sites.service;
  const { signalsStore } = deps.sites;
  const store = createInsightsStore(stores.db);
  const deployHooksStore = createDeployHooksStore(stores.db);
  events.subscribe('site.purged', ({ siteId }) => {
    store.removeOfSite(siteId);
    deployHooksStore.remove(siteId);
  });
  events.subscribe('site.moved', ({ siteId }) => deployHooksStore.remove(siteId));
  events.subscribe('site.reset', ({ siteId }) => store.removeOfSite(siteId));
  const service = createInsightsService({
    store,
    // Generating is background work; the schedule is read in a request.
    loader: createFigureLoader(stores.hits),
    hits: reads.reportHits,
    listSites: () =>
      sites.listWithInsights().flatMap(site => {
        const owner = access.accounts.findSubscriber(site.ownerId);
        return owner ? [{ site, zone: zoneOfSite(site, owner) }] : [];
      }),
    findSite: sites.find,
    listGoals: deps.sites.goals.list,
    contextEventsIn: (siteId, span) => [
      ...signalsStore
        .list({ siteId, span: withMargin(span) }, { number: 1, size: MAX_CONTEXT_SIGNALS })
        .map(toContextEvent)
        .reverse(),
      ...downtimesIn(uptime.store, siteId, span),
    ],
    rephrase: createModel(context),
    publish: createPublish(deps),
    listWithRetention: sites.listWithRetention,
    clock,
  });
  return {
    service,
    store,
    deployHooks: createDeployHooksService({
      store: deployHooksStore,
      findSite: sites.find,
      isSubscribed: ownerId => access.accounts.findSubscriber(ownerId) !== undefined,
      hasSignal: (siteId, externalId) => signalsStore.findByExternalId(siteId, externalId) !== undefined,
      signals: deps.sites.signals,
      clock,
    }),
    /** The owner's signals that are shown with insights. */
    contextSignals: {
      signalsIn: (siteId: number, span: Span) => ({
        newest: signalsStore.list({ siteId, span }, { number: 1, size: MAX_SHOWN_SIGNALS }),
        count: signalsStore.count({ siteId, span }),
      }),
      contextSignal: { schema: Signal, present: presentSignal },
    },
  };
}

function createModel({ config, clock, log }: Context) {
  const { llmUrl: url, llmModel: model, llmKey: key } = config;
  return url === null ? undefined : createRephrase({ url, model, key, post: postOperatorJson, clock, log });
}

/** Creates the function that publishes an insight to webhooks and mails. */
const createPublish =
  ({ webhooks, mail }: Pick<InsightDeps, 'webhooks' | 'mail'>) =>
  (insight: InsightRow): void => {
    const { siteId } = insight;
    const texts = presentTexts(insight);
    webhooks.deliveries.publish({ event: 'new_insight', siteId, insight: texts });
    mail.notifications.send('new_insight', {
      siteId,
      day: texts.formatted_insights_date,
      texts: [texts.summary, texts.traffic_patterns, texts.best_content, texts.recommendations],
      findings: JSON.parse(insight.signals) as Snapshot[],
    });
  };

const toContextEvent = ({
  occurredAt,
  title,
}: {
  readonly occurredAt: Date;
  readonly title: string;
}): ContextEvent => ({
  kind: 'signal',
  span: { start: occurredAt, end: occurredAt },
  title,
});

/** Lists the downtimes that overlap a span. */
function downtimesIn(uptime: Uptime['store'], siteId: number, span: Span): ContextEvent[] {
  const monitor = uptime.findHomeMonitor(siteId);
  if (!monitor) return [];
  return uptime
    .listDowntimesSince(monitor.id, span.start)
    .filter(({ startedAt }) => startedAt < span.end)
    .map(({ startedAt, endedAt }) => ({
      kind: 'downtime',
      span: { start: startedAt, end: endedAt ?? span.end },
      title: '',
    }));
}
