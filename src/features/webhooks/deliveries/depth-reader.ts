/** Finds the hits that reports of engagement belong to, and by how much they raise the scroll depth. */
import { MAX_REPORT_LEAD_SECONDS } from '../../../core/hits/engagement.ts';
import type { StoredHit } from '../../../core/hits/row.ts';
import type { HitStore } from '../../../core/hits/store.ts';
import type { FindSiteZone } from '../../../core/site.ts';
import type { Day } from '../../../core/span.ts';
import { addDays, startOfDay, toDay } from '../../../lib/time.ts';

/** Maximum number of rows of a visitor and day that are read. */
const MAX_ROWS = 5_000;

/** A hit whose scroll depth a report raises. */
export interface SeenFarther {
  readonly hit: StoredHit;
  /** Greatest depth of the reports before; 0 without any. */
  readonly from: number;
  readonly to: number;
}

/** Creates the function that finds the hit of a report: the last of its path that its engaged seconds have room after. */
function createHitFinder(views: readonly StoredHit[]): (report: StoredHit) => StoredHit | undefined {
  const byPath = Map.groupBy(views, ({ path }) => path);
  return ({ path, createdAt, engagedSeconds }) => {
    const leadMs = Math.max(0, ((engagedSeconds ?? 0) - MAX_REPORT_LEAD_SECONDS) * 1000);
    return findLastUntil(byPath.get(path) ?? [], createdAt.getTime() - leadMs);
  };
}

/** Bisects: anybody can send thousands of hits and reports. */
function findLastUntil(hits: readonly StoredHit[], untilMs: number): StoredHit | undefined {
  let [low, high] = [0, hits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle]?.createdAt.getTime() ?? 0) <= untilMs) low = middle + 1;
    else high = middle;
  }
  return hits[low - 1];
}

export function createDepthReader(hits: Pick<HitStore, 'ask'>, findZone: FindSiteZone) {
  /** Reads the hits of a visitor on a day of the site, and which reports each of them has. */
  async function listDay({ siteId, visitorHash }: StoredHit, { first, zone }: { first: Day; zone: string }) {
    const span = { start: startOfDay(first, zone), end: startOfDay(addDays(first, 1), zone) };
    const hash = (visitorHash ?? 0n).toString(16).padStart(16, '0');
    const query = { siteId, visitorHash: hash, span, offset: 0, limit: MAX_ROWS };
    const [views, reports] = await Promise.all([
      hits.ask({ shape: 'rows', of: 'visitor', ...query, kind: 'hit' }),
      hits.ask({ shape: 'rows', of: 'visitor', ...query, kind: 'engagement' }),
    ]);
    const findHit = createHitFinder(views);
    return { findHit, reportsOf: Map.groupBy(reports, report => findHit(report)?.id) };
  }

  /** Finds the hits of reports, in the order of those; reports that show nothing farther are left out. */
  return async (given: readonly StoredHit[]): Promise<SeenFarther[]> => {
    const found: SeenFarther[] = [];
    const days = new Map<string, ReturnType<typeof listDay>>();
    for (const report of given) {
      if (report.visitorHash === null) continue;
      const zone = findZone(report.siteId);
      const first = toDay(report.createdAt, zone);
      const key = `${report.siteId} ${report.visitorHash} ${first}`;
      const reading = days.get(key) ?? listDay(report, { first, zone });
      days.set(key, reading);
      const { findHit, reportsOf } = await reading;
      const hit = findHit(report);
      if (!hit) continue;
      const before = reportsOf.get(hit.id)?.filter(({ id: other }) => other < report.id) ?? [];
      const from = Math.max(0, ...before.map(({ scrollDepth }) => scrollDepth ?? 0));
      const to = report.scrollDepth ?? 0;
      if (to > from) found.push({ hit, from, to });
    }
    return found;
  };
}
