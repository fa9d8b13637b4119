/** Pages that are watched by themselves: settings, and the monitors that are added and removed by them. */
import type { Clock } from '../../../core/clock.ts';
import { invalidBody } from '../../../core/errors.ts';
import type { HitStore } from '../../../core/hits/store.ts';
import type { Log } from '../../../core/log.ts';
import type { Site } from '../../../core/site.ts';
import { isExampleUrl } from '../../../lib/url.ts';
import type { Outbound } from '../../../outbound/fetch.ts';
import type { CheckScheduler } from '../check/check-scheduler.ts';
import { MAX_MONITORS } from '../monitors/limits.ts';
import type { MonitorRow } from '../monitors/store.ts';
import type { Targets } from '../monitors/targets.ts';
import type { MonitorSettings } from '../state/monitor-state.ts';
import { newMonitor } from '../state/toggle.ts';
import type { UptimeStore } from '../store.ts';
import { type Choice, createChoice } from './choice.ts';
import {
  createExclusion,
  findLeaving,
  type LeftOut,
  toPageKey,
  toPageUrl,
  type WatchedPage,
} from './choose.ts';
import { MAX_EXCLUDED, MAX_LEFT_OUT, MONITORS_PER_PAGE, RENEWAL_MS, RETRY_MS } from './limits.ts';
import type { WatchedPagesInput } from './schema.ts';
import type { WatchedPagesRow, WatchedPagesStore } from './store.ts';

export interface WatchedPagesDeps {
  readonly watchedPagesStore: WatchedPagesStore;
  readonly store: Pick<UptimeStore, 'listMonitorsOfSite'>;
  readonly targets: Targets;
  readonly scheduler: Pick<CheckScheduler, 'add' | 'find' | 'findHome'>;
  readonly hits: Pick<HitStore, 'ask'>;
  readonly outbound: Pick<Outbound, 'fetchPublic'>;
  readonly settings: Pick<MonitorSettings, 'intervalMs'>;
  readonly findSite: (id: number) => Site | undefined;
  /** Removes a monitor with its history. */
  readonly drop: (monitorId: number) => void;
  readonly clock: Clock;
  readonly log: Log;
}

