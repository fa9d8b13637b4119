/** Import of files that have to be parsed: the own format as CSV and an access log, their undo, and the memory it takes. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { getDataset } from './dataset.ts';
import { openReference, type ReferenceEngine } from './reference.ts';
import { callApi, createKey, createSite, runProgram, type Server, startServer } from './server.ts';
import { formatNumber, formatSpread, type Row, type Section, summarize } from './table.ts';

/** A kind of files. */
interface Kind {
  readonly what: string;
  readonly ending: string;
  /** Writes the file from the history. */
  readonly write: (dataset: string, file: string) => string;
  /** Selects the rows of the file as the reference stores them. */
  readonly select: (file: string) => string;
  readonly aim?: number;
}

const AGENT = `'Mozilla/5.0 (' || case platform_name when 'iOS' then 'iPhone; CPU iPhone OS 17_4 like Mac OS X'
    when 'Android' then 'Linux; Android 14; Pixel 8' when 'macOS' then 'Macintosh; Intel Mac OS X 10_15_7'
    when 'Linux' then 'X11; Linux x86_64' else 'Windows NT 10.0; Win64; x64' end ||
  case browser_name when 'Firefox' then '; rv:128.0) Gecko/20100101 Firefox/128.0'
    when 'Safari' then ') AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/604.1'
    else ') AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36' end`;
const LINE = `(1 + hash(visitor_hash) % 220) || '.' || (hash(visitor_hash, 1) % 256) || '.' || (hash(visitor_hash, 2) % 256) || '.7 - - ['
  || strftime(created_at, '%d/%b/%Y:%H:%M:%S') || ' +0000] "GET ' || path || ' HTTP/1.1" 200 5120 "' || coalesce(referrer, '-')
  || '" "' || ${AGENT} || '"'`;
const REQUEST = '^(\\S+) \\S+ \\S+ \\[([^\\]]+)\\] "(\\S+) (\\S+) [^"]*" (\\d+) \\S+ "([^"]*)" "([^"]*)"';
/** No line has this character: a line is one field. */
const DELIMITER = "'\\t'";

const KINDS: readonly Kind[] = [
  {
    what: 'CSV of the own format',
    ending: 'csv',
    write: (
      dataset,
      file,
    ) => `copy (select * replace (strftime(created_at, '%Y-%m-%dT%H:%M:%S.%gZ') as created_at)
      from read_parquet('${dataset}')) to '${file}' (format csv, header)`,
    select: file => `select created_at::timestamp as created_at, * exclude (created_at, visitor_hash),
      ('0x' || visitor_hash)::ubigint as visitor_hash from read_csv('${file}')`,
    aim: 1.8,
  },
  {
    what: 'access log, combined format',
    ending: 'log',
    write: (dataset, file) =>
      `copy (select ${LINE} from read_parquet('${dataset}')) to '${file}' (format csv, header false, delimiter ${DELIMITER}, quote '', escape '')`,
    select:
      file => `select fields.address, strptime(fields.moment, '%d/%b/%Y:%H:%M:%S %z') as created_at, fields.path, fields.status,
        fields.referrer, fields.agent
      from (select regexp_extract(line, '${REQUEST}', ['address', 'moment', 'method', 'path', 'status', 'referrer', 'agent']) as fields
        from read_csv('${file}', columns = {line: 'VARCHAR'}, auto_detect = false, header = false, delim = ${DELIMITER}, quote = '', escape = ''))`,
  },
];

/** Imports each kind in rounds, in turns with the reference, and takes each import back. */
export async function measureImportFiles(bench: BenchContext): Promise<Section> {
  const dataset = await getDataset(bench, bench.hits);
  const rows: Row[] = [];
  for (const kind of KINDS) rows.push(...(await measureKind(bench, kind, dataset)));
  return {
    title: `Import of ${bench.hits.toLocaleString('en')} hits that have to be parsed`,
    reference: 'DuckDB `CREATE TABLE … AS SELECT` of the file, and a checkpoint',
    rows,
  };
}

async function measureKind(bench: BenchContext, kind: Kind, dataset: string): Promise<Row[]> {
  const file = join(bench.folder, `history.${kind.ending}`);
  const writer = await openReference(bench, ':memory:');
  await writer.run(kind.write(dataset, file));
  await writer.close();
  const ours: number[] = [];
  const reference: number[] = [];
  const undos: number[] = [];
  const peaks: number[] = [];
  for (let round = 1; round <= bench.importRounds; round += 1) {
    bench.log(`importing ${kind.what}, round ${round} of ${bench.importRounds}`);
    const measured = await importAndUndo(bench, file);
    ours.push(measured.importSeconds);
    undos.push(measured.undoSeconds);
    peaks.push(measured.peakMiB);
    reference.push(await fillReference(bench, kind.select(file)));
  }
  rmSync(file, { force: true });
  const [own, plain] = [summarize(ours), summarize(reference)];
  const ratio = own.median / plain.median;
  return [
    {
      what: `${kind.what}, seconds`,
      ours: formatSpread(own),
      reference: formatSpread(plain),
      ratio: formatNumber(ratio),
      ...(kind.aim === undefined ? {} : { aim: `at most ${kind.aim}`, isMet: ratio <= kind.aim }),
    },
    { what: `${kind.what}: undo, seconds`, ours: formatSpread(summarize(undos)) },
    { what: `${kind.what}: peak of the server's memory, MiB`, ours: formatSpread(summarize(peaks)) },
  ];
}

async function importAndUndo(bench: BenchContext, file: string) {
  const data = join(bench.folder, 'import-files');
  rmSync(data, { recursive: true, force: true });
  const server = await startServer(bench, { data });
  const key = await createKey(server);
  const { id } = await createSite(server, key);
  const importSeconds = await timed(async () => {
    const output = await runProgram(bench, ['import', String(id), file, '--data', data]);
    if (!output.includes(`imported ${bench.hits} hits`)) throw new Error(`the import fell short: ${output}`);
  });
  const peakMiB = readPeakMiB(server);
  const { text } = await callApi(server, key, { path: `/sites/${id}/imports` });
  const [imported] = (JSON.parse(text) as { imports: { id: number }[] }).imports;
  const undoSeconds = await timed(() =>
    runProgram(bench, ['import', 'undo', String(id), String(imported?.id), '--data', data]),
  );
  await server.stop();
  rmSync(data, { recursive: true, force: true });
  return { importSeconds, undoSeconds, peakMiB };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedNs = Bun.nanoseconds();
  await work();
  return (Bun.nanoseconds() - startedNs) / 1e9;
}

const readPeakMiB = ({ pid }: Server): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function fillReference(bench: BenchContext, select: string): Promise<number> {
  const file = join(bench.folder, 'import-files.duckdb');
  for (const old of [file, `${file}.wal`]) rmSync(old, { force: true });
  const engine: ReferenceEngine = await openReference(bench, file);
  const insertMs = await engine.run(`create table hits as ${select}`);
  const checkpointMs = await engine.run('checkpoint');
  await engine.close();
  rmSync(file, { force: true });
  return (insertMs + checkpointMs) / 1000;
}
