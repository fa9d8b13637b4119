/** Opens import files: Parquet is queried in place; text files are read once into the staging database. */
import { rmSync } from 'node:fs';
import { AppError, CommandError, isDiskFull } from '../../../core/errors.ts';
import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportRequest,
  PREPARED,
  PREPARED_SEPARATOR,
} from '../../../core/hits/import.ts';
import { MAX_LINE_BYTES, readLines } from '../../../lib/text-lines.ts';
import type { Rebuild } from '../engine-types.ts';
import { isOutOfMemory } from '../memory.ts';
import { fileLiteral, literal, quoteLiteral, raw, type Sql, sql, toRead } from '../sql/sql.ts';
import { cleanCsv, findPositions } from './csv.ts';
import { type BrokenRows, findConversions, isField, type Source, selectFields } from './fields.ts';
import { type ImportFile, mayHaveLongLine } from './file.ts';
import { cleanNdjson, findNdjsonLines, REVENUE } from './ndjson.ts';
import { readPlainHeader } from './plain-csv.ts';
import { ROW_NUMBER, readNumbered, writeScratch } from './scratch-rows.ts';

/** What DuckDB's readers take for one line, with the line's number and quotation marks. */
const READ_LINE_BYTES = 2 * MAX_LINE_BYTES;
/**
 * What DuckDB's reader of CSV has in memory at once, several times over: with the default of 32 MiB, an import in 128 MiB spends most of
 * its time on finding memory.
 */
const CSV_BUFFER_BYTES = 4 * 1024 ** 2;

/** Returns the columns of a text file, as they were read. */
const toGiven = (relation: Sql, fields: readonly ImportField[]): Columns => ({
  relation,
  row: ROW_NUMBER,
  types: new Map(fields.map(field => [field, 'VARCHAR'])),
});

/** Throws when the file lacks `created_at`: one error then says more than one for each row. */
const checkColumns = (file: ImportFile, names: readonly string[], hint: string): void => {
  if (names.includes('created_at')) return;
  const preview = names
    .slice(0, 20)
    .join(', ')
    .slice(0, 200)
    .replace(/[^\u0020-\u007e]/g, '?');
  throw new CommandError(`${file.name} has no column created_at, only: ${preview}; ${hint}`);
};

/** Columns of a file in a relation. */
interface Columns {
  readonly relation: Sql;
  /** Column with the number of a row. */
  readonly row: string;
  readonly types: ReadonlyMap<string, string>;
}

/** Describes the columns of a file: their values are converted as far as they need it. */
const describe = async (
  copy: Rebuild,
  { relation, row, types }: Columns,
): Promise<Pick<Source, 'fields' | 'texts' | 'conversions' | 'rows'>> => {
  const fields = [...types.keys()].filter(isField);
  const conversions = await findConversions(
    toRead(copy),
    relation,
    new Map(fields.map(field => [field, types.get(field) ?? ''])),
  );
  // A path may turn out to be a whole address.
  const hasUrl = types.has('path') && conversions.has('address as path');
  return {
    fields: new Set([...fields, ...(hasUrl ? (['url'] as const) : [])]),
    texts: new Set(fields.filter(field => types.get(field) === 'VARCHAR' || types.get(field) === 'BLOB')),
    conversions,
    rows: selectFields({ relation, row, types, conversions }),
  };
};

const NESTED_TYPE = /^(STRUCT|MAP|UNION|VARIANT)\b|\]$/;
const NONE_BROKEN: BrokenRows = { count: 0, faults: [], counts: new Map() };

/** Opens a Parquet file in place: a small one may hold many gigabytes of text. Columns outside the format are never decoded. */
const openParquet = async (copy: Rebuild, file: ImportFile): Promise<Source> => {
  if (file.sizeBytes === 0) throw new CommandError(`${file.name} is empty: it is not a Parquet file`);
  const plain = sql`read_parquet(${fileLiteral(file.path)}, hive_partitioning = false)`;
  const columns = await toRead(copy)<{ column_name: string; column_type: string }>(
    sql`describe select * from ${plain}`,
  );
  const types = new Map(columns.map(column => [column.column_name, column.column_type]));
  checkColumns(file, [...types.keys()], 'names are in small letters');
  if (columns.some(column => column.column_name.toLowerCase() === ROW_NUMBER))
    throw new CommandError(`${file.name} has a column ${ROW_NUMBER}: rename or remove it`);
  const fields = new Set([...types.keys()].filter(isField));
  for (const field of fields) {
    const type = types.get(field) ?? '';
    if (NESTED_TYPE.test(type))
      throw new CommandError(
        `${file.name}: column ${field} is nested (${type.slice(0, 60)}): write single values`,
      );
  }
  return {
    ...(await describe(copy, { relation: readNumbered(file.path), row: ROW_NUMBER, types })),
    broken: NONE_BROKEN,
    findLines: async rows => new Map(rows.map(row => [row, row + 1])),
  };
};

