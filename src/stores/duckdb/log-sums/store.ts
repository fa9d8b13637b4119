/** The store of log sums. */
import { type LogSumsStore, type LogTotal, toMark } from '../../../core/hits/log-sums.ts';
import type { Day } from '../../../core/span.ts';
import type { HitEngine } from '../engine-types.ts';
import { sql, toRead, toRun } from '../sql/sql.ts';
import { exportLogSums } from './export.ts';
import { loadExportedSums } from './load.ts';
import { selectAll, toRows, unnestRows } from './rows.ts';

interface Covered {
  readonly first: Day | null;
  readonly last: Day | null;
}

export const createLogSumsStore = (engine: HitEngine): LogSumsStore => {
  const read = toRead(engine);
  return {
    async listMarks(siteId, pending) {
      const rows = await read<Parameters<typeof toMark>[0]>(
        sql`select * replace (day::varchar as day) from (${selectAll(siteId, pending)}) where kind = 'mark' order by day, import_key, part`,
      );
      return rows.map(toMark);
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
    exportSums: request => exportLogSums(engine, request),
    importSums: ({ signal, ...request }) =>
      engine.rebuild(copy => loadExportedSums(toRun(copy), request), signal ? { signal } : {}),
  };
};
