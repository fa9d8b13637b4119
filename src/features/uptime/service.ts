import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Site } from '../../core/site.ts';
import type { Outbound } from '../../outbound/fetch.ts';
import type { Notifications } from '../mail/service.ts';
import { createRunCheck } from './check.ts';
import { createCheckBuffer } from './check-buffer.ts';
import { createCheckRecorder } from './check-recorder.ts';
import type { Connectivity } from './connectivity.ts';
import { createDayReader } from './days.ts';
import type { FindExpiry } from './domain-expiry.ts';
import { createDomainLookup } from './domains.ts';
import type { WatchSettings } from './monitor-state.ts';
import type { MonitorEvent } from './schema.ts';
import { createSpanReader } from './span.ts';
import { createStatusReader } from './status.ts';
import type { MonitorRow, UptimeStore } from './store.ts';
import { createToggle } from './toggle.ts';
import { createWatcher } from './watcher.ts';

export interface UptimeDeps {
  readonly store: UptimeStore;
  /** A site while it is to be looked at: uptime switched on, and its owner's plan in force. */
  readonly findSite: (id: number) => Site | undefined;
  readonly outbound: Outbound;
  readonly connectivity: Connectivity;
  readonly findExpiry: FindExpiry;
  readonly settings: WatchSettings;
  /** Records an event; called within a transaction, hence at once and without one of its own. */
  readonly publish: (event: MonitorEvent) => void;
  readonly notifications: Pick<Notifications, 'send'>;
  readonly clock: Clock;
  readonly log: Log;
}

const DAY_MS = 86_400_000;
/** Source: decisions, section 7. */
const KEPT_SAMPLES_MS = 7 * DAY_MS;
const KEPT_HISTORY_MS = 400 * DAY_MS;

/**
 * Watches sites: `resumeAll` goes on where an earlier run has ended, and from then on `checkDue`, called every second,
 * looks at what is due. Source: decisions, section 7.
 */
export function createUptimeService(deps: UptimeDeps) {
  const { store, outbound } = deps;
  const buffer = createCheckBuffer(deps);
  const addressOf = (siteId: number): string | undefined => deps.findSite(siteId)?.url;
  const watcher = createWatcher({
    ...deps,
    runCheck: createRunCheck(outbound),
    intervalMs: deps.settings.intervalMs,
    addressOf,
    recordCheck: createCheckRecorder({ ...deps, buffer }),
  });
  const put = (monitor: MonitorRow): void => {
    watcher.put(monitor);
    buffer.put(monitor);
  };

  return {
    ...createToggle({ ...deps, watcher, buffer }),
    ...createStatusReader({ ...deps, watcher }),
    /** Day by day, oldest first; undefined while uptime monitoring is off for the site. */
    findDays: createDayReader({ ...deps, watcher, buffer }),
    /** All in all; undefined while uptime monitoring is off for the site. */
    findSpan: createSpanReader({ ...deps, watcher }),
    /** Asks registries about the domains that are due. */
    lookUpDomains: createDomainLookup({ ...deps, watcher, put, addressOf }),

    /** Starts every check that is due; does not wait for them. */
    checkDue(): void {
      buffer.flushWhenDue();
      watcher.startDue();
    },
    /** Resolves once no check runs. */
    settled: watcher.settled,
    /** Forgets what is kept no longer. */
    tidy(now: Date): void {
      store.dropSamples(new Date(now.getTime() - KEPT_SAMPLES_MS));
      store.removeBefore(new Date(now.getTime() - KEPT_HISTORY_MS));
    },
    /** Ends checks that run and writes what is not written yet. */
    async stop(): Promise<void> {
      await watcher.stop();
      buffer.flush();
    },
  };
}

export type UptimeService = ReturnType<typeof createUptimeService>;
