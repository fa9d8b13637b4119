/**
 * ClickHouse's engine behind ClickHouse's own HTTP, as a process: `@clickhouse/client` talks to it as to a server. It runs one
 * statement at a time. Run as a program: `bun test/support/chdb-server.ts FOLDER PORT SETTINGS` prints its address and ends with
 * its input.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** What is used of the engine. */
interface Session {
  query(statement: string, format?: string): unknown;
  queryBind(statement: string, parameters: object, format: string): unknown;
}

/** Characters of a parameter of an address: as `http_max_field_value_size` of ClickHouse has them. */
const MAX_FIELD_LENGTH = 131_072;

/** Parameters of a request that are no settings of the statement. */
const NO_SETTINGS = new Set([
  'query',
  'database',
  'query_id',
  'default_format',
  'session_id',
  'enable_http_compression',
  'wait_end_of_query',
  'role',
  // Of the request, or of the server.
  'readonly',
  'cancel_http_readonly_queries_on_client_close',
]);
const ESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '0': '\0', b: '\b', f: '\f' };

const unescapeText = (text: string): string =>
  text.replaceAll(/\\(.)/gs, (_, mark: string) => ESCAPED[mark] ?? mark);
const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Parses a list of quoted texts. The engine takes a list where a server parses it by itself. */
const parseTexts = (list: string): string[] =>
  Array.from(list.matchAll(/'((?:[^'\\]|\\.)*)'/gs), ([, quoted = '']) => unescapeText(quoted));

interface Statement {
  readonly text: string;
  readonly settings: readonly string[];
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  readonly defaultFormat: string;
  /** Rows of an insert. */
  readonly rows: Uint8Array;
}

const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function readStatement(url: URL, body: Uint8Array, form: readonly (readonly [string, string])[]): Statement {
  const inUrl = url.searchParams.get('query');
  const text = inUrl ?? form.find(([name]) => name === 'query')?.[1] ?? toText(body);
  const parameters: Record<string, string | readonly string[]> = {};
  const settings: string[] = [];
  for (const [name, value] of [...url.searchParams, ...form]) {
    if (name.startsWith('param_')) {
      if (encodeURIComponent(value).length > MAX_FIELD_LENGTH)
        throw new Error('Code: 1000. Field value too long');
      const parameter = name.slice(6);
      parameters[parameter] = text.includes(`{${parameter}:Array(String)`)
        ? parseTexts(value)
        : unescapeText(value);
    }
    if (!name.startsWith('param_') && !NO_SETTINGS.has(name))
      settings.push(`${name} = ${/^-?\d+$/.test(value) ? value : quote(value)}`);
  }
  const defaultFormat = url.searchParams.get('default_format') ?? 'TabSeparated';
  return { text, rows: inUrl === null ? new Uint8Array() : body, settings, parameters, defaultFormat };
}

/** Runs `work` with the name of a file that is removed after it. */
function withFile<T>(work: (file: string) => T): T {
  const file = join(tmpdir(), `chdb-${crypto.randomUUID()}`);
  try {
    return work(file);
  } finally {
    rmSync(file, { force: true });
  }
}

/** An insert without its rows. */
interface Insert {
  readonly into: string;
  /** Its settings, as a clause. */
  readonly set: string;
  readonly format: string;
}

/** Inserts rows. The engine's own statement is a text: other rows come from a file. */
function insertRows(session: Session, { into, set, format }: Insert, rows: Uint8Array): string {
  if (!/parquet/i.test(format)) return String(session.query(`${into}${set}${format}\n${toText(rows)}`) ?? '');
  return withFile(file => {
    writeFileSync(file, rows);
    return String(session.query(`${into} FROM INFILE ${quote(file)}${set}${format}`) ?? '');
  });
}

/** Runs a statement with its settings where the engine's grammar has them. */
function run(
  session: Session,
  { text, settings, parameters, defaultFormat, rows }: Statement,
): string | Buffer<ArrayBuffer> {
  const set = settings.length === 0 ? '' : ` SETTINGS ${settings.join(', ')}`;
  const insert = /^(\s*insert\s.*?)(\s+FORMAT\s+\w+)\s*$/is.exec(text);
  if (insert) return insertRows(session, { into: insert[1] ?? '', set, format: insert[2] ?? '' }, rows);
  const format = /\s+FORMAT\s+(\w+)\s*;?\s*$/i.exec(text);
  const statement = format ? text.slice(0, format.index) : text;
  const complete = /^\s*(select|with)\b/i.test(statement) ? `${statement}${set}` : statement;
  const output = format?.[1] ?? defaultFormat;
  // The engine's own answer is a text.
  if (output === 'Parquet')
    return withFile(file => {
      session.queryBind(
        `insert into function file(${quote(file)}, 'Parquet') ${complete}`,
        parameters,
        output,
      );
      return readFileSync(file);
    });
  const hasParameters = Object.keys(parameters).length > 0;
  return String(
    (hasParameters ? session.queryBind(complete, parameters, output) : session.query(complete, output)) ?? '',
  );
}

// The package is not one of the project's own, and may not be installed.
const { Session }: { readonly Session: new (folder: string) => Session } = await import(
  join(import.meta.dir, '../../.chdb/node_modules/chdb/index.js')
);
const [, , folder = './chdb', port = '0', ownSettings = ''] = process.argv;
const session = new Session(folder);
if (ownSettings !== '') session.query(`SET ${ownSettings}`);
let used: string | null = null;
/** Makes a database that of the next statement. */
function use(database: string | null): void {
  if (database === null || database === used) return;
  used = null;
  session.query(`USE \`${database}\``);
  used = database;
}
const server = Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  idleTimeout: 255,
  maxRequestBodySize: 2 ** 30,
  async fetch(request) {
    const url = new URL(request.url);
    if (url.pathname === '/ping') return new Response('Ok.\n');
    const bytes = await request.bytes();
    const body = request.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes;
    const form = request.headers.get('content-type')?.startsWith('multipart/')
      ? [...(await new Response(bytes, request).formData())].map(
          ([name, value]) => [name, String(value)] as const,
        )
      : [];
    try {
      use(request.headers.get('x-clickhouse-database'));
      return new Response(run(session, readStatement(url, body, form)), {
        headers: {
          'x-clickhouse-query-id': url.searchParams.get('query_id') ?? '',
          'x-clickhouse-summary': '{}',
        },
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const code = /Code: (\d+)/.exec(message)?.[1] ?? '1';
      const text = message.startsWith('Code:') ? message : `Code: ${code}. DB::Exception: ${message}`;
      return new Response(text, { status: 500, headers: { 'x-clickhouse-exception-code': code } });
    }
  },
});
process.stdout.write(`${server.url.origin}\n`);
for await (const _ of Bun.stdin.stream()) {
  // Only its end matters.
}
process.exit(0);
