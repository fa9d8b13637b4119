/** Counts the rows of a change. */
import type { HitStore } from '../../core/hits/store.ts';
import type { FindSiteZone, Site } from '../../core/site.ts';
import { addDays, countDays, startOfDay, toDay } from '../../lib/time.ts';
import { afterInstant, type Select } from './apply.ts';
import { isRenaming, selectRenamed, toRename } from './renaming.ts';
import type { Selection } from './selection.ts';
import type { ChangeCounts, ChangeKind, ChangeRequest } from './tables.ts';

interface Counted extends Selection {
  readonly siteId: number;
  /** Of the days of the site. */
  readonly zone: string;
}

/** Lists the days of the instants from one up to another. */
function listDays(from: Date, until: Date, zone: string): string[] {
  const first = toDay(from, zone);
  const count = from < until ? countDays(first, toDay(new Date(+until - 1), zone)) : 0;
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** Counts rows, and their days. */
async function countSelected(
  { ask }: Pick<HitStore, 'ask'>,
  { siteId, zone, kinds, filters, span }: Counted,
  signal: AbortSignal,
): Promise<ChangeCounts> {
  const counted = (['hit', 'event'] as const).filter(kind => kinds.includes(kind));
  const earliest = await ask({ shape: 'facts', of: 'earliest', siteId, kinds: counted }, { signal });
  const start = earliest && earliest > span.start ? earliest : span.start;
  const days = earliest ? listDays(start, span.end, zone) : [];
  if (days.length === 0) return { hits: 0, events: 0, visitors: 0, days: 0, firstDay: null, lastDay: null };
  const edges = [...days.map(day => startOfDay(day, zone)), span.end];
  const own = new Set<string>();
  const sums = { hit: 0, event: 0 };
  for (const kind of counted) {
    const buckets = await ask({ shape: 'series', siteId, kind, filters, span, edges }, { signal });
    for (const [index, { hits }] of buckets.entries()) {
      sums[kind] += hits;
      const day = days[index];
      if (hits > 0 && day !== undefined) own.add(day);
    }
  }
  const { visitors } = await ask(
    { shape: 'totals', siteId, kind: 'hit', filters, span, measures: ['visitors'] },
    { signal },
  );
  const found = [...own].sort();
  const ends = { firstDay: found.at(0) ?? null, lastDay: found.at(-1) ?? null };
  return { hits: sums.hit, events: sums.event, visitors, days: own.size, ...ends };
}

interface CountDeps {
  readonly reads: Pick<HitStore, 'ask'>;
  readonly findZone: FindSiteZone;
}

/** What a change would be of. */
interface Counting {
  readonly request: ChangeRequest;
  readonly createdAt: Date;
  readonly signal: AbortSignal;
}

const NOTHING: ChangeCounts = { hits: 0, events: 0, visitors: 0, days: 0, firstDay: null, lastDay: null };

/** Creates a function that counts the rows that a change would be of; `select` returns those of a removal. */
export const createCount =
  ({ reads, findZone }: CountDeps, select: Select) =>
  async (
    { id: siteId }: Site,
    kind: ChangeKind,
    { request, createdAt, signal }: Counting,
  ): Promise<ChangeCounts> => {
    const span = { start: new Date(0), end: afterInstant(createdAt) };
    if (kind === 'reset') {
      const all = { filters: [], span, kinds: ['hit', 'event'] } as const;
      return countSelected(reads, { ...all, siteId, zone: findZone(siteId) }, signal);
    }
    const selection = isRenaming(kind)
      ? await selectRenamed(reads, { siteId, rename: toRename(kind, request), span }, signal)
      : select({ siteId, request, createdAt });
    return selection
      ? countSelected(reads, { ...selection, siteId, zone: findZone(siteId) }, signal)
      : NOTHING;
  };
