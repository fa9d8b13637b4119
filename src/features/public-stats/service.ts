/** Public statistics of a site, cached for five minutes. */

import { createCache } from '../../core/cache.ts';
import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import {
  findPublicSite,
  type PublicPeriodName,
  type PublicSection,
  readPublicPage,
} from '../../core/public-page.ts';
import type { FindSiteZone, Site } from '../../core/site.ts';
import type { AppliedSegment } from '../../core/view.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import { toPublicPeriod } from './period.ts';
import { type PublicStats, presentImportedSections } from './schema.ts';
import { createSections, type SectionDeps } from './sections.ts';

export interface PublicStatsDeps extends SectionDeps {
  readonly sites: { findByUid(uid: string): Site | undefined };
  readonly findZone: FindSiteZone;
  readonly clock: Clock;
}

/** A cached answer. */
export interface CachedStats {
  /** `PublicStats` as JSON. */
  readonly json: string;
  readonly madeAt: Date;
}

/** What is shown of a site. */
export interface Shown {
  readonly site: Site;
  readonly shown: readonly PublicSection[];
  readonly segment: AppliedSegment | null;
  /** Of a shared link. */
  readonly name?: string;
}

interface CacheEntry {
  /** A changed site is another object, so that an entry of the previous one is not used. */
  readonly site: Site;
  readonly stats: Promise<CachedStats>;
}

/** How long an answer is cached, here and by clients and proxies. */
export const MAX_AGE_MS = 5 * MINUTE_MS;
const MAX_CACHE_BYTES = 16 * 1024 ** 2;

export function createPublicStatsService(deps: PublicStatsDeps) {
  const { sites, findZone, clock } = deps;
  const sections = createSections(deps);
  const cache = createCache<string, CacheEntry>({ maxSize: MAX_CACHE_BYTES }, { ttlMs: MAX_AGE_MS, clock });
  const inFlight = new Map<string, CacheEntry>();

  async function compute(
    { site, shown, segment, name: title }: Shown,
    { name, zone }: { readonly name: PublicPeriodName; readonly zone: string },
  ): Promise<CachedStats> {
    const madeAt = clock.now();
    const period = toPublicPeriod(name, { now: madeAt, zone });
    const parts = await Promise.all(shown.map(section => sections[section](site, period, segment)));
    const fields = parts.map(({ imported: _, ...part }) => part);
    const stats: PublicStats = {
      site: { uid: site.uid, label: site.label, url: site.url },
      ...(title !== undefined && { name: title }),
      period: { name, start_date: period.days[0] ?? '', end_date: period.days.at(-1) ?? '', zone },
      sections: [...shown],
      ...Object.assign({}, ...fields),
      figures: Object.assign({}, ...parts.map(({ figures }) => figures)),
      ...presentImportedSections(shown.map((name, index) => [name, parts[index]?.imported])),
      updated_at: madeAt.toISOString(),
    };
    return { json: JSON.stringify(stats), madeAt };
  }

  async function computeOnce(
    key: string,
    what: Shown,
    period: { readonly name: PublicPeriodName; readonly zone: string },
  ): Promise<CachedStats> {
    const start = cache.perf.now();
    const making: CacheEntry = { site: what.site, stats: compute(what, period) };
    inFlight.set(key, making);
    try {
      const stats = await making.stats;
      cache.set(key, making, { size: 2 * stats.json.length, start });
      return stats;
    } finally {
      if (inFlight.get(key) === making) inFlight.delete(key);
    }
  }

  /** Returns statistics, from the cache where they are of the same site, sections and segment. */
  async function show(what: Shown, name: PublicPeriodName): Promise<CachedStats> {
    const { site, shown, segment, name: title } = what;
    const zone = findZone(site.id);
    const key = `${site.id} ${JSON.stringify([name, zone, shown, segment, title])}`;
    const kept = [cache.get(key), inFlight.get(key)].find(entry => entry?.site === site);
    return kept ? kept.stats : computeOnce(key, what, { name, zone });
  }

  return {
    /** Returns the statistics of a shared link. */
    showShared: show,

    /** Returns the statistics of a public site. Throws 404 for any other uid, so that it does not reveal which sites exist. */
    async show(uid: string, name: PublicPeriodName): Promise<CachedStats> {
      const site = findPublicSite(sites, uid);
      if (!site) throw notFound('public site');
      return show({ site, shown: readPublicPage(site.publicPage).sections, segment: null }, name);
    },

    /** Whether other sites may show the page of a public site in a frame; null when there is no such page. */
    findPublicPage(uid: string): { readonly isEmbeddable: boolean } | null {
      const site = findPublicSite(sites, uid);
      return site ? { isEmbeddable: readPublicPage(site.publicPage).allowsEmbedding } : null;
    },

    /** Drops the cached answers of a deleted site. */
    removeOfSite(siteId: number): void {
      for (const key of [...cache.keys()]) if (key.startsWith(`${siteId} `)) cache.delete(key);
    },
  };
}

export type PublicStatsService = ReturnType<typeof createPublicStatsService>;
