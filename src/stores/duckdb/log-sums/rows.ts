/** Rows of log sums: those that are stored, and those that a followed log has beside them. */
import { type LogPart, toMarkRow } from '../../../core/hits/log-sums.ts';
import { type Sql, sql } from '../sql/sql.ts';

type Row = ReturnType<typeof toRows>[number];

/** Selects what is stored of a site, and what is pending: of a part that is, all is pending, also when it is stored. */
export const selectAll = (siteId: number, pending: readonly LogPart[]): Sql => {
  const logs = pending.map(({ importKey }) => importKey);
  const parts = pending.map(({ part }) => part);
  const rows = pending.map(toRows);
  const keys = rows.flatMap((own, index) => own.map(() => logs[index] ?? ''));
  const ofParts = rows.flatMap((own, index) => own.map(() => parts[index] ?? 0));
  return sql`select import_key, part, kind, name, detail, day, requests, subscribers from log_sums
      left join (select unnest(${logs}::varchar[]) as import_key, unnest(${parts}::bigint[]) as pending_part) using (import_key)
      where site_id = ${siteId} and (pending_part is null or part < pending_part)
    union all select unnest(${keys}::varchar[]), unnest(${ofParts}::bigint[]), ${unnestRows(rows.flat())}`;
};

/** Selects rows that are given, in the columns of the table from the kind on. */
export const unnestRows = (rows: readonly Row[]): Sql => {
  const texts = (name: 'day' | 'kind' | 'name' | 'detail') => rows.map(row => row[name]);
  const counts = (name: 'requests' | 'subscribers') => rows.map(row => row[name]);
  return sql`unnest(${texts('kind')}::varchar[]), unnest(${texts('name')}::varchar[]),
    unnest(${texts('detail')}::varchar[]), unnest(${texts('day')}::varchar[])::date,
    unnest(${counts('requests')}::bigint[]), unnest(${counts('subscribers')}::bigint[])`;
};

export const toRows = ({ sums, marks }: LogPart) => [...sums, ...marks.map(toMarkRow)];
