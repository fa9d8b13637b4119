/** A server's data folder with one big site in it, and the same rows in a plain DuckDB table beside it. */
import { cpSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { getDataset } from './dataset.ts';
import { openReference, type Taken } from './reference.ts';
import { createKey, createSite, startServer } from './server.ts';
import { measureCommand, type Usage } from './usage.ts';

export interface Fixture {
  readonly data: string;
  readonly key: string;
  /** Holds the history. */
  readonly siteId: number;
  /** Another site of the same owner, for what is written. */
  readonly spare: { readonly id: number; readonly uid: string };
  readonly referenceFile: string;
  /** What the import of each round took, ours and the reference's. */
  readonly imports: { readonly ours: readonly Usage[]; readonly reference: readonly Taken[] };
}

/** A history in a file. */
interface History {
  readonly file: string;
  readonly hits: number;
}

/** The columns of the history in a plain table, as somebody would load it without us. */
const CREATE_TABLE = `create table hits (created_at timestamp, path varchar, referrer varchar, country varchar,
  browser_name varchar, platform_name varchar, is_mobile boolean, source varchar, visitor_hash ubigint)`;
const fillTable = (
  file: string,
): string => `insert into hits select created_at, path, referrer, country, browser_name,
  platform_name, is_mobile, source, ('0x' || visitor_hash)::ubigint from read_parquet('${file}')`;

/** Imports the history in rounds, each into a new folder, in turns with the reference; keeps the last of each. */
export async function createFixture(bench: BenchContext, rounds: number): Promise<Fixture> {
  const dataset = await getDataset(bench, bench.hits);
  const data = join(bench.folder, 'data');
  const referenceFile = join(bench.folder, 'reference.duckdb');
  const ours: Usage[] = [];
  const reference: Taken[] = [];
  let kept: Pick<Fixture, 'key' | 'siteId' | 'spare'> | undefined;
  for (let round = 1; round <= rounds; round++) {
    bench.log(`importing ${bench.hits.toLocaleString('en')} hits, round ${round} of ${rounds}`);
    rmSync(data, { recursive: true, force: true });
    const imported = await importOnce(bench, data, { file: dataset, hits: bench.hits });
    kept = imported;
    ours.push(imported.usage);
    reference.push(await fillReference(bench, referenceFile, dataset));
  }
  if (!kept) throw new Error('an import needs at least one round');
  return { data, ...kept, referenceFile, imports: { ours, reference } };
}

/** Copies the data folder, for a section that writes to the site; others compare its answers with the reference. */
export function copyFixture(bench: BenchContext, fixture: Fixture, name = 'copy'): Fixture {
  const data = join(bench.folder, name);
  rmSync(data, { recursive: true, force: true });
  // A server that was killed leaves its socket.
  cpSync(fixture.data, data, { recursive: true, filter: file => !lstatSync(file).isSocket() });
  return { ...fixture, data };
}

/** Imports a history into a new folder. */
export async function importOnce(bench: BenchContext, data: string, { file, hits }: History) {
  const server = await startServer(bench, { data });
  const key = await createKey(server);
  const site = await createSite(server, key);
  const spare = await createSite(server, key);
  const usage = await measureCommand(bench, server, ['import', String(site.id), file]);
  if (!usage.output.includes(`imported ${hits} hits`))
    throw new Error(`the import fell short: ${usage.output}`);
  await server.stop();
  return { key, siteId: site.id, spare, usage };
}

/** What the insert and its checkpoint take: the rows are in the file afterwards. */
async function fillReference(bench: BenchContext, file: string, dataset: string): Promise<Taken> {
  for (const old of [file, `${file}.wal`]) rmSync(old, { force: true });
  const engine = await openReference(bench, file);
  await engine.run(CREATE_TABLE);
  const taken = await engine.measure(`${fillTable(dataset)}; checkpoint`);
  await engine.close();
  return taken;
}
