/** How long a history takes to come in, and how much room it then takes. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { getDataset } from './dataset.ts';
import { type Fixture, importOnce } from './fixture.ts';
import { formatNumber, type Row, type Section, summarize } from './table.ts';
import { toMemoryRow, toTimeRows, type Usage } from './usage.ts';

const MOST_RATIO = 1.8;
const MOST_MIB = 300;
/** Cost of a row among so many rows against the cost among a tenth of them. */
const MOST_GROWTH = 1.3;
const BYTES_A_HIT = 40;

/** Reports the imports of `createFixture`, and imports a tenth of the history. */
export async function reportImport(bench: BenchContext, fixture: Fixture): Promise<Section> {
  const { ours, reference } = fixture.imports;
  const bytes = newestHitsBytes(fixture.data) / bench.hits;
  const referenceBytes = statSync(fixture.referenceFile).size / bench.hits;
  const folderBytes = measureFolder(fixture.data, name => !name.includes('runtime')) / bench.hits;
  const what = '`footfall import` beside a running server';
  return {
    title: `Import of ${bench.hits.toLocaleString('en')} hits (Parquet), and their size`,
    reference: 'DuckDB `INSERT … SELECT` and checkpoint',
    rows: [
      ...toTimeRows({ what, ours, reference, most: MOST_RATIO }),
      await measureGrowth(bench, ours),
      toMemoryRow(what, ours, MOST_MIB),
      {
        what: 'bytes a hit, analytics file in use (with sums)',
        ours: formatNumber(bytes),
        reference: formatNumber(referenceBytes),
        ratio: formatNumber(bytes / referenceBytes),
        aim: `under ${BYTES_A_HIT}`,
        isMet: bytes < BYTES_A_HIT,
      },
      { what: 'bytes a hit, whole folder with the snapshot before', ours: formatNumber(folderBytes) },
    ],
  };
}

/** Compares the cost of a row with that of a tenth of the history. */
async function measureGrowth(bench: BenchContext, ours: readonly Usage[]): Promise<Row> {
  const hits = Math.ceil(bench.hits / 10);
  const data = join(bench.folder, 'tenth');
  const { usage } = await importOnce(bench, data, { file: await getDataset(bench, hits), hits });
  rmSync(data, { recursive: true, force: true });
  const [own, tenth] = [
    (summarize(ours.map(({ cpuSeconds }) => cpuSeconds)).median * 1e6) / bench.hits,
    (usage.cpuSeconds * 1e6) / hits,
  ];
  return {
    what: `microseconds of the processor a row, beside those of ${hits.toLocaleString('en')} rows`,
    ours: formatNumber(own),
    reference: formatNumber(tenth),
    ratio: formatNumber(own / tenth),
    aim: `at most ${MOST_GROWTH} times`,
    isMet: own / tenth <= MOST_GROWTH,
  };
}

/** The file in use and its journal. */
export function newestHitsBytes(data: string): number {
  const newest = readdirSync(data)
    .flatMap(name => /^hits\.(\d+)\./.exec(name)?.[1] ?? [])
    .sort()
    .at(-1);
  return measureFolder(data, name => name.startsWith(`hits.${newest}.`));
}

function measureFolder(folder: string, isMeant: (name: string) => boolean): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isMeant);
  return names.reduce((sum, name) => {
    const facts = statSync(join(folder, name), { throwIfNoEntry: false });
    return sum + (facts?.isFile() ? facts.size : 0);
  }, 0);
}
