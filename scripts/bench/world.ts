/** A server's data folder with one big site in it, and the same rows in a plain DuckDB table beside it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { getDataset } from './dataset.ts';
import { openReference } from './reference.ts';
import { createKey, createSite, runProgram, startServer } from './server.ts';
import type { Workplace } from './workplace.ts';

export interface World {
  readonly data: string;
  readonly key: string;
  /** Holds the history. */
  readonly siteId: number;
  /** Another site of the same owner, for what is written. */
  readonly spare: { readonly id: number; readonly uid: string };
  readonly referenceFile: string;
  /** Seconds that the import of each round took, ours and the reference's. */
  readonly importSeconds: { readonly ours: readonly number[]; readonly reference: readonly number[] };
}

/** The columns of the history in a plain table, as somebody would load it without us. */
const CREATE_TABLE = `create table hits (created_at timestamp, path varchar, referrer varchar, country varchar,
  browser_name varchar, platform_name varchar, is_mobile boolean, source varchar, visitor_hash ubigint)`;
const fillTable = (
  file: string,
): string => `insert into hits select created_at, path, referrer, country, browser_name,
  platform_name, is_mobile, source, ('0x' || visitor_hash)::ubigint from read_parquet('${file}')`;

/** Imports the history as often as asked, into a new folder each time, in turns with the reference; keeps the last of each. */
export async function makeWorld(place: Workplace, rounds: number): Promise<World> {
  const dataset = await getDataset(place, place.hits);
  const data = join(place.folder, 'data');
  const referenceFile = join(place.folder, 'reference.duckdb');
  const ours: number[] = [];
  const reference: number[] = [];
  let kept: Pick<World, 'key' | 'siteId' | 'spare'> | undefined;
  for (let round = 1; round <= rounds; round++) {
    place.tell(`importing ${place.hits.toLocaleString('en')} hits, round ${round} of ${rounds}`);
    rmSync(data, { recursive: true, force: true });
    const imported = await importOnce(place, data, dataset);
    kept = imported;
    ours.push(imported.seconds);
    reference.push(await fillReference(place, referenceFile, dataset));
  }
  if (!kept) throw new Error('an import needs at least one round');
  return { data, ...kept, referenceFile, importSeconds: { ours, reference } };
}

async function importOnce(place: Workplace, data: string, dataset: string) {
  const server = await startServer(place, { data });
  const key = await createKey(server);
  const site = await createSite(server, key);
  const spare = await createSite(server, key);
  const startedNs = Bun.nanoseconds();
  const said = await runProgram(place, ['import', String(site.id), dataset, '--data', data]);
  const seconds = (Bun.nanoseconds() - startedNs) / 1e9;
  if (!said.includes(`imported ${place.hits} hits`)) throw new Error(`the import fell short: ${said}`);
  await server.stop();
  return { key, siteId: site.id, spare, seconds };
}

/** Seconds of the insert and its checkpoint: the rows are in the file afterwards. */
async function fillReference(place: Workplace, file: string, dataset: string): Promise<number> {
  for (const old of [file, `${file}.wal`]) rmSync(old, { force: true });
  const engine = await openReference(place, file);
  await engine.run(CREATE_TABLE);
  const insertMs = await engine.run(fillTable(dataset));
  const checkpointMs = await engine.run('checkpoint');
  await engine.close();
  return (insertMs + checkpointMs) / 1000;
}
