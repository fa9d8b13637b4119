/** Gives the stored rows of sites the days of their zone, when a site has got another. */
import type { HitStore } from '../core/hits/store.ts';
import type { Job } from '../core/job.ts';
import type { Log } from '../core/log.ts';
import type { FindSiteZone, SumsState } from '../core/site.ts';
import { MINUTE_MS } from '../lib/time-units.ts';

interface SiteZonesDeps {
  readonly hits: Pick<HitStore, 'setZones' | 'zoneOf'>;
  readonly findSiteZone: FindSiteZone;
  /** Lists the sites of each account. */
  readonly listSites: () => ReadonlyMap<number, readonly number[]>;
  /** Rises with every change of the configuration. */
  readonly changes: () => number;
  readonly log: Log;
}

/** Time after which a failure, such as a full disk, is tried again. */
const RETRY_MS = 5 * MINUTE_MS;

export function createSiteZones({ hits, findSiteZone, listSites, changes, log }: SiteZonesDeps) {
  let doneAt: number | undefined;
  let retryMs = 0;

  const setAll = async (signal: AbortSignal): Promise<number> => {
    let sites = 0;
    for (const ofAccount of listSites().values()) {
      const zones = new Map(
        ofAccount.flatMap((siteId): [number, string][] => {
          const zone = findSiteZone(siteId);
          return hits.zoneOf(siteId) === zone ? [] : [[siteId, zone]];
        }),
      );
      signal.throwIfAborted();
      if (zones.size > 0) await hits.setZones(zones, { signal });
      sites += zones.size;
    }
    return sites;
  };

  const job: Job = {
    name: 'hits.set-zones',
    description: 'Recounts past days of sites whose time zone has changed',
    every: '* * * * * *',
    run: async ({ now, signal }) => {
      const at = changes();
      if (at === doneAt || +now < retryMs) return undefined;
      try {
        const sites = await setAll(signal);
        doneAt = at;
        return sites > 0 ? { sites } : undefined;
      } catch (error) {
        if (signal.aborted) return undefined;
        retryMs = +now + RETRY_MS;
        log.error(
          { err: error },
          'days of a site could not be counted in its new time zone; it is tried again in five minutes',
        );
        return undefined;
      }
    },
  };

  return {
    job,
    /** Returns whether the sums of a site are those of its days. */
    sumsState: (siteId: number): SumsState =>
      hits.zoneOf(siteId) === findSiteZone(siteId) ? 'ready' : 'rebuilding',
  };
}
