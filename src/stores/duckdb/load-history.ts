/** Loads a history that was kept elsewhere, with its ids, into the file of hits. */
import { columnsOfKind, HIT_KINDS, type HitKind } from '../../core/hits/columns.ts';
import type { ByKind, DaySums, History } from '../../core/hits/outbox.ts';
import type { HitEngine } from './engine-types.ts';
import { tableOf, uniqueCount } from './queries/conditions.ts';
import { readParquet } from './sql/parquet.ts';
import { join, type Read, type Run, raw, type Sql, sql, toRead, toRun } from './sql/sql.ts';

/** Sums up rows with ids up to these by kind, site and UTC day. */
export const sumByDay = async (read: Read, through: ByKind<number>): Promise<DaySums[]> => {
  const sums: DaySums[] = [];
  for (const kind of HIT_KINDS)
    sums.push(
      ...(await read<DaySums>(sql`
        select ${kind} as kind, site_id as "siteId", created_at::date::varchar as day, count(*) as rows, sum(id) as ids,
          ${uniqueCount(kind)} as "uniqueHits"
        from ${tableOf(kind)} where id <= ${through[kind]} group by all`)),
    );
  return sums;
};

/**
 * Values that are not in the files as the table has them, of rows of a table. The first row of a visitor and day is the one
 * that came first: a window over all rows with all their columns would take half as long as everything else.
 */
const READ: Readonly<Partial<Record<string, (rows: Sql) => Sql>>> = {
  created_at: () => raw('created_at::timestamp'),
  day: () => raw('created_at::timestamp::date'),
  is_first_of_day: rows => sql`id in (select min(id) from ${rows} where visitor_hash is not null
    group by site_id, visitor_hash, created_at::timestamp::date)`,
};

const loadKind = async (run: Run, kind: HitKind, rows: Sql): Promise<void> => {
  const names = columnsOfKind(kind).map(({ name }) => name);
  const values = names.map(name => READ[name]?.(rows) ?? raw(name));
  await run(sql`delete from ${tableOf(kind)} where id in (select id from ${rows})`);
  await run(sql`insert into ${tableOf(kind)} (id, ${raw(names.join(', '))})
    select id, ${join(values, ', ')} from ${rows} order by id`);
  // Runs of consecutive ids.
  await run(sql`insert into silent_ids select ${kind}, min(id), max(id) from (
    select id, id - row_number() over (order by id) as run from ${rows} where is_silent
      and not exists (select 1 from silent_ids where kind = ${kind} and id between first_id and last_id)) group by run`);
};

/** Loads a history in one rebuild. When `verify` rejects, nothing has changed. */
export const loadHistory = (engine: HitEngine, { files, through, verify }: History): Promise<void> =>
  engine.rebuild(async copy => {
    const run = toRun(copy);
    for (const kind of HIT_KINDS) {
      const own = files.filter(file => file.kind === kind).map(({ file }) => file);
      if (own.length > 0) await loadKind(run, kind, readParquet(own));
    }
    // Rows have dates of UTC: zones are set again afterwards.
    await run(sql`delete from site_zones`);
    await verify(await sumByDay(toRead(copy), through));
  });
