/**
 * Streams a site's rows as a file that `import/` reads back. The engine itself writes the file, into a scratch folder: text
 * formats part by part, so that no more than one lies on the disk; Parquet, whose index comes last, as a whole that is read
 * while it is being written, or that stays where the caller wants it.
 */
import { rmSync } from 'node:fs';
import { columnsOfKind } from '../../../core/hits/columns.ts';
import type { ExportRequest, ExportStream } from '../../../core/hits/export.ts';
import type { ParquetFiles } from '../../../core/hits/parquet-files.ts';
import { MAX_DECIMALS } from '../../../core/hits/revenue.ts';
import type { HitEngine } from '../engine-types.ts';
import { tableOf } from '../queries/conditions.ts';
import { join, literal, raw, type Sql, sql, toRead, within } from '../sql/sql.ts';
import { WRITE_OPTIONS, writeInstant } from './formats.ts';
import { readGrowing, startWriting } from './growing-file.ts';
import { createFileSource, findParts, type RowSource } from './row-source.ts';

/** An amount in units of its currency, exactly. */
const AMOUNT = `(revenue_amount::decimal(18, 0) * ${1 / 10 ** MAX_DECIMALS}::decimal(5, ${MAX_DECIMALS}))::decimal(18, ${MAX_DECIMALS})`;

/** Columns that are written in another way than they are stored. */
const toWritten = (name: string, { siteUrl, format }: ExportRequest): Sql | undefined => {
  if (name === 'created_at') return raw(writeInstant(name, format));
  if (name === 'url') return sql`coalesce(url, ${siteUrl.replace(/\/+$/, '')} || path)`;
  // Nested in JSON, as the API writes it; a text in a table.
  if (name === 'properties' && format === 'ndjson') return raw('properties::json');
  if (name === 'revenue_amount') return raw(AMOUNT);
  if (name === 'visitor_hash') return raw("printf('%016x', visitor_hash)");
  return undefined;
};

/** Selects rows in the columns of an import. */
const selectRows = (request: ExportRequest, from: Sql): Sql => {
  const { kind } = request;
  const names = columnsOfKind(kind).flatMap(({ name, import: imported }) => (imported ? [name] : []));
  const values = names.map(name => sql`${toWritten(name, request) ?? raw(name)} as ${raw(name)}`);
  return sql`select ${literal(kind)} as type, ${join(values, ', ')} from ${from}`;
};

/**
 * Selects rows for one thread, which writes them in their order as it reads them: several collect what each has read first, in three
 * times the memory. A limit, even one that is never reached, keeps all others away. See decision 044.
 */
const inOneThread = (rows: Sql): Sql => sql`${rows} limit ${raw(String(Number.MAX_SAFE_INTEGER))}`;

/** Reads the rows that the engine has. */
const createTableSource = (
  engine: HitEngine,
  { siteId, span, kind }: ExportRequest,
  signal: AbortSignal,
): RowSource => {
  const own = sql`${tableOf(kind)} where site_id = ${siteId} and ${within('created_at', span)}`;
  return {
    findLastId: async (afterId, limit) => {
      const ids = sql`select id from ${own} and id > ${afterId} ${limit === undefined ? raw('') : sql`order by id limit ${limit}`}`;
      const [found] = await engine.readAtLength(
        session => toRead(session)<{ id: number | null }>(sql`select max(id) as id from (${ids})`),
        signal,
      );
      return found?.id ?? null;
    },
    openPart: async ({ afterId, throughId }) =>
      sql`${own} and id > ${afterId} and id <= ${throughId} order by id`,
    openAll: async () => own,
  };
};

/** Streams the rows that a request means: those of the engine, or those that are kept elsewhere. */
export async function* exportRows(
  engine: HitEngine,
  request: ExportRequest,
  files?: ParquetFiles,
): ExportStream {
  const { format } = request;
  const target = format === 'parquet' ? request.file : undefined;
  const { file, folder, signal, write, stop } = startWriting(engine, request.signal, target);
  const source = files
    ? createFileSource(files, request, { folder, signal })
    : createTableSource(engine, request, signal);
  try {
    if (format === 'parquet') {
      const rows = inOneThread(selectRows(request, await source.openAll()));
      const written = write(rows, `${WRITE_OPTIONS.parquet}, preserve_order false`);
      return target === undefined ? yield* readGrowing(file, written) : await written;
    }
    let count = 0;
    for await (const part of findParts(source)) {
      const rows = selectRows(request, await source.openPart(part));
      const written = write(
        rows,
        format === 'csv' ? `${WRITE_OPTIONS.csv}, header ${part.afterId === 0}` : WRITE_OPTIONS.ndjson,
      );
      count += await written;
      yield* readGrowing(file, written);
      rmSync(file);
    }
    return count;
  } finally {
    stop();
  }
}
