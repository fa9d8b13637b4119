/** Rows that are read in parts: from files, where they are kept elsewhere. */
import type { ParquetFiles, RowSelection } from '../../../core/hits/parquet-files.ts';
import { readParquet } from '../sql/parquet.ts';
import { type Sql, sql } from '../sql/sql.ts';

/** Rows of a part: some 40 MB of JSON. */
const PART_ROWS = 100_000;

/** Rows with ids after one, through another. */
interface IdSlice {
  readonly afterId: number;
  readonly throughId: number;
}

/** Rows of a kind that are read in parts. */
export interface RowSource {
  /** Returns the newest id of rows after one, or of the first `limit` of them; null without any. */
  findLastId(afterId: number, limit?: number): Promise<number | null>;
  /** Returns what the rows of a part are selected from, until the next one is opened. */
  openPart(part: IdSlice): Promise<Sql>;
  /** Returns what all rows are selected from. */
  openAll(): Promise<Sql>;
}

/** Finds the parts of a source: one at least, of rows that were stored before. */
export async function* findParts(source: Pick<RowSource, 'findLastId'>): AsyncGenerator<IdSlice, void, void> {
  const lastId = (await source.findLastId(0)) ?? 0;
  for (let afterId = 0, isFirst = true; isFirst || afterId < lastId; isFirst = false) {
    const throughId = Math.min((await source.findLastId(afterId, PART_ROWS)) ?? lastId, lastId);
    yield { afterId, throughId };
    afterId = throughId;
  }
}

/** Selects rows of files with their instants as they are stored here. */
const selectRowFiles = (files: readonly string[]): Sql =>
  sql`(select * replace (created_at::timestamp as created_at) from ${readParquet(files)})`;

/** Reads rows that are kept elsewhere, from files in a scratch folder. */
export const createFileSource = (
  files: ParquetFiles,
  { siteId, kind, span }: Omit<RowSelection, 'afterId'>,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): RowSource => {
  const findLastId: RowSource['findLastId'] = (afterId, limit) =>
    files.findLastId({ siteId, kind, span, afterId }, { signal, ...(limit !== undefined && { limit }) });
  const write = async (part: IdSlice, name: string): Promise<string> => {
    const file = `${folder}/${name}.parquet`;
    await files.writeRows({ siteId, kind, span, ...part }, file, signal);
    return file;
  };
  return {
    findLastId,
    openPart: async part => selectRowFiles([await write(part, 'part')]),
    openAll: async () => {
      const written: string[] = [];
      for await (const part of findParts({ findLastId }))
        written.push(await write(part, `${kind}-${written.length}`));
      return selectRowFiles(written);
    },
  };
};
