/** Composes the insights of sites. */

import type { Config } from '../config/options.ts';
import type { Clock } from '../core/clock.ts';
import type { HitStore } from '../core/hits/store.ts';
import type { Log } from '../core/log.ts';
import type { Span } from '../core/span.ts';
import type { AccountsService } from '../features/accounts/service.ts';
import type { ContextEvent } from '../features/insights/context-events.ts';
import { createFigureLoader } from '../features/insights/load-figures.ts';
import { createRephrase } from '../features/insights/model/rephrase.ts';
import { presentTexts } from '../features/insights/schema.ts';
import { createInsightsService, withMargin } from '../features/insights/service.ts';
import type { Snapshot } from '../features/insights/snapshot.ts';
import type { InsightRow, InsightsStore } from '../features/insights/store.ts';
import type { Notifications } from '../features/mail/service.ts';
import { presentSignal, Signal } from '../features/signals/schema.ts';
import type { SignalsStore } from '../features/signals/store.ts';
import type { SitesService } from '../features/sites/service.ts';
import type { UptimeStore } from '../features/uptime/store.ts';
import type { WebhookEvent } from '../features/webhooks/deliveries/events.ts';
import { postOperatorJson } from '../outbound/operator.ts';

export interface InsightParts {
  readonly own: {
    readonly insights: InsightsStore;
    readonly signals: Pick<SignalsStore, 'list' | 'count'>;
    readonly uptime: Pick<UptimeStore, 'findMonitor' | 'listDowntimesSince'>;
  };
  readonly hits: HitStore;
  /** What requests read from. */
  readonly reportHits: HitStore;
  readonly sites: SitesService;
  readonly accounts: Pick<AccountsService, 'findSubscriber'>;
  readonly publish: (event: WebhookEvent) => void;
  readonly notifications: Pick<Notifications, 'send'>;
}

interface Surroundings {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}

/** More signals than these explain nothing. */
const MAX_SHOWN_SIGNALS = 50;
const MAX_CONTEXT_SIGNALS = 200;

/** Creates the insights service, and the access to the owner's signals that are shown with insights. */
export function createInsights(surroundings: Surroundings, parts: InsightParts) {
  const { clock } = surroundings;
  const { own, hits, reportHits, sites, accounts } = parts;
  const signalsIn = (siteId: number, span: Span) => ({
    newest: own.signals.list({ siteId, span }, { number: 1, size: MAX_SHOWN_SIGNALS }),
    count: own.signals.count({ siteId, span }),
  });
  const insights = createInsightsService({
    store: own.insights,
    // Generating is background work; the schedule is read in a request.
    loader: createFigureLoader(hits),
    hits: reportHits,
    listSites: () =>
      sites.listWithInsights().flatMap(site => {
        const owner = accounts.findSubscriber(site.ownerId);
        return owner ? [{ site, zone: owner.timeZone }] : [];
      }),
    findSite: sites.find,
    contextEventsIn: (siteId, span) => [
      ...own.signals
        .list({ siteId, span: withMargin(span) }, { number: 1, size: MAX_CONTEXT_SIGNALS })
        .map(toContextEvent)
        .reverse(),
      ...downtimesIn(own.uptime, siteId, span),
    ],
    rephrase: createModel(surroundings),
    publish: createPublish(parts),
    listWithRetention: sites.listWithRetention,
    clock,
  });
  const contextSignal = { schema: Signal, present: presentSignal };
  return { insights, contextSignals: { signalsIn, contextSignal } };
}

function createModel({ config, clock, log }: Surroundings) {
  const { llmUrl: url, llmModel: model, llmKey: key } = config;
  return url === null ? undefined : createRephrase({ url, model, key, post: postOperatorJson, clock, log });
}

/** Creates the function that publishes an insight to webhooks and mails. */
const createPublish =
  ({ publish, notifications }: InsightParts) =>
  (insight: InsightRow): void => {
    const { siteId } = insight;
    const texts = presentTexts(insight);
    publish({ event: 'new_insight', siteId, insight: texts });
    notifications.send('new_insight', {
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
function downtimesIn(uptime: InsightParts['own']['uptime'], siteId: number, span: Span): ContextEvent[] {
  const monitor = uptime.findMonitor(siteId);
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
