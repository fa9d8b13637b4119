/** Removals over plain arrays, and marks of unique hits that an import moves. */
import { HIT_KINDS, type HitKind } from '../../src/core/hits/columns.ts';
import type { ImportReport } from '../../src/core/hits/import.ts';
import type { HitQuery } from '../../src/core/hits/query.ts';
import type { PathRewriting } from '../../src/core/hits/rewriting.ts';
import type { StoredHit } from '../../src/core/hits/row.ts';
import type { HeldRestoration, Removal } from '../../src/core/hits/store.ts';
import { findHits } from './memory-engagement.ts';
import type { MemoryRow } from './memory-hit-store.ts';
import { oldestFirst } from './memory-rows.ts';

/** Whether a removal is of a row. */
export const isRemoved = (
  row: StoredHit,
  { siteId, which }: Removal,
  imports: ReadonlyMap<string, MemoryImport>,
): boolean => {
  if (which !== 'all' && 'heldAs' in which) return row.siteId === which.heldAs;
  if (row.siteId !== siteId) return false;
  if (which === 'all') return true;
  if ('visitorHash' in which) return row.visitorHash === which.visitorHash;
  if ('importKey' in which)
    return (
      imports.get(`${which.importedTo ?? siteId} ${which.importKey}`)?.ids[row.kind]?.has(row.id) === true ||
      (which.followedImport !== undefined && row.followedImport === which.followedImport)
    );
  if ('ids' in which) return which.ids.includes(row.id);
  return 'before' in which && row.createdAt < which.before;
};

/** A stored import: the ids of its rows by kind, and its report. */
export interface MemoryImport {
  readonly ids: Readonly<Partial<Record<HitKind, ReadonlySet<number>>>>;
  readonly report: ImportReport;
}

/** Moves the marks among imported rows to those that the file marks. */
export const moveMarks = (
  rows: readonly MemoryRow[],
  imported: readonly { readonly id: number; readonly isMarked: boolean }[],
): void => {
  const marks = new Map(imported.map(({ id, isMarked }) => [id, isMarked]));
  for (const row of rows.filter(({ id }) => marks.get(id))) {
    const holder = rows.find(other => other.isUnique && other.key === row.key);
    if (holder === undefined || marks.get(holder.id) !== false) continue;
    holder.isUnique = false;
    row.isUnique = true;
  }
};

/** What a row had before a change. */
export interface FormerValues {
  readonly heldAs: number;
  readonly values: Pick<MemoryRow, 'path' | 'url' | 'isUnique'>;
}

const isNewest = ({ former }: MemoryRow, heldAs: number): boolean => former?.[0]?.heldAs === heldAs;

interface HoldingDeps {
  readonly select: (query: HitQuery) => MemoryRow[];
  readonly ofSite: (kind: HitKind, siteId: number) => MemoryRow[];
  readonly reportsOf: (siteId: number) => MemoryRow[];
  readonly uniqueKey: (row: MemoryRow) => string | undefined;
}

