/**
 * Import of files that have to be parsed, its undo, and the memory it takes: the own format as CSV, Umami's, an access log beside
 * requests; and the export of a history.
 */
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureBeside } from './beside.ts';
import type { BenchContext } from './context.ts';
import { getDataset } from './dataset.ts';
import { IMPORT_KINDS, type ImportKind } from './import-kinds.ts';
import { openReference, type Taken } from './reference.ts';
import { callApi, createKey, createSite, startServer } from './server.ts';
import { formatNumber, type Row, type Section } from './table.ts';
import { measureCommand, toMemoryRow, toTimeRows, type Usage } from './usage.ts';
import { collectRequests } from './visits.ts';

/** Memory that an import may take, of files of any size. */
const MOST_MIB = 300;
const MOST_P99_MS = 50;
const MOST_UNDO_SECONDS = 30;
/** Number of rows that the targets in seconds are meant for. */
const TARGET_ROWS = 10_000_000;

/** Imports each kind in rounds, in turns with the reference, and takes each import back. */
export async function measureImportFiles(bench: BenchContext): Promise<Section> {
  const dataset = await getDataset(bench, bench.hits);
  const rows: Row[] = [];
  let own: readonly Usage[] = [];
  for (const kind of IMPORT_KINDS) {
    const measured = await measureKind(bench, kind, dataset);
    rows.push(...toRows(bench, kind, measured, own));
    if (own.length === 0) own = measured.imports;
  }
  return {
    title: `Import of ${bench.hits.toLocaleString('en')} rows that have to be parsed`,
    reference:
      'DuckDB `CREATE TABLE … AS SELECT` of the file, and a checkpoint; for Umami, CSV of the own format',
    rows,
  };
}

interface Measured {
  readonly imports: readonly Usage[];
  readonly undos: readonly Usage[];
  readonly reference: readonly Taken[];
  readonly beside: readonly { readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number }[];
}

function toRows(
  { hits }: BenchContext,
  { what, select, most, mostSeconds }: ImportKind,
  { imports, undos, reference, beside }: Measured,
  own: readonly Usage[],
): Row[] {
  // Fewer take as long to begin with.
  const scale = (seconds: number | undefined): number | undefined =>
    seconds === undefined || hits < TARGET_ROWS ? undefined : (seconds * hits) / TARGET_ROWS;
  const times = toTimeRows({
    what,
    ours: imports,
    reference: select ? reference : own,
    most,
    mostSeconds: scale(mostSeconds),
  });
  const worst = beside.toSorted((a, b) => b.p99Ms - a.p99Ms)[0];
  return [
    ...times,
    toMemoryRow(what, imports, MOST_MIB),
    ...(worst
      ? [
          {
            what: `${what}: requests meanwhile, p99 (p50, most), ms`,
            ours: `${formatNumber(worst.p99Ms)} (${formatNumber(worst.p50Ms)}, ${formatNumber(worst.maxMs)})`,
            aim: `at most ${MOST_P99_MS}`,
            isMet: worst.p99Ms <= MOST_P99_MS,
          },
        ]
      : []),
    ...toTimeRows({
      what: `${what}: undo`,
      ours: undos,
      reference: [],
      mostSeconds: scale(MOST_UNDO_SECONDS),
    }),
  ];
}

/** Writes the file of a kind. */
async function writeFile(bench: BenchContext, { parts }: ImportKind, dataset: string, file: string) {
  const writer = await openReference(bench, ':memory:');
  const part = `${file}.part`;
  const all = parts(dataset);
  writeFileSync(file, '');
  for (const each of all)
    if (typeof each === 'string') appendFileSync(file, each);
    else if (all.length === 1) await writer.run(`copy (${each.select}) to '${file}' (${each.options})`);
    else {
      await writer.run(`copy (${each.select}) to '${part}' (${each.options})`);
      await Bun.$`cat ${part} >> ${file}`;
      rmSync(part);
    }
  await writer.close();
}

async function measureKind(bench: BenchContext, kind: ImportKind, dataset: string): Promise<Measured> {
  const file = join(bench.folder, `history.${kind.ending}`);
  await writeFile(bench, kind, dataset, file);
  const measured = { imports: [], undos: [], reference: [], beside: [] } as {
    -readonly [Name in keyof Measured]: Measured[Name][number][];
  };
  for (let round = 1; round <= bench.importRounds; round += 1) {
    bench.log(`importing ${kind.what}, round ${round} of ${bench.importRounds}`);
    await importAndUndo(bench, kind, file, measured);
    if (kind.select) measured.reference.push(await fillReference(bench, kind.select(file)));
  }
  rmSync(file, { force: true });
  return measured;
}

async function importAndUndo(
  bench: BenchContext,
  { isWhole, isBesideLoad }: ImportKind,
  file: string,
  measured: { -readonly [Name in keyof Measured]: Measured[Name][number][] },
): Promise<void> {
  const data = join(bench.folder, 'import-files');
  rmSync(data, { recursive: true, force: true });
  const server = await startServer(bench, { data, settings: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.0/8' } });
  const key = await createKey(server);
  const { id } = await createSite(server, key);
  const spare = await createSite(server, key);
  const load = () => measureCommand(bench, server, ['import', String(id), file]);
  const loadBeside = async () => {
    const { result, ...latencies } = await measureBeside(server.url, collectRequests(spare.uid, 5_000), load);
    measured.beside.push(latencies);
    return result;
  };
  const { output, ...usage } = await (isBesideLoad ? loadBeside() : load());
  measured.imports.push(usage);
  const [, imported] = /imported (\d+) hits/.exec(output) ?? [];
  if (isWhole ? Number(imported) !== bench.hits : !Number(imported))
    throw new Error(`the import fell short: ${output}`);
  const { text } = await callApi(server, key, { path: `/sites/${id}/imports` });
  const [recorded] = (JSON.parse(text) as { imports: { id: number }[] }).imports;
  measured.undos.push(
    await measureCommand(bench, server, ['import', 'undo', String(id), String(recorded?.id)]),
  );
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}

async function fillReference(bench: BenchContext, select: string): Promise<Taken> {
  const file = join(bench.folder, 'import-files.duckdb');
  for (const old of [file, `${file}.wal`]) rmSync(old, { force: true });
  const engine = await openReference(bench, file);
  const taken = await engine.measure(`create table hits as ${select}; checkpoint`);
  await engine.close();
  rmSync(file, { force: true });
  return taken;
}
