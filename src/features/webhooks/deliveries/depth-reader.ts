/** Finds the hits that reports of engagement belong to, and how much farther they show their page to have been seen. */
import { MAX_REPORT_LEAD_SECONDS } from '../../../core/hits/engagement.ts';
import type { StoredHit } from '../../../core/hits/row.ts';
import type { HitStore } from '../../../core/hits/store.ts';
import { DAY_MS } from '../../../lib/time-units.ts';

/** Rows of a visitor and day that are looked at. */
const MAX_ROWS = 5_000;

/** A hit whose page a report shows to have been seen farther than the reports before. */
export interface SeenFarther {
  readonly hit: StoredHit;
  /** Greatest depth of the reports before; 0 without any. */
  readonly from: number;
  readonly to: number;
}

/** Returns the hit that a report belongs to: the last of its path that its engaged seconds have room after. */
function findHit(report: StoredHit, hits: readonly StoredHit[]): StoredHit | undefined {
  const leadMs = Math.max(0, ((report.engagedSeconds ?? 0) - MAX_REPORT_LEAD_SECONDS) * 1000);
  const begunMs = report.createdAt.getTime() - leadMs;
  return hits.findLast(({ path, createdAt }) => path === report.path && createdAt.getTime() <= begunMs);
}

export function createDepthReader(hits: Pick<HitStore, 'listVisitor'>) {
  /** Lists the hits and reports of the visitor and UTC day of a report, oldest first. */
  async function listDay({ siteId, visitorHash, createdAt }: StoredHit) {
    const startMs = Math.floor(createdAt.getTime() / DAY_MS) * DAY_MS;
    const span = { start: new Date(startMs), end: new Date(startMs + DAY_MS) };
    const query = { siteId, visitorHash: (visitorHash ?? 0n).toString(16).padStart(16, '0'), span };
    const slice = { offset: 0, limit: MAX_ROWS };
    const [views, reports] = await Promise.all([
      hits.listVisitor({ ...query, kind: 'hit' }, slice),
      hits.listVisitor({ ...query, kind: 'engagement' }, slice),
    ]);
    return { views, reports };
  }

  /** Finds the hits of reports, in the order of those; reports that show nothing farther are left out. */
  return async (given: readonly StoredHit[]): Promise<SeenFarther[]> => {
    const found: SeenFarther[] = [];
    const days = new Map<string, ReturnType<typeof listDay>>();
    for (const report of given) {
      if (report.visitorHash === null) continue;
      const day = Math.floor(report.createdAt.getTime() / DAY_MS);
      const key = `${report.siteId} ${report.visitorHash} ${day}`;
      const reading = days.get(key) ?? listDay(report);
      days.set(key, reading);
      const { views, reports } = await reading;
      const hit = findHit(report, views);
      if (!hit) continue;
      const before = reports.filter(each => each.id < report.id && findHit(each, views)?.id === hit.id);
      const from = Math.max(0, ...before.map(({ scrollDepth }) => scrollDepth ?? 0));
      const to = report.scrollDepth ?? 0;
      if (to > from) found.push({ hit, from, to });
    }
    return found;
  };
}
