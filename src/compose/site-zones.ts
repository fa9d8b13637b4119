/** Gives the stored rows of sites the days of their zone, when a site has got another. */
import type { HitStore } from '../core/hits/store.ts';
import type { Log } from '../core/log.ts';
import type { FindSiteZone, SumsState } from '../core/site.ts';
import { createRetriedJob } from './retried-job.ts';

interface SiteZonesDeps {
  readonly hits: Pick<HitStore, 'setZones' | 'zoneOf'>;
  readonly findSiteZone: FindSiteZone;
  /** Lists the sites of each account. */
  readonly listSites: () => ReadonlyMap<number, readonly number[]>;
  /** Rises with every change of the configuration. */
  readonly changes: () => number;
  readonly log: Log;
}

export function createSiteZones({ hits, findSiteZone, listSites, changes, log }: SiteZonesDeps) {
  let doneAt: number | undefined;

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

  const job = createRetriedJob(
    {
      name: 'hits.set-zones',
      description: 'Recounts past days of sites whose time zone has changed',
      every: '* * * * * *',
      failure: 'days of a site could not be counted in its new time zone; it is tried again in five minutes',
      run: async ({ signal }) => {
        const at = changes();
        if (at === doneAt) return undefined;
        const sites = await setAll(signal);
        doneAt = at;
        return sites > 0 ? { sites } : undefined;
      },
    },
    log,
  );

  return {
    job,
    /** Returns whether the sums of a site are those of its days. */
    sumsState: (siteId: number): SumsState =>
      hits.zoneOf(siteId) === findSiteZone(siteId) ? 'ready' : 'rebuilding',
  };
}
