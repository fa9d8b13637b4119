/** Chooses the pages of a site to watch: by their visitors, and by whether they answer. */
import type { HitQuery } from '../../../core/hits/query.ts';
import type { HitStore } from '../../../core/hits/store.ts';
import type { Site } from '../../../core/site.ts';
import type { Outbound } from '../../../outbound/fetch.ts';
import { createExclusion, type LeftOut, toPageKey, toPageUrl, type WatchedPage } from './choose.ts';
import { MAX_CANDIDATES, MAX_UNANSWERED, SPARE_TRIALS, VISITED_MS } from './limits.ts';
import type { WatchedPagesRow } from './store.ts';
import { createTryPage, type TryPage } from './trial.ts';

export interface Choice {
  /** Paths of the most visited pages that can be watched, or are already. */
  readonly top: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Whether every page could be tried. */
  readonly isWhole: boolean;
}

export interface ChoiceDeps {
  readonly hits: Pick<HitStore, 'ask'>;
  readonly outbound: Pick<Outbound, 'fetchPublic'>;
  readonly listOwnKeys: (site: Site) => ReadonlySet<string>;
  readonly listWatched: (siteId: number) => readonly WatchedPage[];
}

export interface Moment {
  readonly now: Date;
  readonly signal: AbortSignal;
}

export function createChoice({ hits, outbound, listOwnKeys, listWatched }: ChoiceDeps) {
  const tryPage = createTryPage(outbound);

  /** Reads the paths with the most visitors; with the most hits where no visitors are counted. */
  async function readPaths(siteId: number, { now, signal }: Moment): Promise<string[]> {
    const span = { start: new Date(now.getTime() - VISITED_MS), end: now };
    const query: HitQuery = { siteId, kind: 'hit', span, filters: [] };
    const page = { dimension: 'path', offset: 0, limit: MAX_CANDIDATES } as const;
    const pages = { shape: 'groups', ...query, ...page } as const;
    const { rows } = await hits.ask({ ...pages, measures: ['visitors'], orderBy: 'visitors' }, { signal });
    const hasVisitors = (rows[0]?.visitors ?? 0) > 0;
    const ordered = hasVisitors ? rows : (await hits.ask(pages, { signal })).rows;
    return ordered.flatMap(({ key }) => key ?? []);
  }

  return async (site: Site, row: WatchedPagesRow, moment: Moment): Promise<Choice> => {
    const paths = await readPaths(site.id, moment);
    const watchedKeys = new Set(
      listWatched(site.id)
        .flatMap(({ path }) => toPageUrl(site.url, path) ?? [])
        .map(toPageKey),
    );
    const isExcluded = createExclusion(row.excludedPaths);
    const ownKeys = listOwnKeys(site);
    const trials = createTrials(tryPage, row.count + SPARE_TRIALS, moment.signal);
    const top: string[] = [];
    const leftOut: LeftOut[] = [];
    const pages = listPages(
      site,
      paths.filter(path => !isExcluded(path)),
      ownKeys,
    );
    let places = row.count;
    for (const [key, { path, url }] of pages) {
      if (places === 0) break;
      const isOwn = ownKeys.has(key);
      const fault = isOwn || watchedKeys.has(key) ? null : await trials.findFault(url);
      if (fault === null) places--;
      if (isOwn || fault !== null) leftOut.push({ path, reason: fault ?? 'monitored' });
      else top.push(path);
    }
    return { top, leftOut, isWhole: trials.isWhole() };
  };
}

/** Returns the pages of paths by their keys; without the site's own address, which has a monitor of its own. */
function listPages({ url: siteUrl }: Site, paths: readonly string[], ownKeys: ReadonlySet<string>) {
  const home = toPageKey(siteUrl);
  const pages = new Map<string, { readonly path: string; readonly url: string }>();
  for (const path of paths) {
    const url = toPageUrl(siteUrl, path);
    const key = url === null ? home : toPageKey(url);
    const isHome = key === home && ownKeys.has(key);
    if (url !== null && !isHome && !pages.has(key)) pages.set(key, { path, url });
  }
  return pages;
}

/** Tries pages, a limited number of them, and none any more of a site that does not answer. */
function createTrials(tryPage: TryPage, max: number, signal: AbortSignal) {
  let tried = 0;
  let unanswered = 0;
  return {
    async findFault(url: string) {
      if (tried >= max || unanswered >= MAX_UNANSWERED) return 'failing' as const;
      tried++;
      const { fault, isAnswered } = await tryPage(url, signal);
      if (!isAnswered) unanswered++;
      return fault;
    },
    isWhole: () => unanswered === 0,
  };
}
