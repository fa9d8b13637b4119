/** Splits the good rows of a file by kind, and many of a kind by days, so that they fit into memory however many there are. */
import type { ImportedKind } from '../../../core/hits/columns.ts';
import { type DayRows, toDaySlices } from '../aggregates/day-slices.ts';
import type { Rebuild } from '../engine-types.ts';
import { tableOf } from '../queries/conditions.ts';
import { toDateSql } from '../site-zones.ts';
import { raw, type Sql, sql, toRead } from '../sql/sql.ts';
import { type ImportInput, isDerived, resolveRows } from './rules.ts';
import type { Batch, BatchPart } from './store-rows.ts';

/** Up to this number of rows sorting costs nothing worth saving. */
const MIN_UNSORTED_ROWS = 50_000;
/** From this number of rows on, rows that are out of order within a chunk keep the order of the file: sorting costs too much. */
const MIN_NEARLY_SORTED_ROWS = 500_000;

/** Sixteen million rows that are stored at once run out of 128 MiB of memory; one million take no longer than ten. */
const ROWS_PER_PART = 1_000_000;

/** Good rows of one kind that are counted together. */
interface Counted {
  readonly kind: ImportedKind;
  readonly rows: number;
  readonly first: Date;
  readonly last: Date;
  readonly first_row: number;
  readonly last_row: number;
}

/** Good rows of a day. */
interface CountedDay extends Counted, DayRows {}

const COUNTS = raw(
  'kind, count(*) as rows, min(created_at) as first, max(created_at) as last, min(row) as first_row, max(row) as last_row',
);

const sumRows = (counted: readonly Counted[]): number => counted.reduce((sum, { rows }) => sum + rows, 0);

/** Returns the times of the first and the last row. */
export const toTimes = (counted: readonly Pick<Counted, 'first' | 'last'>[]) => ({
  first: new Date(Math.min(...counted.map(({ first }) => +first))),
  last: new Date(Math.max(...counted.map(({ last }) => +last))),
});

/** Returns the times and numbers between which rows are. */
const toExtent = (counted: readonly Counted[]) => ({
  ...toTimes(counted),
  firstRow: Math.min(...counted.map(({ first_row }) => first_row)),
  lastRow: Math.max(...counted.map(({ last_row }) => last_row)),
});

/** Splits the rows of some days. */
const toParts = (
  days: readonly CountedDay[],
  select: BatchPart['rows'],
  rowsPerPart: number,
): readonly BatchPart[] =>
  toDaySlices(days, rowsPerPart).map(slice => {
    const own = days.filter(({ day }) => day >= slice.start && day < slice.end);
    const extent = toExtent(own);
    return {
      ...extent,
      count: slice.rows,
      // Where rows are in order of time, the others need not be read.
      rows: columns => sql`select * from (${select([...new Set([...columns, 'created_at'])])})
        where created_at between ${extent.first} and ${extent.last} and row between ${extent.firstRow} and ${extent.lastRow}`,
    };
  });

interface SplitOptions {
  /** Number of bad rows. */
  readonly faulty: number;
  /** The zone of the days of the site. */
  readonly zone: string;
  /** Maximum number of rows of a part, unless a day has more. Default 1 million. */
  readonly rowsPerPart?: number | undefined;
}

/** Returns whether rows are in order of time, and read in the order of the file: else they have to be sorted. */
const areInOrder = async (copy: Rebuild, rows: BatchPart['rows']): Promise<boolean> => {
  const [found] = await toRead(copy)<{ in_order: boolean }>(
    sql`select coalesce(bool_and(row > row_before and created_at >= time_before), true) as in_order from (
      select row, created_at, lag(row) over () as row_before, lag(created_at) over () as time_before
      from (${rows(['created_at'])}))`,
  );
  return found?.in_order === true;
};

/** Returns whether sorting the rows of a batch takes much memory. */
export const needsSorting = ({ isSorted, count }: Batch): boolean => !isSorted && count > MIN_UNSORTED_ROWS;

/** Splits the good rows. Whether a kind is in order of time is measured in chunks of the engine's row groups. */
export const splitRows = async (
  copy: Rebuild,
  input: ImportInput,
  { faulty, zone, rowsPerPart = ROWS_PER_PART }: SplitOptions,
): Promise<Batch[]> => {
  const { siteId, siteZone = 'UTC' } = input.request;
  const read = toRead(copy);
  const resolveGood = (columns: readonly string[], dateOf?: ImportInput['dateOf']) => {
    const resolved = resolveRows({ ...input, ...(dateOf && { dateOf }) }, columns);
    return faulty === 0
      ? resolved
      : sql`select * from (${resolved}) where row not in (select row from staging.main.faults)`;
  };
  const times = resolveGood(['created_at']);
  const chunks = await read<Counted>(
    sql`select ${COUNTS} from (${times}) group by kind, row // 122880 order by kind, row // 122880`,
  );
  if (chunks.length === 0) return [];
  const { first, last } = toTimes(chunks);
  const span = { start: first, end: new Date(+last + 1) };
  const day = toDateSql(raw('created_at'), zone, span);
  const dateOf = (instant: Sql) => toDateSql(instant, siteZone, span);
  const good: BatchPart['rows'] = columns =>
    columns.includes('day')
      ? sql`select *, ${day} as day from (${resolveGood([...new Set([...columns.filter(name => name !== 'day'), 'created_at'])], dateOf)})`
      : resolveGood(columns, dateOf);
  const kinds = [...Map.groupBy(chunks, ({ kind }) => kind)];
  const hasMany = kinds.some(([, own]) => sumRows(own) > rowsPerPart);
  const days = hasMany
    ? await read<CountedDay>(
        sql`select ${COUNTS}, ${day} as day from (${times}) group by kind, day order by kind, day`,
      )
    : [];
  const toBatch = async ([kind, own]: (typeof kinds)[number]): Promise<Batch> => {
    const count = sumRows(own);
    const isRising = own.every((chunk, index) => index === 0 || +chunk.first >= +(own[index - 1]?.last ?? 0));
    const rows: BatchPart['rows'] = columns =>
      kinds.length === 1 ? good(columns) : sql`select * from (${good(columns)}) where kind = ${kind}`;
    const daysOfKind = days.filter(day => day.kind === kind);
    const mayBeSorted = isRising && count > MIN_UNSORTED_ROWS;
    return {
      kind,
      siteId,
      count,
      stored: tableOf(kind),
      isDerived: isDerived(input),
      isSorted: mayBeSorted && (count > MIN_NEARLY_SORTED_ROWS || (await areInOrder(copy, rows))),
      parts:
        count > rowsPerPart ? toParts(daysOfKind, rows, rowsPerPart) : [{ ...toExtent(own), count, rows }],
    };
  };
  const batches: Batch[] = [];
  for (const each of kinds) batches.push(await toBatch(each));
  return batches;
};
