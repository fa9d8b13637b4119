/** Monitors of a site besides that of its own address. */
import type { Clock } from '../../../core/clock.ts';
import { invalidBody, notFound, tooMany } from '../../../core/errors.ts';
import type { Site } from '../../../core/site.ts';
import { createToken, hashToken } from '../../../lib/token.ts';
import { rejectRefusedTarget } from '../../../outbound/errors.ts';
import type { Outbound } from '../../../outbound/fetch.ts';
import type { CheckBuffer } from '../check/check-buffer.ts';
import type { CheckScheduler } from '../check/check-scheduler.ts';
import { isExampleTarget, type TargetSettings, toTcpAddress } from '../check/target.ts';
import type { MonitorSettings } from '../state/monitor-state.ts';
import type { UptimeStatus } from '../state/status.ts';
import { newMonitor } from '../state/toggle.ts';
import type { UptimeStore } from '../store.ts';
import { createAdoption } from '../watched-pages/adopt.ts';
import type { WatchedPagesService } from '../watched-pages/service.ts';
import { createHeartbeatRecorder } from './heartbeat.ts';
import { MAX_MONITORS } from './limits.ts';
import type { MonitorInput, MonitorView, NewMonitorInput } from './schema.ts';
import { requireFields, toSettings } from './settings.ts';
import type { MonitorRow, TargetRow } from './store.ts';
import { createSwitch, firstDue } from './switch.ts';
import type { Targets } from './targets.ts';

export interface MonitorsDeps {
  readonly store: UptimeStore;
  readonly targets: Targets;
  readonly scheduler: CheckScheduler;
  readonly buffer: CheckBuffer;
  readonly outbound: Pick<Outbound, 'checkTarget'>;
  readonly settings: MonitorSettings;
  readonly toggle: {
    readonly pause: (monitor: MonitorRow, now: Date) => void;
    readonly resume: (monitor: MonitorRow, now: Date) => MonitorRow;
  };
  readonly readStatus: (monitor: MonitorRow) => UptimeStatus;
  readonly watchedPages: Pick<WatchedPagesService, 'exclude' | 'makeRoom'>;
  /** Makes the monitor of a page one that people set. */
  readonly adopt: (target: TargetRow) => void;
  /** Removes a monitor with its history. */
  readonly drop: (monitorId: number) => void;
  readonly clock: Clock;
}

/** A monitor as it was written, and the secret of a heartbeat's address when it is new. */
export interface Written {
  readonly monitor: MonitorRow;
  readonly token: string | null;
}

const TARGET_TIMEOUT_MS = 3000;