export function createWatchedPagesService(deps: WatchedPagesDeps) {
  const { watchedPagesStore: pages, store, targets, scheduler, clock, log } = deps;

  const listOthers = (siteId: number): MonitorRow[] =>
    store.listMonitorsOfSite(siteId).filter(({ isHome }) => !isHome);

  const listWatched = (siteId: number): WatchedPage[] =>
    listOthers(siteId).flatMap(monitor => {
      const page = targets.findPage(monitor.id);
      return page ? [{ ...page, isDown: (scheduler.find(monitor.id) ?? monitor).state.isDown }] : [];
    });

  /** Returns what the monitors of people watch, and the site's own one while it is switched on. */
  function listOwnKeys({ id, url }: Site): Set<string> {
    const own = listOthers(id).flatMap(monitor => {
      const settings = targets.findRow(monitor.id)?.settings;
      return settings?.kind === 'http' ? [toPageKey(settings.url)] : [];
    });
    return new Set(scheduler.findHome(id) ? [...own, toPageKey(url)] : own);
  }

  const choose = createChoice({ ...deps, listOwnKeys, listWatched });

  function removeAll(gone: readonly WatchedPage[]): void {
    for (const { monitorId } of gone) deps.drop(monitorId);
  }

  function addPage(siteId: number, path: string, now: Date): void {
    const { monitor, page } = pages.insertPage(
      { ...newMonitor(now, deps.settings.intervalMs), siteId, isHome: false },
      { path, lastTopAt: now },
    );
    targets.putPage(page);
    scheduler.add(monitor);
  }

  /** Adds and removes monitors by what was chosen. Nothing is awaited here: what changed in the meantime is looked at anew. */
  function apply(siteId: number, { top, leftOut, isWhole }: Choice, now: Date): void {
    const row = pages.find(siteId);
    const site = deps.findSite(siteId);
    if (!row || row.count === 0 || !site) return;
    const isExcluded = createExclusion(row.excludedPaths);
    const ownKeys = listOwnKeys(site);
    const keyOf = (path: string): string | null => {
      const url = toPageUrl(site.url, path);
      return url === null ? null : toPageKey(url);
    };
    const isRefused = ({ path }: { readonly path: string }): boolean => {
      const key = keyOf(path);
      return key === null || ownKeys.has(key) || isExcluded(path);
    };
    const known = new Map(listWatched(siteId).map(page => [keyOf(page.path), page]));
    const added: string[] = [];
    for (const path of top.filter(each => !isRefused({ path: each }))) {
      const page = known.get(keyOf(path));
      if (!page) added.push(path);
      else {
        const renewed = { monitorId: page.monitorId, path: page.path, lastTopAt: now };
        pages.savePage(renewed);
        targets.putPage(renewed);
      }
    }
    const limit = MONITORS_PER_PAGE * row.count - added.length;
    removeAll(findLeaving(listWatched(siteId), { now, limit, isRefused }));
    const room = Math.max(0, MAX_MONITORS - listOthers(siteId).length);
    for (const path of added.slice(0, room)) addPage(siteId, path, now);
    const tooMany = added.slice(room).map((path): LeftOut => ({ path, reason: 'no_room' }));
    const renewAt = new Date(now.getTime() + (isWhole ? RENEWAL_MS : RETRY_MS));
    pages.note(siteId, { renewedAt: now, renewAt, leftOut: [...leftOut, ...tooMany].slice(0, MAX_LEFT_OUT) });
  }

  async function renew(row: WatchedPagesRow, now: Date, signal: AbortSignal): Promise<void> {
    // First, so that one that fails does not keep the others from their turn.
    pages.note(row.siteId, { renewAt: new Date(now.getTime() + RETRY_MS) });
    const site = deps.findSite(row.siteId);
    if (site && !isExampleUrl(site.url)) apply(site.id, await choose(site, row, { now, signal }), now);
  }

  function update(siteId: number, input: WatchedPagesInput): WatchedPagesRow {
    const before = pages.find(siteId);
    const row: WatchedPagesRow = {
      siteId,
      count: input.count ?? before?.count ?? 0,
      excludedPaths: [...new Set(input.excluded_paths ?? before?.excludedPaths ?? [])],
      renewAt: clock.now(),
      renewedAt: before?.renewedAt ?? null,
      leftOut: input.count === 0 ? [] : (before?.leftOut ?? []),
    };
    pages.save(row);
    const isExcluded = createExclusion(row.excludedPaths);
    removeAll(listWatched(siteId).filter(({ path }) => row.count === 0 || isExcluded(path)));
    return row;
  }

  return {
    find: pages.find,
    /** Changes the settings of a site; fields that were not sent stay. Monitors that are not wanted any more go at once. */
    update,

    /** Removes the monitor of a page for good: its path is excluded. */
    exclude(siteId: number, path: string): void {
      const excluded = pages.find(siteId)?.excludedPaths ?? [];
      if (excluded.length >= MAX_EXCLUDED)
        throw invalidBody(
          `excluded_paths of the site’s watched pages has ${MAX_EXCLUDED} already: shorten it with PATCH /sites/:id/watched_pages first`,
        );
      update(siteId, { excluded_paths: [...excluded, path] });
    },

    /** Makes room for one more monitor of people: the page goes that has not been among the most visited for longest. */
    makeRoom(siteId: number): void {
      if (listOthers(siteId).length < MAX_MONITORS) return;
      const [last] = listWatched(siteId).sort((a, b) => a.lastTopAt.getTime() - b.lastTopAt.getTime());
      if (last) deps.drop(last.monitorId);
    },

    /** Chooses the pages of all sites that are due. */
    async renewDue(now: Date, signal: AbortSignal): Promise<void> {
      for (const row of pages.listDue(now)) {
        if (signal.aborted) return;
        await renew(row, now, signal).catch(error => {
          if (!signal.aborted) log.warn({ err: error, siteId: row.siteId }, 'watched pages were not renewed');
        });
      }
    },

    removeOfSite: pages.removeOfSite,
  };
}

export type WatchedPagesService = ReturnType<typeof createWatchedPagesService>;
