/**
 * Updates sums that depend on all rows of a visitor. A rebuild subtracts what visitors with new rows had before and adds what they
 * have now; a removal only marks its site as stale, and the next rebuild recomputes the site. So it does with all sites
 * where new rows are many.
 */
import type { Rebuild } from '../engine-types.ts';
import { exists, type Run, raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';
import { toRowsPerSlice } from './day-slices.ts';

/** Rows of visitors that are summed up, and the sign that they count with. */
export interface SignedHits {
  readonly sign: 1 | -1;
  /** The condition for the visitors' hits. */
  readonly hits: Sql;
}

/** An update of sums. */
export interface SumsUpdate {
  readonly copy: Rebuild;
  /** Whether all is recomputed: the tables are empty. */
  readonly isComplete: boolean;
  /** The condition for hits without a visitor that the sums lack. */
  readonly anonymous: Sql;
  /** Rows that may be summed up at once. */
  readonly rowsPerSlice: number;
}

/** Sums that depend on all rows of a visitor. */
export interface VisitorSums {
  /** Tables with rows of sites. */
  readonly tables: readonly Sql[];
  /** Begins an update. */
  begin(update: SumsUpdate): Promise<void>;
  /** Adds what some hits and their stored visits amount to. */
  add(update: SumsUpdate, hits: SignedHits): Promise<void>;
  /** Stores what was added. */
  end(update: SumsUpdate): Promise<void>;
}

const STALE = raw('site_id in (select site_id from stale_pages)');
const OF_CHANGED = raw('(site_id, visitor_hash) in (select site_id, visitor_hash from temp.main.changed)');
/** The condition for hits of days on which sums of a day may change. */
export const OF_CHANGED_DAYS = raw('(site_id, day) in (select site_id, day from temp.main.changed_days)');
const AFTER_EVENTS = raw('id > (select event_watermark from rollup_state)');

/** Options of an update. */
export interface VisitorSumsUpdate {
  /** The watermark of the roll-ups before this rebuild. */
  readonly watermark: number;
  /** Visitors with more rows than this are all recomputed. */
  readonly rowsPerSlice?: number | undefined;
}

/** Creates the tables of the visitors and of the days whose sums change. */
const storeChanged = async (run: Run, fresh: Sql): Promise<void> => {
  const events = sql`from events where visitor_hash is not null and ${AFTER_EVENTS}`;
  await run(sql`create temp table changed as
    select site_id, visitor_hash from hits where visitor_hash is not null and ${fresh} union
    select site_id, visitor_hash ${events}`);
  await run(sql`create temp table changed_days as
    select site_id, day from hits where ${fresh} union
    select site_id, day ${events}`);
};

const subtractSums = async (kinds: readonly VisitorSums[], update: SumsUpdate, hits: Sql): Promise<void> => {
  // Planning statements that subtract nothing takes a tenth of the rebuild of a small site.
  if (!(await exists(toRead(update.copy), sql`from hits where ${hits}`))) return;
  for (const kind of kinds) await kind.add(update, { sign: -1, hits });
};

const addSums = async (kind: VisitorSums, update: SumsUpdate): Promise<void> => {
  await kind.add(update, { sign: 1, hits: update.isComplete ? raw('true') : OF_CHANGED });
  await kind.end(update);
  if (!update.isComplete) return;
  // Until then so many new sums take memory, or space to spill to.
  await update.copy.run(`CHECKPOINT ${update.copy.catalog}`);
  await update.copy.releaseMemory();
};

/** Updates sums of a copy up to its last row. Call it after the roll-ups were; it updates the visits by `updateVisits`. */
export const updateVisitorSums = async (
  copy: Rebuild,
  kinds: readonly VisitorSums[],
  {
    watermark,
    rowsPerSlice = toRowsPerSlice(copy),
    updateVisits,
  }: VisitorSumsUpdate & { readonly updateVisits: () => Promise<void> },
): Promise<void> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  const fresh = sql`(id > ${watermark} or ${STALE})`;
  const [found] = await read<{ readonly rows: number }>(
    sql`select (select count(*) from hits where ${fresh}) +
      (select count(*) from events where visitor_hash is not null and ${AFTER_EVENTS}) as rows`,
  );
  const rows = found?.rows ?? 0;
  const isComplete = rows > rowsPerSlice;
  for (const table of kinds.flatMap(({ tables }) => tables))
    await run(sql`delete from ${table} where ${isComplete ? raw('true') : STALE}`);
  const anonymous = sql`visitor_hash is null and ${isComplete ? raw('true') : fresh}`;
  const update: SumsUpdate = { copy, isComplete, anonymous, rowsPerSlice };
  if (rows > 0) {
    for (const kind of kinds) await kind.begin(update);
    if (!isComplete) {
      await storeChanged(run, fresh);
      await subtractSums(kinds, update, sql`id <= ${watermark} and not ${STALE} and ${OF_CHANGED}`);
    }
  }
  if (isComplete) await copy.releaseMemory();
  await updateVisits();
  if (rows > 0) {
    for (const kind of kinds) await addSums(kind, update);
    if (!isComplete)
      for (const name of ['changed', 'changed_days']) await run(sql`drop table temp.main.${raw(name)}`);
  }
  await run(sql`delete from stale_pages`);
  await run(sql`update rollup_state set event_watermark =
    greatest(event_watermark, (select coalesce(max(id), 0) from events))`);
};
