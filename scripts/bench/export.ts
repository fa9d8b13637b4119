/**
 * Export of a history as Parquet, beside DuckDB's own. The reference writes a plain table with the columns and types that an export
 * has: addresses and visitors as texts, and what is known of a visit beside the nine columns of the history.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import type { Fixture } from './fixture.ts';
import { openReference, type Taken } from './reference.ts';
import { startServer } from './server.ts';
import type { Section } from './table.ts';
import { measureCommand, toMemoryRow, toTimeRows, type Usage } from './usage.ts';

const MOST_RATIO = 1.5;

/** Exports the history in rounds, in turns with the reference. */
export async function measureExport(bench: BenchContext, fixture: Fixture): Promise<Section> {
  const server = await startServer(bench, { data: fixture.data });
  const engine = await openReference(bench, fixture.referenceFile);
  const folder = join(bench.folder, 'export');
  const file = join(bench.folder, 'export.parquet');
  const ours: Usage[] = [];
  const reference: Taken[] = [];
  const few: Taken[] = [];
  for (let round = 1; round <= bench.importRounds; round += 1) {
    bench.log(`exporting, round ${round} of ${bench.importRounds}`);
    ours.push(await measureCommand(bench, server, ['export', String(fixture.siteId), folder]));
    if (round === 1) await engine.run(`create table exported as from '${folder}/hits.parquet'`);
    rmSync(folder, { recursive: true });
    for (const [table, taken] of [['exported', reference] as const, ['hits', few] as const]) {
      taken.push(await engine.measure(`copy ${table} to '${file}' (format parquet, compression zstd)`));
      rmSync(file);
    }
  }
  await engine.close();
  await server.stop();
  const what = '`footfall export` to a folder';
  return {
    title: `Export of ${bench.hits.toLocaleString('en')} hits to Parquet`,
    reference: 'DuckDB `COPY … TO` of a table with the same columns',
    rows: [
      ...toTimeRows({ what, ours, reference, most: MOST_RATIO }),
      ...toTimeRows({ what: 'DuckDB `COPY … TO` of the nine columns of the history', ours: few, reference }),
      toMemoryRow(what, ours),
    ],
  };
}
