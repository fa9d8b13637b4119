/** How long a history takes to come in, and how much room it then takes. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import type { Fixture } from './fixture.ts';
import { formatNumber, formatSpread, type Section, summarize } from './table.ts';

/** Source: createFixture, which is timed. */
export function reportImport(bench: BenchContext, fixture: Fixture): Section {
  const ours = summarize(fixture.importSeconds.ours);
  const reference = summarize(fixture.importSeconds.reference);
  const ratio = ours.median / reference.median;
  const bytes = newestHitsBytes(fixture.data) / bench.hits;
  const referenceBytes = statSync(fixture.referenceFile).size / bench.hits;
  const folderBytes = measureFolder(fixture.data, name => !name.includes('runtime')) / bench.hits;
  return {
    title: `Import of ${bench.hits.toLocaleString('en')} hits (Parquet), and their size`,
    reference: 'DuckDB `INSERT … SELECT` and checkpoint',
    rows: [
      {
        what: '`footfall import` beside a running server, seconds',
        ours: formatSpread(ours),
        reference: formatSpread(reference),
        ratio: formatNumber(ratio),
        aim: 'at most 2.5',
        isMet: ratio <= 2.5,
      },
      {
        what: 'bytes a hit, analytics file in use (with roll-ups)',
        ours: formatNumber(bytes),
        reference: formatNumber(referenceBytes),
        ratio: formatNumber(bytes / referenceBytes),
        aim: 'under 40',
        isMet: bytes < 40,
      },
      { what: 'bytes a hit, whole folder with the snapshot before', ours: formatNumber(folderBytes) },
    ],
  };
}

/** The file in use and its journal. */
function newestHitsBytes(data: string): number {
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
