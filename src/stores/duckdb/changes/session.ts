/** Changes of stored rows in a transaction or, where they are many, in a rebuild of the file. */
import type { HitKind } from '../../../core/hits/columns.ts';
import { type UpdatedRows, updateInSlices } from '../aggregates/day-slices.ts';
import { addToSums } from '../aggregates/hits.ts';
import { markDaysStale, markStale } from '../aggregates/stale.ts';
import type { Change, CopySession, HitEngine, Rebuild } from '../engine-types.ts';
import { tableOf } from '../queries/conditions.ts';
import {
  exists,
  isOneOf,
  join,
  type Read,
  type Run,
  raw,
  type Sql,
  sql,
  toRead,
  toRun,
  toStatement,
} from '../sql/sql.ts';
import { markVisitsStale } from '../visits/fresh.ts';
import { MARK_KEYS, MARKS, OLDEST } from './marks.ts';

/** Runs statements within a change or a rebuild. */
export interface Session {
  readonly run: Run;
  readonly read: Read;
  /** Removes rows. */
  readonly remove: (kind: HitKind, rows: Sql) => Promise<number>;
  /** Finds rows by a statement that selects their ids, and stores them under a name. Returns the condition for them, undefined for none. */
  readonly find: (name: string, ids: Sql) => Promise<Sql | undefined>;
  /** Changes rows by slices of days where they may be many: `change` gets the condition for a slice, and returns the number of rows. */
  readonly inSlices: (rows: UpdatedRows, change: (slice: Sql) => Promise<number>) => Promise<number>;
}

/** Returns the session of a change. */
export const inChange = (change: Change): Session => ({
  run: toRun(change),
  read: toRead(change),
  remove: (kind, rows) => {
    const { text, values } = toStatement(rows);
    return change.remove(kind, text, values);
  },
  find: async (_, selected) => {
    const ids = await toRead(change)<{ id: number }>(sql`select id from (${selected}) order by id`);
    return ids.length === 0 ? undefined : isOneOf(ids.map(({ id }) => id));
  },
  inSlices: (_, changeSlice) => changeSlice(raw('true')),
});

/** Returns the session of a rebuild. */
export const inRebuild = (copy: Rebuild): Session => {
  const run = toRun(copy);
  return {
    run,
    read: toRead(copy),
    remove: (kind, rows) => run(sql`delete from ${tableOf(kind)} where ${rows}`),
    find: async (name, selected) => {
      const table = raw(`found_${name}`);
      await run(sql`create or replace temp table ${table} (id bigint)`);
      const count = await run(sql`insert into temp.main.${table} ${selected}`);
      return count === 0 ? undefined : sql`id in (select id from temp.main.${table})`;
    },
    inSlices: (rows, changeSlice) => updateInSlices(copy, rows, changeSlice),
  };
};

/** Adds rows to the sums and the visits of their site, or subtracts them before they are removed. */
export const addToSite = async (
  { run }: Pick<Session, 'run'>,
  { kind, rows, sign }: { readonly kind: HitKind; readonly rows: Sql; readonly sign: 1 | -1 },
): Promise<void> => {
  await markVisitsStale(run, kind, rows);
  await markDaysStale(run, kind, rows);
  if (kind === 'hit') await addToSums(run, rows, sign);
  // A visit may fall apart without its events, and visits be one with them.
  if (kind === 'event') await markStale(run, 'events', sql`visitor_hash is not null and ${rows}`);
};

/** Marks hits that were stored during a rebuild where those of before have no mark any more, and takes it where they have one now. */
const settleLateMarks = async (copy: CopySession, lastId: number): Promise<void> => {
  const late = sql`id > ${lastId} and visitor_hash is not null`;
  // Commits wait for this: without any, all others need not be looked through.
  if (!(await exists(toRead(copy), sql`from hits where ${late}`))) return;
  for (const mark of MARKS) {
    const [name, key] = [raw(mark), sql`site_id, ${MARK_KEYS[mark]}`];
    const marked = sql`select (${key}) from hits where id <= ${lastId} and ${name}
      and site_id in (select site_id from hits where ${late}) and day in (select day from hits where ${late})`;
    await toRun(copy)(
      sql`update hits set ${name} = false where ${late} and ${name} and (${key}) in (${marked})`,
    );
    await toRun(copy)(sql`update hits set ${name} = true where id in (
      select ${OLDEST} from hits where ${late} group by ${key} having not bool_or(${name}))
      and (${key}) not in (${marked})`);
  }
};

/** Rebuilds the file with other rows or marks: hits that are stored meanwhile are marked as if they had come later. */
export const rebuildRows = async <T>(
  engine: HitEngine,
  work: (copy: Rebuild) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  let lastId = 0;
  return engine.rebuild(
    copy => {
      lastId = copy.lastIds.hit;
      return work(copy);
    },
    { ...(signal && { signal }), finalize: copy => settleLateMarks(copy, lastId) },
  );
};

/** Maximum number of rows that a transaction names. */
const MAX_CHANGE_ROWS = 10_000;

/** Changes the rows that statements select, all at once. Returns undefined where there are none. */
export const changeRows = async <T>(
  engine: HitEngine,
  selected: readonly Sql[],
  work: (session: Session) => Promise<T>,
): Promise<T | undefined> => {
  const counts = selected.map(rows => sql`(select count(*) from (${rows}))`);
  const [found] = await toRead(engine)<{ rows: number }>(sql`select ${join(counts, ' + ')} as rows`);
  if (!found?.rows) return undefined;
  return found.rows <= MAX_CHANGE_ROWS
    ? engine.change(change => work(inChange(change)))
    : rebuildRows(engine, copy => work(inRebuild(copy)));
};
