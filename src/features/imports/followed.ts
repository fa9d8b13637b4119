/**
 * Records imports of followed logs. An import grows with its log until it is undone; later lines belong to a new one. Its
 * counts are kept with the position of its log, since they change with every few lines.
 */
import { basename } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import type { LeftOut } from '../../core/hits/import.ts';
import { toDay } from '../../lib/time.ts';
import { createKey } from '../../lib/token.ts';
import type { FollowedCounts, FollowedLog, FollowStates, KeptState } from './follow-states.ts';
import { NO_SUMS } from './log-state.ts';
import type { ImportChange, ImportRow, ImportsStore } from './store.ts';
import { NOTHING_READ } from './tables.ts';

const NOTHING_FOLLOWED: FollowedCounts = {
  rowsImported: 0,
  rowsBad: 0,
  hits: 0,
  startDate: null,
  endDate: null,
  leftOut: [],
};

const addLeftOut = (all: readonly LeftOut[]): LeftOut[] => {
  const sums = new Map<string, LeftOut>();
  for (const { what, why, count } of all)
    sums.set(what, { what, why, count: count + (sums.get(what)?.count ?? 0) });
  return [...sums.values()];
};

const pick = (days: readonly (string | null)[], at: 0 | -1): string | null =>
  days
    .filter(day => day !== null)
    .toSorted()
    .at(at) ?? null;

export const addFollowed = (a: FollowedCounts, b: FollowedCounts): FollowedCounts => ({
  rowsImported: a.rowsImported + b.rowsImported,
  rowsBad: a.rowsBad + b.rowsBad,
  hits: a.hits + b.hits,
  startDate: pick([a.startDate, b.startDate], 0),
  endDate: pick([a.endDate, b.endDate], -1),
  leftOut: addLeftOut([...a.leftOut, ...b.leftOut]),
});

export const countLeftOut = ({ leftOut }: Pick<FollowedCounts, 'leftOut'>): number =>
  leftOut.reduce((sum, { count }) => sum + count, 0);

/** Counts rows that are stored as live ones. */
export function countStored(
  rows: readonly { readonly kind: string; readonly createdAt: Date }[],
): Pick<FollowedCounts, 'rowsImported' | 'hits' | 'startDate' | 'endDate'> {
  const days = rows.map(row => toDay(row.createdAt, 'UTC'));
  return {
    rowsImported: rows.length,
    hits: rows.filter(({ kind }) => kind === 'hit').length,
    startDate: pick(days, 0),
    endDate: pick(days, -1),
  };
}

const toChange = (counts: FollowedCounts): ImportChange => {
  const rowsSkipped = countLeftOut(counts);
  return { ...counts, rowsSkipped, rowsRead: counts.rowsImported + counts.rowsBad + rowsSkipped };
};

interface FollowedDeps {
  readonly store: ImportsStore;
  readonly states: Pick<FollowStates, 'fileOf' | 'list' | 'saveTo' | 'runExclusive'>;
  readonly clock: Clock;
}

export type FollowedImports = ReturnType<typeof createFollowedImports>;

export function createFollowedImports({ store, states, clock }: FollowedDeps) {
  const findState = async ({ siteId, importKey }: ImportRow) =>
    (await states.list(siteId)).find(({ state }) => state.import?.importKey === importKey);

  const insert = (
    { siteId, path, timeZone, logFormat, withoutHits = false }: FollowedLog,
    importKey: string,
  ) =>
    store.insert({
      ...NOTHING_READ,
      siteId,
      importKey,
      format: 'access-log',
      kind: 'rows',
      fileName: basename(path),
      options: { timeZone, logFormat, overlap: false, withoutHits, isFollowed: true },
      status: 'completed',
      error: null,
      createdAt: clock.now(),
      completedAt: clock.now(),
    });

  return {
    /** Returns the stored import that a log currently adds to; the state of the log names it. */
    open: (log: FollowedLog, { importKey }: NonNullable<KeptState['import']>): ImportRow =>
      store.findByKey(importKey) ?? insert(log, importKey),
    /** Returns the state of a log whose next lines belong to another import. */
    begin: (state: KeptState): KeptState & Required<Pick<KeptState, 'import'>> => ({
      ...state,
      log: NO_SUMS,
      import: { importKey: createKey(), counts: NOTHING_FOLLOWED },
    }),
    /** Returns an import with its counts so far. */
    async present(row: ImportRow): Promise<ImportRow> {
      if (!row.options.isFollowed || row.status !== 'completed') return row;
      const counts = (await findState(row))?.state.import?.counts;
      return counts ? { ...row, ...toChange(counts) } : row;
    },
    /** Detaches an import from its log. Returns its counts. */
    close: (row: ImportRow): Promise<ImportRow> =>
      states.runExclusive(async () => {
        const found = row.options.isFollowed ? await findState(row) : undefined;
        if (!found?.state.import) return row;
        const closed = store.update(row.id, toChange(found.state.import.counts)) ?? row;
        const { position, pending } = found.state;
        await states.saveTo(found.file, { position, pending });
        return closed;
      }),
  };
}
