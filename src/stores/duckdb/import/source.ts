/** Opening an import file: Parquet is asked where it lies; text files are read once into the staging database. */
import { open } from 'node:fs/promises';
import { CommandError } from '../../../core/errors.ts';
import type { ImportRequest } from '../../../core/hit-store.ts';
import type { Rebuild } from '../engine-types.ts';
import { raw, type Sql, sql } from '../sql.ts';
import { cleanCsv } from './csv.ts';
import { FIELDS, type Field, fieldsOf, type Line, type Source } from './fields.ts';
import { findNdjsonLines } from './ndjson.ts';

const ONE_LINE_BYTES = 4 * 1024 * 1024;

const isField = (name: string): name is Field => FIELDS.some(field => field === name);

const everyText = (fields: ReadonlySet<Field>): Map<string, string> =>
  new Map([...fields].map(field => [field, 'VARCHAR']));

/** A text as a literal: table functions take no parameters in a `create table`. */
const literal = (text: string): Sql => raw(`'${text.replaceAll("'", "''")}'`);

const openParquet = async (copy: Rebuild, file: string): Promise<Source> => {
  const relation = sql`read_parquet(${literal(file)}, file_row_number = true)`;
  const described = sql`describe select * from ${relation}`;
  const columns = await copy.read<{ column_name: string; column_type: string }>(described.text);
  const types = new Map(columns.map(column => [column.column_name, column.column_type]));
  const fields = new Set([...types.keys()].filter(isField));
  return {
    fields,
    rows: fieldsOf(relation, 'file_row_number', types),
    broken: { count: 0, faults: [] },
    findLines: async rows => new Map(rows.map((row): [number, Line] => [row, { line: row + 1 }])),
  };
};

/** Nothing is refused here: a line that is no JSON object becomes a row of nothing, which the rules then name. */
const openNdjson = async (copy: Rebuild, file: string): Promise<Source> => {
  const columns = FIELDS.map(field => `${field}: 'VARCHAR'`).join(', ');
  const statement = sql`create table staging.main.given as select * from read_json(${literal(file)},
    format = 'newline_delimited', ignore_errors = true, maximum_object_size = ${raw(String(ONE_LINE_BYTES))},
    columns = {${raw(columns)}})`;
  await copy.run(statement.text);
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
  const columns = ['line', ...header.map((name, index) => (isField(name) ? name : `ignored_${index}`))];
  const types = columns.map(name => `${name}: '${name === 'line' ? 'BIGINT' : 'VARCHAR'}'`).join(', ');
  const statement = sql`create table staging.main.given as select * from read_csv(${literal(clean)}, auto_detect = false,
    header = false, delim = ',', quote = '"', escape = '"', new_line = '\\n', max_line_size = ${raw(String(ONE_LINE_BYTES))},
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
    return format === 'ndjson'
      ? await openNdjson(copy, file)
      : await openCsv(copy, file, signal ?? copy.signal);
  } catch (error) {
    if (error instanceof CommandError || copy.signal.aborted) throw error;
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new CommandError(`${file} cannot be read as ${format}: ${reason}`);
  }
};
