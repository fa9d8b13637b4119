import type { Clock } from '../../core/clock.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Log } from '../../core/log.ts';
import type { Site } from '../../core/site.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { isExampleUrl } from '../../lib/url.ts';
import type { LookUpRecords } from '../../outbound/dns.ts';
import type { Outbound } from '../../outbound/fetch.ts';
import type { ConnectPublic } from '../../outbound/tcp.ts';
import type { Notifications } from '../mail/service.ts';
import { createCheckBuffer } from './check/check-buffer.ts';
import { createCheckRecorder } from './check/check-recorder.ts';
import { createCheckScheduler } from './check/check-scheduler.ts';
import type { Connectivity } from './check/connectivity.ts';
import { createRunCheck } from './check/run-check.ts';
import type { FindExpiry } from './domain/domain-expiry.ts';
import { createDomainLookup } from './domain/domain-lookup.ts';
import { createDayReader } from './history/daily-uptime.ts';
import { createRecentCheckReader } from './history/recent-checks.ts';
import { createSpanReader } from './history/span-uptime.ts';
import type { ReadImpact } from './impact/impact.ts';
import { createImpactRecorder } from './impact/impact-recorder.ts';
import { createPortableWindows } from './maintenance/portable.ts';
import { createMaintenanceService } from './maintenance/service.ts';
import type { MaintenanceStore } from './maintenance/store.ts';
import { createPortableMonitors } from './monitors/portable.ts';
import { createMonitorsService } from './monitors/service.ts';
import type { MonitorRow } from './monitors/store.ts';
import { createTargets } from './monitors/targets.ts';
import type { MonitorEvent } from './schema.ts';
import type { MonitorSettings } from './state/monitor-state.ts';
import { createPublicStatus } from './state/public-status.ts';
import { createStatusReader } from './state/status.ts';
import { createToggle } from './state/toggle.ts';
import type { UptimeStore } from './store.ts';
import { createPortableWatchedPages } from './watched-pages/portable.ts';
import { createWatchedPagesService } from './watched-pages/service.ts';
import type { WatchedPagesStore } from './watched-pages/store.ts';

