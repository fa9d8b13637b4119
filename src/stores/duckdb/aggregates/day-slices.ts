/** Slices of days that a rebuild or a refresh works on one after another, to bound its memory. */
import type { Span } from '../../../core/span.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import type { Rebuild } from '../engine-types.ts';
import { type Sql, sql, toRead, within } from '../sql/sql.ts';

/**
 * Memory per row of a slice. Sums by keys of 200 bytes that are all distinct spill 66 MiB for 1.3 million hits with 128 MiB of
 * memory; with half as many bytes a row, memory runs out. A million hits of a day, sorted by visitor, take 25 times as long
 * when they spill.
 */
const BYTES_PER_ROW = 512;

/** Returns how many rows a slice may have. */
export const toRowsPerSlice = ({ memoryLimitBytes }: { readonly memoryLimitBytes: number }): number =>
  Math.floor(memoryLimitBytes / BYTES_PER_ROW);

/** The rows of a day. */
export interface DayRows {
  readonly day: Date;
  readonly rows: number;
}

/** Consecutive dates, and the rows of those. */
export interface DaySlice extends Span {
  readonly rows: number;
}

/** Divides days, in order, into slices; a day with more rows than a slice may have is one of its own. */
export const toDaySlices = (days: readonly DayRows[], rowsPerSlice: number): DaySlice[] => {
  const slices: DaySlice[] = [];
  for (const { day, rows } of days) {
    const end = new Date(+day + DAY_MS);
    const open = slices.at(-1);
    if (open && open.rows + rows <= rowsPerSlice)
      slices.splice(-1, 1, { start: open.start, end, rows: open.rows + rows });
    else slices.push({ start: day, end, rows });
  }
  return slices;
};

/** Rows of a table that a rebuild updates. */
export interface UpdatedRows {
  readonly table: Sql;
  /** The condition for them. */
  readonly rows: Sql;
  /** The condition for all that an update reads of their days. Default: those alone. */
  readonly read?: Sql;
  readonly rowsPerSlice?: number | undefined;
}

/** Updates rows of a table by slices of days: `update` gets the condition for a slice, and returns the number of rows. Returns how many. */
export const updateInSlices = async (
  copy: Rebuild,
  { table, rows, read = rows, rowsPerSlice = toRowsPerSlice(copy) }: UpdatedRows,
  update: (slice: Sql) => Promise<number>,
): Promise<number> => {
  const days = await toRead(copy)<DayRows>(
    sql`select day, count(*) as rows from ${table} where ${read} group by day having bool_or(${rows}) order by day`,
  );
  let updated = 0;
  let written = 0;
  for (const slice of toDaySlices(days, rowsPerSlice)) {
    copy.signal.throwIfAborted();
    updated += await update(within('day', slice));
    // Until then updated values take memory.
    if (updated - written < rowsPerSlice / 2) continue;
    await copy.run(`CHECKPOINT ${copy.catalog}`);
    written = updated;
  }
  return updated;
};