/** Rows that match filters, and are held as another site's. */
export function createMemoryHolding({ select, ofSite, reportsOf, uniqueKey }: HoldingDeps) {
  /** Gives each visitor, page and day of rows, and of other keys, one unique hit. */
  const settleMarks = (
    siteId: number,
    changed: readonly MemoryRow[],
    others: readonly (string | undefined)[],
    onChange: (row: MemoryRow) => void = () => undefined,
  ): void => {
    const keys = new Set([...others, ...changed.map(({ kind, key }) => (kind === 'hit' ? key : undefined))]);
    const hits = ofSite('hit', siteId).filter(({ key }) => key !== undefined && keys.has(key));
    for (const own of Map.groupBy(hits.sort(oldestFirst), ({ key }) => key).values()) {
      const holder = own.find(({ isUnique }) => isUnique) ?? own[0];
      for (const row of own) {
        if (row.isUnique === (row === holder)) continue;
        onChange(row);
        row.isUnique = row === holder;
      }
    }
  };
  /** Gives rows what they had before a change. */
  const restoreRewritten = (siteId: number, heldAs: number): void => {
    const rewritten = HIT_KINDS.flatMap(kind => ofSite(kind, siteId)).filter(row => isNewest(row, heldAs));
    const hits = rewritten.filter(({ kind }) => kind === 'hit');
    const newest = Math.max(...hits.map(({ id }) => id));
    const keys = new Set(hits.map(({ key }) => key));
    const taken = new Set<MemoryRow>();
    for (const row of rewritten) {
      const [{ values } = { values: { isUnique: false } }, ...rest] = row.former ?? [];
      if (row.isUnique && !values.isUnique) taken.add(row);
      Object.assign(row, values, { former: rest });
      row.key = uniqueKey(row);
      if (row.kind === 'hit') keys.add(row.key);
    }
    const isLate = (row: MemoryRow) => row.id > newest && !hits.includes(row);
    const onPages = ofSite('hit', siteId).filter(({ key }) => key !== undefined && keys.has(key));
    for (const own of Map.groupBy(onPages.sort(oldestFirst), ({ key }) => key).values()) {
      const mayTake = own.filter(row => isLate(row) || taken.has(row));
      const hasHolder = own.some(row => row.isUnique && !isLate(row));
      const taker = mayTake.find(row => row.isUnique || taken.has(row)) ?? mayTake[0];
      for (const row of mayTake) row.isUnique = !hasHolder && row === taker;
    }
  };
  const moveTo = (row: MemoryRow, siteId: number): MemoryRow =>
    Object.assign(row, { siteId, key: uniqueKey({ ...row, siteId }) });
  return {
    moveTo,
    /** The rows of a removal of what matches filters; undefined for another one. */
    findMatching: ({ siteId, kinds, which }: Removal): ReadonlySet<MemoryRow> | undefined => {
      if (which === 'all' || !('filters' in which)) return undefined;
      const matching = (kind: HitKind) => select({ siteId, kind, ...which });
      const hits = new Set(matching('hit'));
      const own = findHits(reportsOf(siteId), ofSite('hit', siteId)).filter(([, hit]) => hits.has(hit));
      const reports = own.map(([report]) => report);
      return new Set(kinds.flatMap(kind => (kind === 'engagement' ? reports : matching(kind))));
    },
    /** Forgets what rows had before a change. */
    forgetFormer: (siteId: number, heldAs: number): void => {
      for (const row of HIT_KINDS.flatMap(kind => ofSite(kind, siteId)))
        row.former = row.former?.filter(each => each.heldAs !== heldAs);
    },
    restoreHeld: async ({ siteId, heldAs }: HeldRestoration): Promise<void> => {
      const restored = HIT_KINDS.flatMap(kind => ofSite(kind, heldAs)).map(row => moveTo(row, siteId));
      settleMarks(siteId, restored, []);
      restoreRewritten(siteId, heldAs);
    },
    rewritePaths: async ({ siteId, before, rename, heldAs }: PathRewriting): Promise<void> => {
      const keep = (row: MemoryRow) => {
        const { path, url, isUnique, former = [] } = row;
        row.former = [{ heldAs, values: { path, url, isUnique } }, ...former];
      };
      const left: (string | undefined)[] = [];
      const changed = HIT_KINDS.flatMap(kind => ofSite(kind, siteId)).filter(row => {
        const renamed =
          row.path === null || row.createdAt >= before || isNewest(row, heldAs) ? null : rename(row.path);
        if (renamed === null || renamed.path === row.path) return false;
        keep(row);
        if (row.kind === 'hit') left.push(row.key);
        const url = row.kind === 'engagement' ? null : (row.url ?? renamed.url);
        Object.assign(row, { path: renamed.path, url });
        row.key = uniqueKey(row);
        return true;
      });
      settleMarks(siteId, changed, left, row => {
        if (!isNewest(row, heldAs)) keep(row);
      });
    },
  };
}
