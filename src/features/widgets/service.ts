import { createCache } from '../../core/cache.ts';
import type { Clock } from '../../core/clock.ts';
import { UNKNOWN_COUNTRY } from '../../core/country-code.ts';
import { notFound } from '../../core/errors.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { findPublicSite } from '../../core/public-page.ts';
import type { Site } from '../../core/site.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import type { UptimeService } from '../uptime/service.ts';

/** A site's counts of all time. */
export interface LifetimeCounts {
  readonly hits: number;
  /** Null while the site does not track unique hits. */
  readonly uniqueHits: number | null;
}

export interface CountryCount {
  /** Two capitals. */
  readonly country: string;
  readonly hits: number;
}

/** Uptime of a monitored site. */
export interface PublicUptime {
  /** Percentage of the last 30 days. */
  readonly uptime: number;
  readonly isDown: boolean;
}

export interface WidgetsServiceDeps {
  readonly sites: { findByUid(uid: string): Site | undefined };
  readonly hits: Pick<HitStore, 'ask'>;
  readonly uptime: Pick<UptimeService, 'findStatus'>;
  readonly clock: Clock;
}

export type WidgetsService = ReturnType<typeof createWidgetsService>;

const TTL_MS = MINUTE_MS;
const MAX_CACHED_SITES = 10_000;
const MAX_COUNTRIES = 10;

/** Creates the service of widgets: public counts, cached for a minute, so that a busy page costs nothing. */
export function createWidgetsService({ sites, hits, uptime, clock }: WidgetsServiceDeps) {
  const totalsOf = cachePerSite(clock, async siteId => {
    const totals = await hits.ask({ shape: 'totals', siteIds: [siteId], span: null, importedDays: 'all' });
    return totals.get(siteId) ?? { hits: 0, uniqueHits: 0 };
  });
  const countriesOf = cachePerSite(clock, async siteId => {
    const query = { siteId, kind: 'hit', span: null, filters: [], importedDays: 'all' } as const;
    // One more than is shown, for one of them may be the unknown.
    const page = { dimension: 'country', offset: 0, limit: MAX_COUNTRIES + 1 } as const;
    const { rows } = await hits.ask({ shape: 'groups', ...query, ...page });
    return rows
      .flatMap(({ key, hits }) => (key === null || key === UNKNOWN_COUNTRY ? [] : [{ country: key, hits }]))
      .slice(0, MAX_COUNTRIES);
  });

  const uptimeOf = cachePerSite(clock, async (siteId): Promise<PublicUptime | null> => {
    const status = uptime.findStatus(siteId);
    return status ? { uptime: status.uptime, isDown: status.monitor.state.isDown } : null;
  });

  return {
    /** Returns the public site of a uid. Throws the same 404 for a private and an unknown one. */
    getPublicSite(uid: string): Site {
      const site = findPublicSite(sites, uid);
      if (!site) throw notFound('public site');
      return site;
    },
    async countsOf(site: Site): Promise<LifetimeCounts> {
      const totals = await totalsOf(site.id);
      return { hits: totals.hits, uniqueHits: site.trackUniques ? totals.uniqueHits : null };
    },
    /** Null while uptime monitoring is off. */
    uptimeOf: (site: Site): Promise<PublicUptime | null> =>
      site.uptimeEnabled ? uptimeOf(site.id) : Promise.resolve(null),
    /** The countries with most hits, at most ten. */
    countriesOf: (site: Site): Promise<readonly CountryCount[]> => countriesOf(site.id),
  };
}

/** Caches the result for each site for a minute; concurrent requests share it. */
function cachePerSite<Answer>(clock: Clock, load: (siteId: number) => Promise<Answer>) {
  const answers = createCache<number, Promise<Answer>>({ max: MAX_CACHED_SITES }, { ttlMs: TTL_MS, clock });
  return (siteId: number): Promise<Answer> => {
    const known = answers.get(siteId);
    if (known) return known;
    const answer = load(siteId);
    answers.set(siteId, answer);
    // The request after a failure tries again.
    answer.catch(() => answers.peek(siteId) === answer && answers.delete(siteId));
    return answer;
  };
}
