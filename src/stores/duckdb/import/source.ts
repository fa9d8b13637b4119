/** Opening an import file: Parquet is asked where it lies; text files are read once into the staging database. */
import { open } from 'node:fs/promises';
import { CommandError, isOutOfRoom } from '../../../core/errors.ts';
import type { ImportRequest } from '../../../core/hit-store.ts';
import type { Rebuild } from '../engine-types.ts';
import { isOutOfMemory } from '../instance.ts';
import { raw, type Sql, sql } from '../sql.ts';
import { cleanCsv } from './csv.ts';
import { FIELDS, type Field, fieldsOf, type Line, type Source } from './fields.ts';
import { cleanNdjson, findNdjsonLines } from './ndjson.ts';

const ONE_LINE_BYTES = 4 * 1024 * 1024;

const isField = (name: string): name is Field => FIELDS.some(field => field === name);

const everyText = (fields: ReadonlySet<Field>): Map<string, string> =>
  new Map([...fields].map(field => [field, 'VARCHAR']));

/** A text as a literal: table functions take no parameters in a `create table`. */
const literal = (text: string): Sql => raw(`'${text.replaceAll("'", "''")}'`);

/** A file's name for a table function: what it would take for a pattern of names is made to stand for itself. */
const named = (file: string): Sql => literal(file.replace(/[*?[\\]/g, '[$&]'));

/** Without it nothing in the file can be a row; one line then says more than a fault for each. */
const checkColumns = (file: string, names: readonly string[]): void => {
  if (names.includes('created_at')) return;
  const shown = names
    .slice(0, 20)
    .join(', ')
    .slice(0, 200)
    .replace(/[^\u0020-\u007e]/g, '?');
  throw new CommandError(
    `${file} has no column created_at, only: ${shown}; columns are parted by commas in CSV`,
  );
};

const openParquet = async (copy: Rebuild, file: string): Promise<Source> => {
  const relation = sql`read_parquet(${named(file)}, file_row_number = true, hive_partitioning = false)`;
  const described = sql`describe select * from ${relation}`;
  const columns = await copy.read<{ column_name: string; column_type: string }>(described.text);
  const types = new Map(columns.map(column => [column.column_name, column.column_type]));
  checkColumns(file, [...types.keys()]);
  const fields = new Set([...types.keys()].filter(isField));
  return {
    fields,
    rows: fieldsOf(relation, 'file_row_number', types),
    broken: { count: 0, faults: [] },
    findLines: async rows => new Map(rows.map((row): [number, Line] => [row, { line: row + 1 }])),
  };
};

/** Failures that are not the file's fault. */
const isBeyondTheFile = (copy: Rebuild, error: unknown): boolean =>
  copy.signal.aborted || isOutOfRoom(error) || isOutOfMemory(error);

const readNdjson = async (copy: Rebuild, file: string): Promise<boolean> => {
  const columns = FIELDS.map(field => `${field}: 'VARCHAR'`).join(', ');
  const statement = sql`create or replace table staging.main.given as select * from read_json(${named(file)},
    format = 'newline_delimited', ignore_errors = true, maximum_object_size = ${raw(String(ONE_LINE_BYTES))},
    hive_partitioning = false, columns = {${raw(columns)}})`;
  await copy.run(statement.text);
  const [found] = await copy.read<{ is_whole: boolean }>(
    'select not exists(select 1 from staging.main.given where created_at is null) as is_whole',
  );
  return found?.is_whole === true;
};

/**
 * Nothing is refused here: a line that is no JSON object becomes a row of nothing, which the rules then name. DuckDB's
 * reader takes the line after some broken ones with them, or gives up, so a file with any is made regular first.
 */
const openNdjson = async (copy: Rebuild, file: string, signal: AbortSignal): Promise<Source> => {
  const isWhole = await readNdjson(copy, file).catch(error => {
    if (isBeyondTheFile(copy, error)) throw error;
    return false;
  });
  if (!isWhole) {
    const clean = `${copy.folder}/clean.ndjson`;
    await cleanNdjson(file, clean, signal);
    await readNdjson(copy, clean);
  }
  return {
    fields: new Set(FIELDS),
    rows: fieldsOf(raw('staging.main.given'), 'rowid', everyText(new Set(FIELDS))),
    broken: { count: 0, faults: [] },
    findLines: rows => findNdjsonLines(file, rows),
  };
};

const openCsv = async (copy: Rebuild, file: string, signal: AbortSignal): Promise<Source> => {
  const clean = `${copy.folder}/clean.csv`;
  const { header, broken } = await cleanCsv(file, clean, signal);
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  if (twice !== undefined)
    throw new CommandError(`${file} has two columns named ${twice}; rename or remove one`);
  checkColumns(file, header);
  const columns = ['line', ...header.map((name, index) => (isField(name) ? name : `ignored_${index}`))];
  const types = columns.map(name => `${name}: '${name === 'line' ? 'BIGINT' : 'VARCHAR'}'`).join(', ');
  const statement = sql`create table staging.main.given as select * from read_csv(${named(clean)}, auto_detect = false,
    hive_partitioning = false, header = false, delim = ',', quote = '"', escape = '"', new_line = '\\n', max_line_size = ${raw(String(ONE_LINE_BYTES))},
    columns = {${raw(types)}})`;
  await copy.run(statement.text);
  const fields = new Set(header.filter(isField));
  return {
    fields,
    rows: fieldsOf(raw('staging.main.given'), 'rowid', everyText(fields)),
    broken,
    findLines: async rows => {
      const found = await copy.read<{ row: number; line: number }>(
        'select rowid as row, line from staging.main.given where rowid in (select unnest(?::bigint[]))',
        [rows],
      );
      return new Map(found.map(({ row, line }): [number, Line] => [row, { line }]));
    },
  };
};

/** The file of a request, ready to be asked. Throws a `CommandError` when it cannot be read as its format at all. */
export const openSource = async (copy: Rebuild, { file, format, signal }: ImportRequest): Promise<Source> => {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be read (${error.code}): check the path and its permissions`);
  });
  await handle.close();
  await copy.run(`attach '${`${copy.folder}/staging.duckdb`.replaceAll("'", "''")}' as staging`);
  try {
    if (format === 'parquet') return await openParquet(copy, file);
    const open = format === 'ndjson' ? openNdjson : openCsv;
    return await open(copy, file, signal ?? copy.signal);
  } catch (error) {
    if (error instanceof CommandError || isBeyondTheFile(copy, error)) throw error;
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new CommandError(`${file} cannot be read as ${format}: ${reason}`);
  }
};
