/** Parquet of many rows: parts that are written at the same time, each by one thread, and joined. See decision 044. */
import type { ExportStream } from '../../../core/hits/export.ts';
import type { HitEngine } from '../engine-types.ts';
import { PARALLEL_READS } from '../sql/parallel-reads.ts';
import { quoteLiteral, type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { WRITE_OPTIONS } from './formats.ts';
import { joinParquet } from './join-parquet.ts';

/** Rows of a part: some 20 MB. */
const ROWS_PER_PART = 1_000_000;
/** Ranges of row numbers that are counted, of which parts are made. */
const RANGES_PER_PART = 64;

/**
 * Finds parts of rows with about the same number of rows each, in the order in which they are stored: as many at a time as are
 * written at once, or one where there are few. Rows that come later are in the last one.
 */
export async function findParallelParts(
  read: Read,
  rows: Sql,
  rowsPerPart = ROWS_PER_PART,
): Promise<readonly Sql[]> {
  const width = Math.ceil(rowsPerPart / RANGES_PER_PART);
  const ranges = await read<{ range: number; rows: number }>(
    sql`select rowid // ${width} as range, count(*) as rows from ${rows} group by range order by range`,
  );
  const total = ranges.reduce((sum, range) => sum + range.rows, 0);
  if (PARALLEL_READS === 1 || total <= rowsPerPart / 2) return [rows];
  const count = Math.ceil(total / (rowsPerPart * PARALLEL_READS)) * PARALLEL_READS;
  const ends: number[] = [];
  let before = 0;
  for (const range of ranges) {
    before += range.rows;
    if (ends.length < count - 1 && before >= ((ends.length + 1) * total) / count)
      ends.push((range.range + 1) * width);
  }
  return [...ends, Number.MAX_SAFE_INTEGER].map(
    (end, index) => sql`${rows} and rowid >= ${ends[index - 1] ?? 0} and rowid < ${end}`,
  );
}

/**
 * Selects rows for one thread. Without `preserve_order` DuckDB writes rows as they come, and a limit, even one that is never
 * reached, lets them come in order, one after another.
 */
export const copyInOneThread = (rows: Sql, file: string): Sql =>
  sql`copy (${rows} limit ${raw(String(Number.MAX_SAFE_INTEGER))}) to ${raw(quoteLiteral(file))} (${raw(
    `${WRITE_OPTIONS.parquet}, preserve_order false, use_tmp_file false`,
  )})`;

interface WritingOptions {
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Writes selections of rows to files, and reports each finished file, in order. Returns the number of rows. */
const writeParts = (
  engine: HitEngine,
  parts: readonly Sql[],
  { folder, signal, onFile }: WritingOptions & { readonly onFile: (file: string) => void },
): Promise<number> =>
  engine.readInParallel(async ({ runTogether }) => {
    let rows = 0;
    for (let index = 0; index < parts.length; index += PARALLEL_READS) {
      const files: string[] = [];
      const statements = parts.slice(index, index + PARALLEL_READS).map((part, offset) => {
        const file = `${folder}/part-${index + offset}.parquet`;
        files.push(file);
        return copyInOneThread(part, file);
      });
      for (const count of await runTogether(statements)) rows += count;
      for (const file of files) onFile(file);
    }
    return rows;
  }, signal);

/** Streams selections of rows as one file, each part while the next ones are being written. */
export async function* exportInParts(
  engine: HitEngine,
  parts: readonly Sql[],
  options: WritingOptions,
): ExportStream {
  let written = Promise.resolve(0);
  const files = new ReadableStream<string>({
    start(controller) {
      written = writeParts(engine, parts, { ...options, onFile: file => controller.enqueue(file) });
      written.then(() => controller.close()).catch(error => controller.error(error));
    },
  });
  yield* joinParquet(files);
  return await written;
}
