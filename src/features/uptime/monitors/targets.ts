/** What the monitors check, in memory. */
import type { Site } from '../../../core/site.ts';
import { toOneLine } from '../../../lib/text.ts';
import { hashToken, matchesTokenHash } from '../../../lib/token.ts';
import { parseHost } from '../../../lib/url.ts';
import { homeTarget, type MonitorTarget, toTargetUrl } from '../check/target.ts';
import type { UptimeStore } from '../store.ts';
import { toPageUrl } from '../watched-pages/choose.ts';
import type { PageRow } from '../watched-pages/store.ts';
import { MAX_NAME_LENGTH } from './limits.ts';
import type { MonitorRow, TargetRow } from './store.ts';

export interface TargetsDeps {
  readonly store: Pick<UptimeStore, 'listTargets'>;
  readonly watchedPagesStore: { readonly listPages: () => PageRow[] };
  /** Finds a site whose owner's plan includes monitoring. */
  readonly findSite: (id: number) => Site | undefined;
}

export function createTargets({ store, watchedPagesStore, findSite }: TargetsDeps) {
  const rows = new Map<number, TargetRow>();
  const pages = new Map<number, PageRow>(watchedPagesStore.listPages().map(page => [page.monitorId, page]));
  const idsByHash = new Map<string, number>();

  function put(row: TargetRow): void {
    remove(row.monitorId);
    rows.set(row.monitorId, row);
    if (row.heartbeatHash !== null) idsByHash.set(row.heartbeatHash, row.monitorId);
  }

  function remove(monitorId: number): void {
    const hash = rows.get(monitorId)?.heartbeatHash ?? null;
    if (hash !== null) idsByHash.delete(hash);
    rows.delete(monitorId);
    pages.delete(monitorId);
  }

  /** Returns what a monitor checks, also while it is switched off; undefined when its site is gone. */
  function describe(monitor: MonitorRow): MonitorTarget | undefined {
    const site = findSite(monitor.siteId);
    if (!site) return undefined;
    if (monitor.isHome) return homeTarget(site.url);
    const page = pages.get(monitor.id);
    if (page) return describePage(site, page);
    const row = rows.get(monitor.id);
    return row && { settings: row.settings, name: row.name, url: toTargetUrl(row.settings, monitor.id) };
  }

  for (const row of store.listTargets()) put(row);

  return {
    put,
    remove,
    describe,
    putPage: (page: PageRow): void => void pages.set(page.monitorId, page),
    /** Finds the page of a monitor that was added by itself. */
    findPage: (monitorId: number): PageRow | undefined => pages.get(monitorId),
    findRow: (monitorId: number): TargetRow | undefined => rows.get(monitorId),

    /** Returns what a monitor is to check now; undefined while it is not to be checked. */
    find(monitor: MonitorRow): MonitorTarget | undefined {
      if (monitor.isHome && !findSite(monitor.siteId)?.uptimeEnabled) return undefined;
      return describe(monitor);
    },

    /** Returns the monitor that a heartbeat's secret names. The secret is looked up by its hash, and compared in constant time. */
    findByToken(token: string): number | undefined {
      const hash = hashToken(token);
      const id = idsByHash.get(hash);
      return matchesTokenHash(token, id === undefined ? undefined : hash) ? id : undefined;
    },

    /** Returns whether no earlier monitor of the same site requests the same host. */
    isFirstOfHost(monitor: MonitorRow, host: string, others: readonly MonitorRow[]): boolean {
      return !others.some(
        other =>
          other.siteId === monitor.siteId &&
          other.id < monitor.id &&
          parseHost(describe(other)?.url ?? '') === host,
      );
    },
  };
}

/** Returns what the monitor of a page checks: below the address that the site has now. */
function describePage({ url: siteUrl }: Site, { path }: PageRow): MonitorTarget | undefined {
  const url = toPageUrl(siteUrl, path);
  return url === null ? undefined : { ...homeTarget(url), name: toOneLine(path, MAX_NAME_LENGTH) };
}

export type Targets = ReturnType<typeof createTargets>;
