/** Stores the good rows of a file: skips those that are stored already, assigns marks and ids, and inserts the rest. */
import { columns, columnsOfKind, type HitKind, type ImportedKind } from '../../../core/hits/columns.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import type { Rebuild } from '../engine-types.ts';
import { excludeFromFeed } from '../feed.ts';
import { tableOf } from '../queries/conditions.ts';
import { raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';
import { removeScratch, writeScratch } from './scratch-rows.ts';

type Mark = 'is_unique' | 'is_first_of_day';
/** Selects `row` and some columns. */
type SelectRows = (columns: readonly string[]) => Sql;

/**
 * Good rows of one kind that are stored together: all that the file has of some days, so that duplicates and the first hits
 * of visitors are found among them and the stored rows of these days.
 */
export interface BatchPart {
  readonly rows: SelectRows;
  readonly count: number;
  /** Times of the first and the last row. */
  readonly first: Date;
  readonly last: Date;
  /** Least and greatest number of a row. */
  readonly firstRow: number;
  readonly lastRow: number;
}

/** Good rows of one kind in a file. */
export interface Batch {
  readonly kind: ImportedKind;
  readonly siteId: number;
  readonly count: number;
  /** The table of the rows of the kind that are already stored. */
  readonly stored: Sql;
  /** Whether selecting them is expensive. */
  readonly isDerived: boolean;
  /** Whether they are in order of time, closely enough for pruning. */
  readonly isSorted: boolean;
  /** In order of time. */
  readonly parts: readonly BatchPart[];
}

/** Columns that no file has. */
const OTHERS: readonly string[] = ['site_id', 'followed_import', 'former_values'];

/** Returns the columns of a kind that the file's rows have or that follow from them, in the order of the table. */
const givenColumns = (kind: ImportedKind): string[] =>
  columnsOfKind(kind)
    .map(({ name }) => name)
    .filter(name => !OTHERS.includes(name) && !MARKS[kind].some(mark => mark === name));

/**
 * Columns that identify a duplicate. Not the visitor: an address is hashed with a salt that no second import has. Country,
 * browser and platform stand in for it, so that two visitors of one second are seldom taken for one.
 */
const identityColumns = (kind: ImportedKind): string[] =>
  columns.filter(column => column.import?.identifies?.includes(kind)).map(({ name }) => name);

/** Returns what two equal rows have in common. Paths of earlier versions have the query that new ones leave out. */
const toIdentity = (names: readonly string[]): Sql =>
  raw(
    `hash(${names.map(name => (name === 'path' ? "split_part(split_part(path, '#', 1), '?', 1)" : name)).join(', ')})`,
  );

const MARKS: Readonly<Record<ImportedKind, readonly Mark[]>> = {
  hit: ['is_unique', 'is_first_of_day'],
  event: ['is_first_of_day'],
  agent_visit: [],
  engagement: [],
};

/** A part of a batch, with the select of its rows that are not stored yet. */
interface NewRows extends BatchPart {
  readonly batch: Batch;
}

/** Bits of a row's number beside its time within the day. */
const ROW_BITS = 34;
/** The bit above both: set for rows that the file itself does not mark, so that one that it marks is the first. */
const UNMARKED = '(1::bigint << 62)';

const storedWithin = ({ stored, siteId }: Batch, { first, last }: BatchPart): Sql =>
  sql`${stored} where site_id = ${siteId} and created_at >= ${first} and created_at <= ${last}`;

/**
 * Finds rows that are stored already: of n equal rows in the file and m stored ones the first m. Returns the part without them.
 */
const skipDuplicates = async (copy: Rebuild, batch: Batch, part: BatchPart): Promise<NewRows> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  const stored = storedWithin(batch, part);
  const [found] = await read<{ has_any: boolean }>(sql`select exists(select 1 from ${stored}) as has_any`);
  if (found?.has_any !== true) return { ...part, batch };
  const compared = identityColumns(batch.kind);
  const identity = toIdentity(compared);
  await run(
    sql`create or replace temp table stored as select ${identity} as identity, count(*) as copies from ${stored} group by all`,
  );
  await run(
    sql`create or replace table staging.main.compared as select row, ${identity} as identity from (${part.rows(compared)})`,
  );
  const table = raw(`staging.main.${batch.kind}_duplicates_${batch.parts.indexOf(part)}`);
  await run(
    sql`create table ${table} as select row from (
      select row, copies, row_number() over (partition by identity order by row) as nth
      from staging.main.compared join temp.main.stored using (identity)
    ) where nth <= copies`,
  );
  const [counted] = await read<{ rows: number }>(sql`select count(*) as rows from ${table}`);
  return {
    ...part,
    batch,
    count: part.count - (counted?.rows ?? 0),
    rows: names => sql`select * from (${part.rows(names)}) where row not in (select row from ${table})`,
  };
};