export function createMonitorsService(deps: MonitorsDeps) {
  const { store, targets, scheduler, buffer, clock } = deps;
  const { restart, setEnabled } = createSwitch(deps);

  /** Rejects with 422 for what is never called. */
  async function checkTarget(settings: TargetSettings): Promise<void> {
    if (settings.kind === 'heartbeat' || isExampleTarget(settings)) return;
    const [field, value] = settings.kind === 'http' ? ['url', settings.url] : ['host', settings.host];
    const address = settings.kind === 'http' ? settings.url : toTcpAddress({ port: 53, ...settings });
    await rejectRefusedTarget(
      deps.outbound.checkTarget(address, { timeoutMs: TARGET_TIMEOUT_MS }),
      reason => `${field} cannot be monitored, got ${value}: ${reason}`,
    );
  }

  function requireRoom(siteId: number): void {
    // Those of watched pages give way.
    const own = store.listMonitorsOfSite(siteId).filter(({ id }) => targets.findRow(id));
    if (own.length >= MAX_MONITORS)
      throw tooMany('a site', MAX_MONITORS, 'monitors besides that of its address');
  }

  /** Returns the newest version of a monitor. */
  const current = (monitor: MonitorRow): MonitorRow => scheduler.find(monitor.id) ?? monitor;

  const toOwn = createAdoption({ ...deps, requireRoom });

  return {
    /** Lists the monitors of a site: that of its own address first, while it is switched on. */
    list(site: Site): MonitorRow[] {
      return store
        .listMonitorsOfSite(site.id)
        .filter(({ id, isHome }) => !isHome || scheduler.find(id) !== undefined)
        .map(current)
        .sort((a, b) => Number(b.isHome) - Number(a.isHome) || a.id - b.id);
    },

    /** Returns a monitor of a site; throws 404 when there is none. */
    get(siteId: number, id: number): MonitorRow {
      const found = store.listMonitorsOfSite(siteId).find(monitor => monitor.id === id);
      if (!found || (found.isHome && !scheduler.find(id))) throw notFound('monitor');
      return current(found);
    },

    view(monitor: MonitorRow): MonitorView {
      const target = targets.describe(monitor);
      if (!target) throw notFound('monitor');
      return {
        ...target,
        status: deps.readStatus(monitor),
        isAutomatic: targets.findPage(monitor.id) !== undefined,
      };
    },

    /** Adds a monitor. 422 for one too many, fields of another kind, and what is never called. */
    async create(site: Site, input: NewMonitorInput): Promise<Written> {
      const { kind, name, enabled = true } = input;
      requireFields(kind, input, { isNew: true });
      const settings = toSettings(kind, input, null);
      requireRoom(site.id);
      await checkTarget(settings);
      // From here on nothing is awaited, so that concurrent requests do not exceed the limit.
      requireRoom(site.id);
      deps.watchedPages.makeRoom(site.id);
      const now = clock.now();
      const token = tokenFor(settings, true);
      const { monitor, target } = store.insertMonitorOf(
        {
          ...newMonitor(now, deps.settings.intervalMs),
          siteId: site.id,
          isHome: false,
          nextCheckAt: firstDue(settings, now),
          pausedAt: enabled ? null : now,
        },
        { name: name.trim(), kind, settings, heartbeatHash: token === null ? null : hashToken(token) },
      );
      targets.put(target);
      if (enabled) scheduler.add(monitor);
      return { monitor, token };
    },

    /** Changes a monitor; fields that were not sent stay. 422 as for a new one, and for that of the site's own address. */
    async update(known: MonitorRow, input: MonitorInput): Promise<Written> {
      const before = targets.findRow(known.id) ?? toOwn(known, input);
      requireFields(before.kind, input, { isNew: false });
      const settings = toSettings(before.kind, input, before.settings);
      const isRetargeted = JSON.stringify(settings) !== JSON.stringify(before.settings);
      if (isRetargeted) await checkTarget(settings);
      const latest = store.listMonitorsOfSite(known.siteId).find(({ id }) => id === known.id);
      if (!latest) throw notFound('monitor');
      const token = tokenFor(settings, input.renew_address === true);
      const row: TargetRow = {
        ...before,
        name: input.name?.trim() ?? before.name,
        settings,
        heartbeatHash: token === null ? before.heartbeatHash : hashToken(token),
      };
      if (targets.findPage(row.monitorId)) deps.adopt(row);
      else store.saveTarget(row);
      targets.put(row);
      const now = clock.now();
      const monitor = current(latest);
      const restarted = isRetargeted ? restart(monitor, settings, now) : monitor;
      const switched = input.enabled === undefined ? restarted : setEnabled(restarted, input.enabled, now);
      return { monitor: switched, token };
    },

    /** Removes a monitor with its history; the path of a watched page is excluded. 422 for that of the site's own address. */
    remove(monitor: MonitorRow): void {
      if (monitor.isHome)
        throw invalidBody(
          'the monitor of the site’s own address cannot be deleted: switch it off with PATCH /sites/:id/features',
        );
      const page = targets.findPage(monitor.id);
      if (page) deps.watchedPages.exclude(monitor.siteId, page.path);
      deps.drop(monitor.id);
    },

    /** Forgets the monitors of a site whose rows are removed. */
    forgetSite(siteId: number): void {
      for (const { id } of store.listMonitorsOfSite(siteId)) {
        scheduler.drop(id);
        buffer.forget(id);
        targets.remove(id);
      }
    },

    beat: createHeartbeatRecorder(deps),
  };
}

export type MonitorsService = ReturnType<typeof createMonitorsService>;

/** Returns the secret of a new address of a heartbeat; null for other kinds, and while the address stays. */
const tokenFor = (settings: TargetSettings, isNew: boolean): string | null =>
  settings.kind === 'heartbeat' && isNew ? createToken() : null;
