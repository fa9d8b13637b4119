/** Loads the log sums of an import, in the rebuild that adds its rows. */
import { MAX_LOG_NAMES } from '../../../core/hits/log-sums.ts';
import { fileLiteral, type Run, raw, type Sql, sql } from '../sql/sql.ts';

/** Longest line: two names of hundreds of characters, quoted. */
const MAX_LINE_BYTES = 64 * 1024;

/** What is beyond the largest of a day and kind has no name. */
const isKept = (column: string) =>
  raw(`case when place <= ${MAX_LOG_NAMES} or kind in ('mark', 'request') then ${column} else '' end`);

const readScratch = (
  file: string,
): Sql => sql`read_csv(${fileLiteral(file)}, auto_detect = false, hive_partitioning = false,
  header = true, delim = ',', quote = '"', escape = '"', new_line = '\\n', dateformat = '%Y-%m-%d', nullstr = '\\N',
  max_line_size = ${raw(String(MAX_LINE_BYTES))}, columns = {day: 'DATE', part: 'BIGINT', kind: 'VARCHAR', name: 'VARCHAR',
  detail: 'VARCHAR', requests: 'BIGINT', subscribers: 'BIGINT'})`;

interface LoadSums {
  readonly siteId: number;
  readonly importKey: string;
  readonly file: string;
}

/** Adds the sums of an export as they are, in the rebuild that is theirs. */
export const loadExportedSums = async (run: Run, { siteId, importKey, file }: LoadSums): Promise<void> => {
  await run(sql`insert into log_sums
    select ${siteId}, ${importKey}, part, day, kind, name, detail, requests, subscribers from ${readScratch(file)}`);
};

/** Adds the sums of a scratch file, those of the same day and name added up, without those that are taken back in it. */
export const loadLogSums = async (run: Run, { siteId, importKey, file }: LoadSums): Promise<void> => {
  await run(sql`insert into log_sums
    with given as materialized (select * from ${readScratch(file)}),
    voided as (select day, max(part) as last from given where kind = 'void' group by day),
    sums as (
      select day, kind, name, detail, sum(requests)::bigint as requests, max(subscribers) as subscribers
      from given left join voided using (day)
      where kind <> 'void' and (voided.last is null or part > voided.last) group by day, kind, name, detail),
    placed as (select *, row_number() over (partition by day, kind order by name = '', requests desc, name, detail) as place from sums)
    select ${siteId}, ${importKey}, 0, day, kind, ${isKept('name')}, ${isKept('detail')}, sum(requests)::bigint,
      max(subscribers)
    from placed group by all order by day, kind, 6, 7`);
};