/** Rows of a file, and whether they are all that it has. */
interface ReadRows {
  readonly given: Sql;
  readonly isWhole: boolean;
}

/** Returns a part of `revenue`; null where it has none. */
const partOfRevenue = (name: string): string =>
  `case when starts_with(revenue, '{') then try(revenue ->> '$.${name}') end`;
/** Columns that `revenue` gives as an event of the API has it; what lacks an amount becomes one, for the rules to report. */
const REVENUE_COLUMNS = `
  coalesce(revenue_amount, ${partOfRevenue('amount')}, revenue) as revenue_amount,
  coalesce(revenue_currency, ${partOfRevenue('currency')}) as revenue_currency`;

const readNdjson = async (copy: Rebuild, file: string): Promise<ReadRows> => {
  const columns = [...IMPORT_FIELDS, REVENUE].map(field => `${field}: 'VARCHAR'`).join(', ');
  const rows = sql`select * exclude (${raw(REVENUE)}) replace (${raw(REVENUE_COLUMNS)}) from read_json(${fileLiteral(file)},
    format = 'newline_delimited', ignore_errors = true, maximum_object_size = ${raw(String(READ_LINE_BYTES))},
    hive_partitioning = false, columns = {${raw(columns)}})`;
  const given = await writeScratch(copy, rows, 'given');
  const isNested = IMPORT_FIELDS.filter(field => field !== 'properties')
    .map(field => `starts_with(${field}, '[') or starts_with(${field}, '{')`)
    .join(' or ');
  const [found] = await toRead(copy)<{ is_whole: boolean }>(
    sql`select not exists(select 1 from ${given} where created_at is null or ${raw(isNested)}) as is_whole`,
  );
  return { given, isWhole: found?.is_whole === true };
};

/**
 * Opens an NDJSON file. Nothing is refused here: a line that is no JSON object becomes an empty row, which the rules report.
 * DuckDB's reader drops the line after some broken ones too, or gives up, so a file with any is cleaned first.
 */
const openNdjson = async (copy: Rebuild, file: ImportFile, signal: AbortSignal): Promise<Source> => {
  const readPlain = () =>
    readNdjson(copy, file.path).catch(error => {
      if (copy.signal.aborted || isDiskFull(error)) throw error;
      return undefined;
    });
  const readClean = async () => {
    const clean = `${copy.folder}/clean.ndjson`;
    await cleanNdjson(file, clean, signal);
    return readNdjson(copy, clean);
  };
  const mayBePlain = file.sizeBytes > 0 && !(await mayHaveLongLine(file, signal));
  const plain = mayBePlain ? await readPlain() : undefined;
  const { given } = plain?.isWhole ? plain : await readClean();
  return {
    ...(await describe(copy, toGiven(given, IMPORT_FIELDS))),
    broken: NONE_BROKEN,
    findLines: rows => findNdjsonLines(file, rows),
  };
};

const openCsv = async (copy: Rebuild, file: ImportFile, signal: AbortSignal): Promise<Source> => {
  const plain = await readPlainHeader(file, signal);
  if (plain) {
    checkCsvColumns(file, plain);
    findPositions(file, plain);
    return loadCsv(copy, { path: file.path, columns: plain, hasHeader: true, hasLines: false }, NONE_BROKEN);
  }
  const clean = `${copy.folder}/clean.csv`;
  const { header, fields: given, broken } = await cleanCsv(file, clean, signal);
  checkCsvColumns(file, header);
  return loadCsv(copy, { path: clean, columns: given, hasHeader: false, hasLines: true }, broken);
};

const checkCsvColumns = (file: ImportFile, header: readonly string[]): void =>
  checkColumns(file, header, 'columns are separated by commas in CSV');

/** A well-formed CSV file. */
interface WellFormedCsv {
  readonly path: string;
  /** Names of its columns. */
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  /** Whether records begin with their line, before the columns; else each is one line. */
  readonly hasLines: boolean;
  /** What separates its fields. Default: a comma. */
  readonly separator?: string;
}

