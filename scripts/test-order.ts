/** The order in which files of tests begin: those that take longest are first, or a run would end with one process at work. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Any order is right. */
const SLOWEST_FILES: readonly string[] = [
  'test/stores/clickhouse.test.ts',
  'test/stores/questions.test.ts',
  'test/stores/hit-store.test.ts',
  'test/stores/flows.test.ts',
  'test/stores/clickhouse-import.test.ts',
  'test/stores/rollups.test.ts',
  'test/stores/clickhouse-delivery-faults.test.ts',
  'test/stores/durability-torture.test.ts',
  'test/stores/stored-values.test.ts',
  'test/stores/clickhouse-faults.test.ts',
  'test/stores/stored-visit-values.test.ts',
  'test/bench.test.ts',
  'test/features/insights/demo.test.ts',
  'test/features/alerts/quiet-years.test.ts',
  'test/openapi-fuzz.test.ts',
  'test/api/import-hostile.test.ts',
  'test/cli/export-days.test.ts',
  'test/api/clickhouse-kill.test.ts',
  'test/api/clickhouse-folders.test.ts',
  'test/api/clickhouse-moves.test.ts',
  'test/api/imports-in-parts.test.ts',
  'test/cli/commands.test.ts',
  'test/api/teams.test.ts',
  'test/api/imports-days.test.ts',
  'test/api/imports.test.ts',
  'test/api/imported-days.test.ts',
  'test/api/access-log.test.ts',
  'test/cli/export-round-trip.test.ts',
  'test/cli/follow.test.ts',
  'test/browser/every-page.test.ts',
  'test/browser/explore.test.ts',
  'test/browser/site-page.test.ts',
  'test/browser/breakdowns.test.ts',
  'test/browser/imports.test.ts',
  'test/browser/base-path.test.ts',
  'test/browser/docs.test.ts',
  'test/browser/sites.test.ts',
  'test/browser/sign-in.test.ts',
  'test/browser/site-settings.test.ts',
  'test/browser/palette.test.ts',
  'test/browser/ask.test.ts',
];

/** Writes durations from which Bun takes the order of files. Returns the file of them. */
export function writeOrder(files: readonly string[], scratch: string): string {
  const path = join(scratch, 'order.json');
  const slowestFirst = SLOWEST_FILES.toReversed();
  const durations = Object.fromEntries(files.map(file => [file, 2 + slowestFirst.indexOf(file)]));
  writeFileSync(path, JSON.stringify({ version: 1, files: durations }));
  return path;
}