/** Returns a hash of the visitor and day of a row, and of its page for unique hits. */
const groupOf = (mark: Mark): string => `hash(visitor_hash, day${mark === 'is_unique' ? ', path' : ''})`;

/**
 * Selects the rows that have marks, by mark: those that are the first of their group and day, unless a stored row is: those
 * that the file marks, as an export does, else in order of time. The first of a visitor's day is looked for among the first of
 * its pages. Groups are compared by 64-bit hashes: among ten million rows, two collide with a probability of 1 in 400,000.
 */
const selectFirsts = ({ batch, rows, first, last }: NewRows, marks: readonly Mark[]): Sql => {
  const place = `((epoch_ms(created_at) - epoch_ms(day) + ${DAY_MS}) << ${ROW_BITS}) + row`;
  const groups = marks.map(mark => `${groupOf(mark)} as ${mark}_group`).join(', ');
  const places = marks.map(mark => `${place} + case when ${mark} then 0 else ${UNMARKED} end as ${mark}`);
  const stored = marks.map(mark => `case when ${mark} then -1 end as ${mark}`);
  // Days of a zone are within those before and after the same dates in UTC.
  const days = sql`day between ${first}::date - 1 and ${last}::date + 1`;
  const firsts = marks.map(
    (mark, index) => `select '${mark}' as mark, least_place & ((1::bigint << ${ROW_BITS}) - 1) as row
      from (${index === 0 ? `select ${mark} as least_place from pages` : `select min(${mark}) as least_place from pages group by ${mark}_group`})
      where least_place >= 0`,
  );
  return sql`with pages as materialized (
      select ${raw(marks.map(mark => `${mark}_group, min(${mark}) as ${mark}`).join(', '))} from (
        select ${raw(groups)}, ${raw(places.join(', '))}
        from (${rows(['visitor_hash', 'path', 'created_at', 'day', ...marks])}) where visitor_hash is not null
        union all
        select ${raw(groups)}, ${raw(stored.join(', '))} from ${batch.stored}
        where site_id = ${batch.siteId} and ${days} and (${raw(marks.join(' or '))})
      ) group by ${raw(marks.map(mark => `${mark}_group`).join(', '))})
    ${raw(firsts.join(' union all '))}`;
};

/** Stores which rows have marks: a bit for each row from the first to the last, since joining them with a table of rows takes longer. */
const storeMarks = async (copy: Rebuild, part: NewRows): Promise<void> => {
  const marks = MARKS[part.batch.kind];
  if (marks.length === 0) return;
  const range = `${part.firstRow}::bigint, ${part.lastRow}::bigint`;
  const bits = marks.map(
    mark => `bitstring_agg(row, ${range}) filter (where mark = '${mark}') as ${mark}_bits`,
  );
  await toRun(copy)(sql`create or replace table staging.main.marked as
    select ${raw(bits.join(', '))} from (${selectFirsts(part, marks)})`);
};

/**
 * Runs an insert of rows in order in one thread, which numbers and writes them as it reads. Of several, each would keep rows until it is
 * their turn, and whoever waits for another one keeps a core busy.
 */