/** Loads a well-formed CSV file. */
const loadCsv = async (
  copy: Rebuild,
  { path, columns, hasHeader, hasLines, separator = ',' }: WellFormedCsv,
  broken: BrokenRows,
): Promise<Source> => {
  const given = columns.filter(isField);
  const lines = hasLines ? ['line'] : [];
  const types = [
    ...lines.map(name => `${name}: 'BIGINT'`),
    ...columns.map((name, index) => `${isField(name) ? name : `other_${index}`}: 'VARCHAR'`),
  ];
  const selected = [...lines, ...given];
  const rows = sql`select ${raw(selected.join(', '))} from read_csv(${fileLiteral(path)}, auto_detect = false,
    hive_partitioning = false, header = false, skip = ${raw(hasHeader ? '1' : '0')}, delim = ${literal(separator)}, quote = '"', escape = '"', new_line = '\\n', max_line_size = ${raw(String(READ_LINE_BYTES))}, buffer_size = ${raw(String(CSV_BUFFER_BYTES))},
    columns = {${raw(types.join(', '))}})`;
  const relation = await writeScratch(copy, rows, 'given');
  return {
    ...(await describe(copy, toGiven(relation, given))),
    broken,
    findLines: async rows => {
      // The header is the first line.
      if (!hasLines) return new Map(rows.map(row => [row, row + 2]));
      const found = await toRead(copy)<{ row: number; line: number }>(
        sql`select ${raw(ROW_NUMBER)} as row, line from ${relation}
          where ${raw(ROW_NUMBER)} in (select unnest(${rows}::bigint[]))`,
      );
      return new Map(found.map(({ row, line }) => [row, line]));
    },
  };
};

/** Returns the fields that the header of a prepared file names, in order. */
const readPreparedHeader = async (file: ImportFile, signal: AbortSignal): Promise<ImportField[]> => {
  for await (const [first] of readLines(file.blocks(signal)))
    return (first?.toString('utf8') ?? '').split(PREPARED_SEPARATOR).slice(1).filter(isField);
  return [];
};

/** Opens a file that a reader of foreign files made: it needs no cleaning. */
const openPrepared = async (copy: Rebuild, file: ImportFile, signal: AbortSignal): Promise<Source> => {
  const columns = await readPreparedHeader(file, signal);
  const shape = { hasHeader: true, hasLines: true, separator: PREPARED_SEPARATOR };
  const source = await loadCsv(copy, { path: file.path, columns, ...shape }, NONE_BROKEN);
  if (!columns.includes('visitor_hash')) return source;
  const conversions = new Set(source.conversions);
  for (const name of ['find source', 'name source'] as const) conversions.delete(name);
  return { ...source, conversions };
};

const OPENERS = { parquet: openParquet, ndjson: openNdjson, csv: openCsv, [PREPARED]: openPrepared } as const;

/** Maps a failure to an error that the operator can act on, where the file is its cause. */
export const toFileError = (
  error: unknown,
  { name }: ImportFile,
  format: ImportRequest['format'],
): unknown => {
  if (error instanceof CommandError || error instanceof AppError || isDiskFull(error)) return error;
  if (isOutOfMemory(error))
    return new CommandError(
      `${name} needs more memory than there is: raise --memory-limit${format === 'parquet' ? ', or write it with smaller row groups' : ''}`,
    );
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/[\r\n]/);
  // An answer does not say where the server keeps uploads.
  const shown = reason.replaceAll(/(["'])\/[^"']*\1/g, (_path, quote) => `${quote}${name}${quote}`);
  return new CommandError(
    `${name} cannot be read as ${format}, so nothing was imported: ${shown.replaceAll(/\p{Cc}/gu, '?').slice(0, 300)}`,
  );
};

/** Opens the file of a request. Throws when it cannot be read in its format. */
export const openSource = async (
  copy: Rebuild,
  file: ImportFile,
  { format, signal = copy.signal }: ImportRequest,
): Promise<Source> => {
  const staging = `${copy.folder}/staging.duckdb`;
  rmSync(staging, { force: true });
  // The latest compression takes two thirds of the time of the default.
  await copy.run(`attach ${quoteLiteral(staging)} as staging (STORAGE_VERSION 'v1.5.0')`);
  return OPENERS[format](copy, file, signal);
};
