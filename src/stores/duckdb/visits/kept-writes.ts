/** Writes the cached tables of conversions: those of a goal, and those of rows stored later. */
import type { CopySession } from '../engine-types.ts';
import { KEPT_CATALOG } from '../sql/instance.ts';
import { type Read, raw, sql, toRead, toRun } from '../sql/sql.ts';
import {
  type KeptScope,
  type NewestIds,
  selectKept,
  selectLate,
  selectLateDays,
} from './kept-conversions.ts';
import type { Kept } from './kept-entries.ts';
import type { LateTables } from './late-visits.ts';

/** A scope, its table and the connection that writes tables. */
export interface Writing {
  readonly scope: KeptScope;
  readonly session: CopySession;
  readonly names: (kind: string) => string;
}

/** Creates a table up to a maximum number of rows; null if there are more. */
export const makeTable = async (
  { scope, session, names }: Writing,
  maxRows: number,
): Promise<(NewestIds & { readonly name: string; readonly count: number }) | null> => {
  const name = names('conversions');
  const made = await inTransaction(session, async read => {
    const [ids] = await read<NewestIds>(
      sql`select coalesce((select max(id) from hits), 0) as "hitId", coalesce((select max(id) from events), 0) as "eventId"`,
    );
    const rows = await selectKept(read, scope);
    await toRun(session)(sql`create table ${raw(name)} as ${rows} limit ${maxRows + 1}`);
    const [made] = await read<{ readonly count: number }>(sql`select count(*) as count from ${raw(name)}`);
    return { hitId: 0, eventId: 0, ...ids, count: made?.count ?? 0, name };
  });
  if (made.count <= maxRows) return made;
  await session.run(`DROP TABLE ${name}`);
  return null;
};

/** Makes the tables of what came after a table. */
export const makeLate = async (
  { scope, session, names }: Writing,
  kept: Kept,
  first: Date,
): Promise<{ readonly names: readonly string[]; readonly tables: LateTables }> => {
  const made = [names('late_days'), names('subtracted'), names('added')] as const;
  const [days, subtracted, added] = [raw(made[0]), raw(made[1]), raw(made[2])];
  const run = toRun(session);
  await run(sql`create table ${days} as ${selectLateDays(scope, kept)}`);
  await run(sql`create table ${subtracted} as select * from ${kept.rows}
    where visitor_hash in (select visitor_hash from ${days})`);
  const rows = await selectLate(toRead(session), scope, { days, first });
  await run(sql`create table ${added} as
    select * from ${subtracted} where (visitor_hash, day) not in (select visitor_hash, day from ${days})
    union all select * from (${rows})`);
  return { names: made, tables: { subtracted, added } };
};

/** Compresses new tables, unless another is being written: the next one does it then. */
export const compress = async (session: CopySession): Promise<void> => {
  try {
    await session.run(`CHECKPOINT ${KEPT_CATALOG}`);
  } catch (error) {
    if (!(error instanceof Error && /checkpoint/i.test(error.message))) throw error;
  }
};

export const inTransaction = async <T>(
  session: CopySession,
  work: (read: Read) => Promise<T>,
): Promise<T> => {
  await session.run('BEGIN TRANSACTION');
  const result = await work(toRead(session));
  await session.run('COMMIT');
  return result;
};
