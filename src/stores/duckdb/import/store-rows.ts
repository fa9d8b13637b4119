/** Stores the good rows of a file: skips those that are stored already, assigns marks and ids, and inserts the rest. */
import { columns, columnsOfKind, type HitKind } from '../../../core/hits/columns.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
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
const UNMARKED = '(1::bigint << 62)';

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

/** Bits of a row's number within its block of 8,192 rows. */
const BLOCK_BITS = 13;
const IN_BLOCK = (1 << BLOCK_BITS) - 1;

/** Returns a hash of the visitor and UTC day of a row, and of its page for unique hits. */
const groupOf = (mark: Mark): string =>
  `hash(visitor_hash, created_at::date${mark === 'is_unique' ? ', path' : ''})`;

/**
 * Marks the rows that are the first of their group and UTC day, unless a stored row is: those that the file marks, as an export
 * does, else in order of time. The first of a visitor's day is looked for among the first of its pages. Marks are bits, one
 * string of bits for 8,192 rows, so that joining them needs no table of millions in memory. Groups are compared by 64-bit
 * hashes: among ten million rows, two collide with a probability of 1 in 400,000.
 */
const findFirsts = async (copy: Rebuild, { batch, rows }: NewRows): Promise<void> => {
  const marks = MARKS[batch.kind];
  const place = `((epoch_ms(created_at) % ${DAY_MS}) << ${ROW_BITS}) + row`;
  const groups = marks.map(mark => `${groupOf(mark)} as ${mark}_group`).join(', ');
  const places = marks.map(mark => `${place} + case when ${mark} then 0 else ${UNMARKED} end as ${mark}`);
  const stored = marks.map(mark => `case when ${mark} then -1 end as ${mark}`);
  const days = sql`created_at >= ${batch.first}::date and created_at < ${batch.last}::date + 1`;
  const firsts = marks.map(
    mark => `select '${mark}' as mark, min(${mark}) & ((1::bigint << ${ROW_BITS}) - 1) as row
      from pages group by ${mark}_group having min(${mark}) >= 0`,
  );
  await toRun(copy)(
    sql`create or replace table staging.main.firsts as
    with pages as materialized (
      select ${raw(marks.map(mark => `${mark}_group, min(${mark}) as ${mark}`).join(', '))} from (
        select ${raw(groups)}, ${raw(places.join(', '))}
        from (${rows(['visitor_hash', 'path', 'created_at', ...marks])}) where visitor_hash is not null
        union all
        select ${raw(groups)}, ${raw(stored.join(', '))} from ${tableOf(batch.kind)}
        where site_id = ${batch.siteId} and ${days} and (${raw(marks.join(' or '))})
      ) group by ${raw(marks.map(mark => `${mark}_group`).join(', '))})
    select mark, row >> ${raw(String(BLOCK_BITS))} as block,
      bitstring_agg(row & ${raw(`${IN_BLOCK}, 0, ${IN_BLOCK}`)}) as bits
    from (${raw(firsts.join(' union all '))}) group by mark, block`,
  );
};

/** Returns the column that reads a row's bit of a mark. */
const markColumn = (mark: string): string =>
  `coalesce(get_bit(of_${mark}.bits, (row & ${IN_BLOCK})::integer) = 1, false) as ${mark}`;

/** Returns the join of the bits of a mark. */
const joinMark = (mark: string): string =>
  `left join (select * from staging.main.firsts where mark = '${mark}') of_${mark}
    on of_${mark}.block = row >> ${BLOCK_BITS}`;

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
  if (marks.length > 0) await findFirsts(copy, { batch, rows });
  const given = givenColumns(kind);
  const bits = marks.map(joinMark).join(' ');
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
