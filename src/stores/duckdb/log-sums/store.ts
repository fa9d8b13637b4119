/** The store of log sums. */
import {
  addMarks,
  type LogMark,
  type LogPart,
  type LogSumsStore,
  type LogTotal,
  toMarkRow,
} from '../../../core/hits/log-sums.ts';
import type { Day } from '../../../core/span.ts';
import type { HitEngine } from '../engine-types.ts';
import { type Read, type Sql, sql, toRun } from '../sql/sql.ts';

interface Covered {
  readonly first: Day | null;
  readonly last: Day | null;
}

export const createLogSumsStore = (engine: HitEngine): LogSumsStore => {
  const read: Read = statement => engine.read(statement.text, statement.values);
  return {
    async listMarks(siteId, pending) {
      const rows = await read<{ log: string; day: Day; lines: number; hash: string }>(
        sql`select import_key as log, day::varchar as day, requests as lines, name as hash
          from (${selectAll(siteId, pending)}) where kind = 'mark'`,
      );
      const marks = new Map<string, LogMark>();
      for (const { log, day, lines, hash } of rows) {
        const key = `${log} ${day}`;
        marks.set(key, addMarks(marks.get(key), { day, lines, hash: Number(hash) }));
      }
      return [...marks.values()];
    },
    putPart: part =>
      engine.change(async change => {
        const run = toRun(change);
        const { siteId, importKey, part: number } = part;
        await run(
          sql`delete from log_sums where site_id = ${siteId} and import_key = ${importKey} and part = ${number}`,
        );
        const rows = toRows(part);
        if (rows.length === 0) return;
        await run(
          sql`insert into log_sums (site_id, import_key, part, kind, name, detail, day, requests, subscribers)
            select ${siteId}, ${importKey}, ${number}, ${unnestRows(rows)}`,
        );
      }),
    async read({ siteId, first, last, limit, pending }) {
      const all = selectAll(siteId, pending);
      const [sums, [covered]] = await Promise.all([
        read<LogTotal>(sql`
          with sums as (
            select kind, name, detail, sum(requests)::bigint as requests,
              coalesce(arg_max(subscribers, day) filter (where subscribers > 0), 0) as subscribers,
              (max(day) filter (where subscribers > 0))::varchar as "lastDay"
            from (${all}) where kind <> 'mark' and day between ${first}::date and ${last}::date
            group by kind, name, detail),
          placed as (select *, row_number() over (partition by kind order by name = '', requests desc, name, detail) as place from sums)
          select kind, name, detail, requests, subscribers, "lastDay" from placed where place <= ${limit} or name = ''
          order by kind, name = '', requests desc, name, detail`),
        read<Covered>(
          sql`select min(day)::varchar as first, max(day)::varchar as last from (${all}) where kind = 'mark'`,
        ),
      ]);
      const { first: from = null, last: to = null } = covered ?? {};
      return { sums, covered: from !== null && to !== null ? { first: from, last: to } : null };
    },
  };
};

type Row = ReturnType<typeof toRows>[number];

/** Selects what is stored of a site, and what is pending: of a part that is, all is pending, also when it is stored. */
const selectAll = (siteId: number, pending: readonly LogPart[]): Sql => {
  const logs = pending.map(({ importKey }) => importKey);
  const parts = pending.map(({ part }) => part);
  const rows = pending.map(toRows);
  const keys = rows.flatMap((own, index) => own.map(() => logs[index] ?? ''));
  return sql`select import_key, kind, name, detail, day, requests, subscribers from log_sums
      left join (select unnest(${logs}::varchar[]) as import_key, unnest(${parts}::bigint[]) as pending_part) using (import_key)
      where site_id = ${siteId} and (pending_part is null or part < pending_part)
    union all select unnest(${keys}::varchar[]), ${unnestRows(rows.flat())}`;
};

/** Selects rows that are given, in the columns of the table from the kind on. */
const unnestRows = (rows: readonly Row[]): Sql => {
  const texts = (name: 'day' | 'kind' | 'name' | 'detail') => rows.map(row => row[name]);
  const counts = (name: 'requests' | 'subscribers') => rows.map(row => row[name]);
  return sql`unnest(${texts('kind')}::varchar[]), unnest(${texts('name')}::varchar[]),
    unnest(${texts('detail')}::varchar[]), unnest(${texts('day')}::varchar[])::date,
    unnest(${counts('requests')}::bigint[]), unnest(${counts('subscribers')}::bigint[])`;
};

const toRows = ({ sums, marks }: LogPart) => [...sums, ...marks.map(toMarkRow)];
