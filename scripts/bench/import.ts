/** How long a history takes to come in, and how much room it then takes. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { figure, type Section, spreadOf, spreadText } from './table.ts';
import type { Workplace } from './workplace.ts';
import type { World } from './world.ts';

/** Source: the world's own making, which is timed. */
export function reportImport(place: Workplace, world: World): Section {
  const ours = spreadOf(world.importSeconds.ours);
  const reference = spreadOf(world.importSeconds.reference);
  const ratio = ours.median / reference.median;
  const bytes = newestHitsBytes(world.data) / place.hits;
  const referenceBytes = statSync(world.referenceFile).size / place.hits;
  const folderBytes = sizeOf(world.data, name => !name.includes('runtime')) / place.hits;
  return {
    title: `Import of ${place.hits.toLocaleString('en')} hits (Parquet), and their size`,
    reference: 'DuckDB `INSERT … SELECT` and checkpoint',
    rows: [
      {
        what: '`footfall import` beside a running server, seconds',
        ours: spreadText(ours),
        reference: spreadText(reference),
        ratio: figure(ratio),
        aim: 'at most 2.5',
        isMet: ratio <= 2.5,
      },
      {
        what: 'bytes a hit, analytics file in use (with roll-ups)',
        ours: figure(bytes),
        reference: figure(referenceBytes),
        ratio: figure(bytes / referenceBytes),
        aim: 'under 40',
        isMet: bytes < 40,
      },
      { what: 'bytes a hit, whole folder with the generation before', ours: figure(folderBytes) },
    ],
  };
}

/** The file in use and its journal. */
function newestHitsBytes(data: string): number {
  const newest = readdirSync(data)
    .flatMap(name => /^hits\.(\d+)\./.exec(name)?.[1] ?? [])
    .sort()
    .at(-1);
  return sizeOf(data, name => name.startsWith(`hits.${newest}.`));
}

function sizeOf(folder: string, isMeant: (name: string) => boolean): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isMeant);
  return names.reduce((sum, name) => {
    const facts = statSync(join(folder, name), { throwIfNoEntry: false });
    return sum + (facts?.isFile() ? facts.size : 0);
  }, 0);
}
