/** Stores the good rows of a file: skips those that are stored already, assigns marks and ids, and inserts the rest. */
import { columns, columnsOfKind, type HitKind } from '../../../core/hits/columns.ts';
import type { Rebuild } from '../engine-types.ts';
import { excludeFromFeed } from '../feed.ts';
import { tableOf } from '../queries/conditions.ts';
import { raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';

type Mark = 'is_unique' | 'is_first_of_day';
/** Kinds that can be imported. */
export type ImportKind = 'hit' | 'event' | 'agent_visit';

/** Good rows of one kind in a file. */
export interface Batch {
  readonly kind: ImportKind;
  readonly siteId: number;
  /** Selects `row` and some columns. */
  readonly rows: (columns: readonly string[]) => Sql;
  readonly count: number;
  readonly first: Date;
  readonly last: Date;
  /** Whether they are in order of time, closely enough for pruning. */
  readonly isSorted: boolean;
  /** Whether their numbers are 0, 1, 2 … without gaps. */
  readonly isDense: boolean;
}

/** Returns the columns of a kind that the file's rows have or that follow from them, in the order of the table. */
const givenColumns = (kind: ImportKind): string[] =>
  columnsOfKind(kind)
    .map(({ name }) => name)
    .filter(name => name !== 'site_id' && !MARKS[kind].some(mark => mark === name));

/**
 * Columns that identify a duplicate. Not the visitor: an address is hashed with a salt that no second import has. Country,
 * browser and platform stand in for it, so that two visitors of one second are seldom taken for one.
 */
const identityColumns = (kind: ImportKind): string[] =>
  columns.filter(column => column.import?.identifies?.includes(kind)).map(({ name }) => name);

const MARKS: Readonly<Record<ImportKind, readonly Mark[]>> = {
  hit: ['is_unique', 'is_first_of_day'],
  event: ['is_first_of_day'],
  agent_visit: [],
};

/** A batch, and the select of its rows that are not stored yet. */
interface NewRows {
  readonly batch: Batch;
  readonly rows: Batch['rows'];
}

/** Bits of a row's number beside its time within the day. */
const ROW_BITS = 35;
/** The bit above both: set for rows that the file itself does not mark, so that one that it marks is the first. */
const UNMARKED = raw('(1::bigint << 62)');

const storedWithin = ({ kind, siteId, first, last }: Batch): Sql =>
  sql`${tableOf(kind)} where site_id = ${siteId} and created_at >= ${first} and created_at <= ${last}`;

/** Finds rows that are stored already: of n equal rows in the file and m stored ones the first m. Returns their number. */
const findDuplicates = async (copy: Rebuild, batch: Batch): Promise<number> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  const [found] = await read<{ has_any: boolean }>(
    sql`select exists(select 1 from ${storedWithin(batch)}) as has_any`,
  );
  if (found?.has_any !== true) return 0;
  const compared = identityColumns(batch.kind);
  const identity = raw(`hash(${compared.join(', ')})`);
  await run(
    sql`create or replace temp table stored as select ${identity} as identity, count(*) as copies from ${storedWithin(batch)} group by all`,
  );
  const table = raw(`staging.main.${batch.kind}_duplicates`);
  await run(
    sql`create table ${table} as select row from (
      select row, copies, row_number() over (partition by identity order by row) as nth
      from (select row, ${identity} as identity from (${batch.rows(compared)})) join temp.main.stored using (identity)
    ) where nth <= copies`,
  );
  const [counted] = await read<{ rows: number }>(sql`select count(*) as rows from ${table}`);
  return counted?.rows ?? 0;
};

/**
 * Marks the rows that are the first of their group and UTC day, unless a stored row is: those that the file marks, as an export
 * does, else in order of time. Marks are bits, one
 * string of bits for 8,192 rows, so that joining them needs no table of millions in memory. Groups are compared by a 64-bit
 * hash: among ten million rows, two collide with a probability of 1 in 400,000.
 */
