import { writeFileSync } from 'node:fs';
import { CommandError } from '../../core/errors.ts';
import type { ForeignFormat } from '../../core/import-formats.ts';
import { generateDemoData } from '../../features/demo/foreign/visits.ts';
import { DEMO_WRITERS } from '../../features/demo/foreign/writers.ts';
import { NOTES_ANOMALIES } from '../../features/demo/planned-anomalies.ts';
import { DAY_MS } from '../../lib/time-units.ts';

const PLAN = {
  seed: 11,
  siteUrl: 'https://notes.example',
  days: 90,
  visitorsADay: 90,
  anomalies: NOTES_ANOMALIES,
} as const;

/** Writes 90 whole days of made-up visits, until yesterday, into a new file in the format of another tool's export. */
export function writeDemoExport(format: ForeignFormat, path: string, now: Date): { views: number } {
  const until = new Date(Math.floor(+now / DAY_MS) * DAY_MS - 1);
  const data = generateDemoData({ ...PLAN, until });
  try {
    writeFileSync(path, DEMO_WRITERS[format](data), { flag: 'wx' });
  } catch (error) {
    throw new CommandError(`${path} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
  return {
    views: data.visits.flatMap(({ actions }) => actions).filter(({ event }) => event === null).length,
  };
}
