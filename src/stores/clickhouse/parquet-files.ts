/** Writes rows and groups to files. */
import { AppError, CommandError, isDiskFull, unavailable } from '../../core/errors.ts';
import { columnsOfKind } from '../../core/hits/columns.ts';
import type { ParquetFiles, RowSelection } from '../../core/hits/parquet-files.ts';
import type { Log } from '../../core/log.ts';
import type { UseOptions } from '../read-limits.ts';
import { raw, type Sql, sql } from '../sql/fragment.ts';
import type { ClickHouse } from './client.ts';
import { withGroups } from './queries/counts.ts';
import { storedColumns } from './schema.ts';
import type { SiteDays } from './site-days.ts';
import { BY_INSTANT, within } from './sql.ts';

const toCondition = ({ siteId, kind, span, afterId }: RowSelection): Sql =>
  sql`site_id = ${siteId} and kind = ${kind} and ${within(span, BY_INSTANT)} and id > ${afterId}`;

const selectColumns = ({ kind }: RowSelection): Sql => {
  const own = new Set(columnsOfKind(kind));
  return raw(['id', ...storedColumns.filter(column => own.has(column)).map(({ name }) => name)].join(', '));
};

const atLength = (signal: AbortSignal | undefined): UseOptions => ({
  isAtLength: true,
  ...(signal && { signal }),
});

/** Whether an error says itself what is wrong, and whose fault it is. */
const isNamed = (error: unknown): boolean =>
  error instanceof AppError || error instanceof CommandError || isDiskFull(error);

/** Creates what writes files of the rows that were delivered. */
export const createParquetFiles = (db: ClickHouse, log: Log, days: SiteDays): ParquetFiles => {
  /** Reads rows: a statement that is refused is no fault of the file that is imported or exported with them. */
  const readRows = async <T>(read: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      if (signal?.aborted || isNamed(error)) throw error;
      log.error({ err: error }, 'ClickHouse refused to read hits for a file');
      throw unavailable('The database of hits refuses to read stored hits: the log of the server says why');
    }
  };
  return {
    findLastId: (rows, { limit, signal }) =>
      readRows(async () => {
        const ids = sql`select id from rows where ${toCondition(rows)}`;
        const [found] = await db.readWith(atLength(signal))<{ rows: number; id: number }>(
          sql`select count() as rows, max(id) as id from (${limit === undefined ? ids : sql`${ids} order by id limit ${limit}`})`,
        );
        return found && found.rows > 0 ? found.id : null;
      }, signal),
    writeRows: (rows, file, signal) =>
      readRows(
        () =>
          db.writeParquet(
            sql`select ${selectColumns(rows)} from rows where ${toCondition(rows)} and id <= ${rows.throughId} order by id`,
            file,
            atLength(signal),
          ),
        signal,
      ),
    writeGroups: async (request, file, options) => {
      const { siteId } = request.query;
      await days.read([siteId], () => {
        const groups = withGroups({ ...request, query: { ...request.query, ...days.of(siteId) } });
        return db.writeParquet(
          sql`${groups} select key, hits, unique_hits, visitors, visits from groups`,
          file,
          options,
        );
      });
    },
  };
};