const findFirsts = async (copy: Rebuild, { batch, rows }: NewRows, mark: Mark): Promise<void> => {
  const group = sql`hash(${raw(mark === 'is_unique' ? 'visitor_hash, path' : 'visitor_hash')}, created_at::date)`;
  const days = sql`created_at >= ${batch.first}::date and created_at < ${batch.last}::date + 1`;
  await toRun(copy)(
    sql`create or replace table staging.main.${raw(mark)} as
    select row >> 13 as block, bitstring_agg(row & 8191, 0, 8191) as ${raw(`${mark}_bits`)}
    from (
      select min(place) & ((1::bigint << ${raw(String(ROW_BITS))}) - 1) as row from (
        select ${group} as grouped, ((epoch_ms(created_at) % 86400000) << ${raw(String(ROW_BITS))}) + row
            + case when ${raw(mark)} then 0 else ${UNMARKED} end as place
        from (${rows(['visitor_hash', 'path', 'created_at', mark])}) where visitor_hash is not null
        union all
        select ${group}, -1 from ${tableOf(batch.kind)} where site_id = ${batch.siteId} and ${days} and ${raw(mark)}
      ) group by grouped having min(place) >= 0
    ) group by block`,
  );
};

/** Returns the column that reads a row's bit of a mark. */
const markColumn = (mark: string): string =>
  `coalesce(get_bit(${mark}_bits, (row & 8191)::integer) = 1, false) as ${mark}`;

/** Returns the column of ids, in the order of the rows in the file. */
const idColumn = ({ isSorted, isDense }: Batch, hasDuplicates: boolean, firstId: number): Sql => {
  if (isSorted && isDense && !hasDuplicates) return sql`${firstId} + row`;
  return sql`${firstId - 1} + row_number() over (${raw(isSorted ? '' : 'order by created_at, row')})`;
};

/** Stores the rows of a batch that are not stored yet; a dry run only counts them. Returns how many were stored and how many were duplicates. */
export const storeBatch = async (
  copy: Rebuild,
  batch: Batch,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<{ imported: number; duplicates: number; ids: readonly [first: number, last: number] }> => {
  const { kind, siteId } = batch;
  const run = toRun(copy);
  const duplicates = await findDuplicates(copy, batch);
  const imported = batch.count - duplicates;
  if (isDryRun) return { imported, duplicates, ids: [0, 0] };
  const firstId = await copy.reserveIds(kind as HitKind, imported);
  const ids = [firstId, firstId + imported - 1] as const;
  if (imported === 0) return { imported, duplicates, ids };
  await excludeFromFeed(run, kind, ids);
  const isNew = raw(duplicates > 0 ? `row not in (select row from staging.main.${kind}_duplicates)` : 'true');
  const rows: Batch['rows'] = columns => sql`select * from (${batch.rows(columns)}) where ${isNew}`;
  const marks = MARKS[kind];
  for (const mark of marks) await findFirsts(copy, { batch, rows }, mark);
  const given = givenColumns(kind);
  const bits = marks.map(mark => `left join staging.main.${mark} on ${mark}.block = row >> 13`).join(' ');
  const order = raw(batch.isSorted ? '' : 'order by created_at, row');
  // Marks are read off before rows are sorted: with its strings of bits, a row would weigh two kilobytes on the way.
  const marked = sql`select ${raw(['fresh.*', ...marks.map(markColumn)].join(', '))} from (${rows(given)}) fresh ${raw(bits)}`;
  await run(
    sql`insert into ${tableOf(kind)} (id, site_id, ${raw([...given, ...marks].join(', '))})
      select ${idColumn(batch, duplicates > 0, firstId)} as id, ${siteId}, ${raw([...given, ...marks].join(', '))}
      from (${marked}) ${order}`,
  );
  return { imported, duplicates, ids };
};