export interface UptimeDeps {
  readonly store: UptimeStore;
  readonly maintenanceStore: MaintenanceStore;
  readonly watchedPagesStore: WatchedPagesStore;
  readonly hits: Pick<HitStore, 'ask'>;
  /** Finds a site whose owner's plan includes monitoring. */
  readonly findSite: (id: number) => Site | undefined;
  readonly outbound: Outbound;
  readonly connectPublic: ConnectPublic;
  readonly lookUpRecords: LookUpRecords;
  readonly connectivity: Connectivity;
  readonly findExpiry: FindExpiry;
  readonly settings: MonitorSettings;
  readonly readImpact: ReadImpact;
  /** Publishes an event; called within a transaction, so it opens none of its own. */
  readonly publish: (event: MonitorEvent) => void;
  readonly notifications: Pick<Notifications, 'send'>;
  /** Tells the subscribers of status pages of an event that is mailed, within the current transaction. */
  readonly tellSubscribers: (event: MonitorEvent) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Source: decisions, section 7. */
const SAMPLE_RETENTION_MS = 7 * DAY_MS;
const HISTORY_RETENTION_MS = 400 * DAY_MS;

/**
 * Creates the service that monitors sites: `resumeAll` continues where an earlier run ended, and from then on `checkDue`,
 * called every second, starts what is due. Source: decisions, section 7.
 */
export function createUptimeService(deps: UptimeDeps) {
  const { store } = deps;
  const buffer = createCheckBuffer(deps);
  const targets = createTargets(deps);
  const findUrl = (siteId: number): string | undefined => {
    const site = deps.findSite(siteId);
    // Sites of the demonstration: nobody answers there.
    return site?.uptimeEnabled && !isExampleUrl(site.url) ? site.url : undefined;
  };
  const maintenance = createMaintenanceService({
    store: deps.maintenanceStore,
    hasMonitor: (siteId, id) => store.listMonitorsOfSite(siteId).some(monitor => monitor.id === id),
    clock: deps.clock,
  });
  const impacts = createImpactRecorder(deps);
  const scheduler = createCheckScheduler({
    ...deps,
    findImpact: impacts.find,
    runCheck: createRunCheck(deps),
    intervalMs: deps.settings.intervalMs,
    findTarget: targets.find,
    recordCheck: createCheckRecorder({
      ...deps,
      findMaintenance: maintenance.findActive,
      buffer,
      isFirstOfHost: (monitor, host) => targets.isFirstOfHost(monitor, host, scheduler.list()),
    }),
  });
  const put = (monitor: MonitorRow): void => {
    scheduler.put(monitor);
    buffer.put(monitor);
  };

  const toggle = createToggle({ ...deps, scheduler, buffer });
  const status = createStatusReader({ ...deps, scheduler });
  const readDays = createDayReader({ ...deps, scheduler, buffer });
  const readRecentChecks = createRecentCheckReader({ ...deps, buffer });
  const readSpan = createSpanReader({ ...deps, scheduler });
  /** Makes a reader of monitors one of sites' own addresses; undefined while uptime monitoring is off for the site. */
  const ofHome =
    <Question, Answer>(read: (monitor: MonitorRow, question: Question) => Answer) =>
    (siteId: number, question: Question): Answer | undefined => {
      const monitor = scheduler.findHome(siteId);
      return monitor && read(monitor, question);
    };

  function drop(monitorId: number): void {
    scheduler.drop(monitorId);
    buffer.forget(monitorId);
    store.removeMonitor(monitorId);
    targets.remove(monitorId);
  }
  const watchedPages = createWatchedPagesService({ ...deps, targets, scheduler, drop });
  const monitors = createMonitorsService({
    ...deps,
    ...{ targets, scheduler, buffer, toggle, watchedPages, drop },
    readStatus: status.readStatus,
    adopt: deps.watchedPagesStore.adopt,
  });

  return {
    /** Lists the ids of the monitors of a site that are down. */
    listDown: (siteId: number): number[] =>
      scheduler
        .list()
        .filter(monitor => monitor.siteId === siteId && monitor.state.isDown)
        .map(({ id }) => id),
    /** Lists the downtimes of all monitors of a site that ended after an instant, with the name of each, oldest first. */
    listDowntimesSince: (siteId: number, since: Date) =>
      store
        .listMonitorsOfSite(siteId)
        .flatMap(monitor =>
          store
            .listDowntimesSince(monitor.id, since)
            .map(downtime => ({ ...downtime, name: targets.describe(monitor)?.name ?? null })),
        )
        .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime()),
    setEnabled: toggle.setEnabled,
    resumeAll: toggle.resumeAll,
    ...status,
    readDays,
    readRecentChecks,
    /** Reads the uptime of each day, oldest first; undefined while uptime monitoring is off for the site. */
    findDays: ofHome(readDays),
    /** Reads the single checks of the last hours; undefined while uptime monitoring is off for the site. */
    findRecentChecks: ofHome(readRecentChecks),
    /** Reads the uptime of a span; undefined while uptime monitoring is off for the site. */
    findSpan: ofHome(readSpan),
    /** What status pages show of a monitor. */
    publicStatus: createPublicStatus({ ...deps, scheduler, targets, readDays, readSpan }),
    monitors,
    maintenance,
    watchedPages,
    portableWatchedPages: createPortableWatchedPages(watchedPages),
    portableWindows: createPortableWindows(maintenance),
    portableMonitors: createPortableMonitors({ targets, monitors }),
    /** Looks up the domains that are due. */
    lookUpDomains: createDomainLookup({ ...deps, scheduler, put, findUrl }),

    /** Works out what the downtimes of the last days cost that have no impact yet. */
    fillImpacts: impacts.fill,
    /** Starts every check that is due, without waiting for them. */
    checkDue(): void {
      buffer.flushWhenDue();
      scheduler.startDue();
    },
    /** Resolves when no check is running. */
    settled: scheduler.settled,
    /** Removes what is past its retention period. */
    prune(now: Date): void {
      store.dropSamples(new Date(now.getTime() - SAMPLE_RETENTION_MS));
      store.removeBefore(new Date(now.getTime() - HISTORY_RETENTION_MS));
    },
    /** Aborts running checks and writes the buffer. */
    async stop(): Promise<void> {
      await scheduler.stop();
      buffer.flush();
    },
  };
}

export type UptimeService = ReturnType<typeof createUptimeService>;
