/** Imports days from a scratch file. */
import { CommandError } from '../../../core/errors.ts';
import {
  IMPORTED_COLUMNS,
  IMPORTED_MEASURES,
  type ImportDaysRequest,
  type ImportedDaysReport,
} from '../../../core/hits/imported-days.ts';
import type { HitEngine } from '../engine-types.ts';
import { fileLiteral, raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';
import { isOfImport, toPartKey } from './parts.ts';
import { updateSpans } from './spans.ts';

/** Longest line: a few values of thousands of characters, quoted. */
const MAX_LINE_BYTES = 256 * 1024;

const TYPES: Readonly<Partial<Record<string, string>>> = {
  day: 'DATE',
  dimension: 'VARCHAR',
  value: 'VARCHAR',
};

/** Selects the rows of the file, those of the same part, day, dimension and value added up. */
const selectFile = (file: string): Sql => {
  const columns = IMPORTED_COLUMNS.map(name => `${name}: '${TYPES[name] ?? 'BIGINT'}'`).join(', ');
  const sums = [...IMPORTED_MEASURES, 'unique_views']
    .map(name => `sum(${name})::bigint as ${name}`)
    .join(', ');
  return sql`select part, day, dimension, value, ${raw(sums)}
    from read_csv(${fileLiteral(file)}, auto_detect = false, hive_partitioning = false, header = true, delim = ',',
      quote = '"', escape = '"', new_line = '\\n', dateformat = '%Y-%m-%d', max_line_size = ${raw(String(MAX_LINE_BYTES))}, columns = {${raw(columns)}})
    group by part, day, dimension, value`;
};

/** Imports days, in place of those with the same key. All or nothing: they are in the next snapshot, or there is none. */
export const importDays = (engine: HitEngine, request: ImportDaysRequest): Promise<ImportedDaysReport> => {
  const { siteId, importKey, file, clipZone, signal } = request;
  return engine.rebuild(
    async copy => {
      const [run, read] = [toRun(copy), toRead(copy)];
      const own = sql`site_id = ${siteId} and ${isOfImport(importKey)}`;
      await run(sql`delete from imported_days where ${own}`);
      await run(sql`insert into imported_days
        with days as materialized (${selectFile(file)}),
        pages as (select part, day, sum(visitors)::bigint as visitors from days where dimension = 'path'
          group by part, day)
        select ${siteId}, ${toPartKey(importKey)}, days.day, dimension, value, days.visitors, visits, views,
          coalesce(unique_views, case when dimension = 'total' then pages.visitors end, days.visitors),
          bounces, duration_seconds, events, ${clipZone ?? null}::varchar
        from days left join pages on pages.day = days.day and pages.part is not distinct from days.part
        order by days.part, dimension, days.day, value`);
      await updateSpans(run, sql`site_id = ${siteId}`);
      const [found] = await read<ImportedDaysReport>(sql`select count(*) as rows, min(day)::varchar as first,
          max(day)::varchar as last, coalesce(sum(views) filter (where dimension = 'total'), 0)::bigint as views
        from imported_days where ${own}`);
      if (!found || found.rows === 0) throw new CommandError('The import has no days');
      return found;
    },
    signal ? { signal } : {},
  );
};