const runInOneThread = async (copy: Rebuild, statement: Sql): Promise<void> => {
  const [found] = await copy.read<{ threads: number }>("select current_setting('threads') as threads");
  await copy.run('SET threads = 1');
  await toRun(copy)(statement);
  await copy.run(`SET threads = ${found?.threads ?? 1}`);
};

/** Works rows out, so that joining and sorting them share no memory, unless selecting them twice costs less. */
const workOut = async (copy: Rebuild, part: NewRows, name: string): Promise<NewRows> => {
  const { kind, isDerived } = part.batch;
  if (!isDerived) return part;
  const relation = await writeScratch(copy, part.rows([...givenColumns(kind), ...MARKS[kind]]), name);
  return { ...part, rows: names => sql`select ${raw(['row', ...names].join(', '))} from ${relation}` };
};

/** Stores rows under consecutive ids. */
const storePart = async (copy: Rebuild, given: NewRows, firstId: number): Promise<void> => {
  // No two have one name, by which the engine keeps what it knows of a file.
  const scratch = `${given.batch.kind}-${firstId}`;
  const part = await workOut(copy, given, scratch);
  const { batch, rows } = part;
  const marks = MARKS[batch.kind];
  const columns = givenColumns(batch.kind);
  await storeMarks(copy, part);
  const order = raw(batch.isSorted ? '' : 'order by created_at, row');
  const stored = raw([...columns, ...marks].join(', '));
  const bits = marks.map(
    mark => `coalesce(get_bit(${mark}_bits, (row - ${part.firstRow})::integer) = 1, false) as ${mark}`,
  );
  // The bits are read before rows are sorted.
  const marked = sql`select ${raw(['fresh.*', ...bits].join(', '))}
    from (${rows(columns)}) fresh ${raw(marks.length > 0 ? ', staging.main.marked' : '')}`;
  const insert = sql`insert into ${tableOf(batch.kind)} (id, site_id, ${stored})
    select ${firstId - 1} + row_number() over (${order}) as id, ${batch.siteId}, ${stored} from (${marked}) ${order}`;
  await (batch.isSorted ? runInOneThread(copy, insert) : toRun(copy)(insert));
  await removeScratch(copy, scratch);
};

interface StoreOptions {
  readonly isDryRun: boolean;
  /** Receives the number of rows of each part that is done. */
  readonly onDone: (rows: number) => void;
}

/**
 * Stores the rows of a batch that are not stored yet, part by part; a dry run only counts them. Returns how many were stored and
 * how many were duplicates.
 */
export const storeBatch = async (
  copy: Rebuild,
  batch: Batch,
  { isDryRun, onDone }: StoreOptions,
): Promise<{ imported: number; duplicates: number; ids: readonly [first: number, last: number] }> => {
  const { kind, parts } = batch;
  const fresh: NewRows[] = [];
  for (const part of parts) {
    copy.signal.throwIfAborted();
    fresh.push(await skipDuplicates(copy, batch, part));
    if (isDryRun) onDone(part.count);
  }
  const imported = fresh.reduce((sum, { count }) => sum + count, 0);
  const duplicates = batch.count - imported;
  if (isDryRun) return { imported, duplicates, ids: [0, 0] };
  const firstId = await copy.reserveIds(kind as HitKind, imported);
  const ids = [firstId, firstId + imported - 1] as const;
  if (imported > 0) await excludeFromFeed(toRun(copy), kind, ids);
  let nextId = firstId;
  for (const [index, part] of fresh.entries()) {
    copy.signal.throwIfAborted();
    if (part.count > 0) await storePart(copy, part, nextId);
    nextId += part.count;
    onDone(parts[index]?.count ?? 0);
    if (parts.length === 1) continue;
    // Until then the last inserted rows take memory.
    await copy.run(`CHECKPOINT ${copy.catalog}`);
    await copy.releaseMemory();
  }
  return { imported, duplicates, ids };
};
