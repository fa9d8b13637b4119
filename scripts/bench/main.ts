/**
 * Measures the program and prints Markdown tables: every figure beside its reference, both taken in turns in the same
 * run. `bun run bench [--hits 10000000] [--only reports,ingest] [--seconds 5] [--rounds 5]`; `--help` names the rest.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isTimeZone } from '../../src/lib/time.ts';
import { measureBatches } from './batches.ts';
import { measureChanges } from './changes.ts';
import { clickHouseObstacle, measureClickHouse } from './clickhouse.ts';
import { type BenchContext, type BenchOptions, withBenchContext } from './context.ts';
import { measureCrawl } from './crawl.ts';
import { dashboardObstacle, measureDashboard } from './dashboard.ts';
import { removeDatasets } from './dataset.ts';
import { measureDetails } from './details.ts';
import { measureEvents } from './events.ts';
import { measureExport } from './export.ts';
import { createFixture, type Fixture } from './fixture.ts';
import { measureGoals } from './goals.ts';
import { reportImport } from './import.ts';
import { measureImportDays } from './import-days.ts';
import { measureImportFiles } from './import-files.ts';
import { measureIngest } from './ingest.ts';
import { measureInsights } from './insights.ts';
import { measureJourneys } from './journeys.ts';
import { measureKinds } from './kinds.ts';
import { wrkObstacle } from './load.ts';
import { formatMachine, inspectMachine } from './machine.ts';
import { measureMcp } from './mcp.ts';
import { measureMemory } from './memory.ts';
import { measureMixed } from './mixed.ts';
import { measureReports } from './reports.ts';
import { root } from './server.ts';
import { measureSmallSite } from './small-site.ts';
import { measureStart } from './start.ts';
import { type Row, type Section, toMarkdown } from './table.ts';
import { measureMonitorKinds, measureUptime } from './uptime.ts';
import { measureWebhooks } from './webhooks.ts';

type Measure = (bench: BenchContext, fixture: Fixture) => Section | Promise<Section>;

/** In the order in which they disturb each other least: reports come before what adds hits. */
const SECTIONS = {
  import: reportImport,
  reports: measureReports,
  journeys: measureJourneys,
  details: measureDetails,
  goals: measureGoals,
  changes: measureChanges,
  small: measureSmallSite,
  memory: measureMemory,
  start: measureStart,
  dashboard: measureDashboard,
  mcp: measureMcp,
  mixed: measureMixed,
  ingest: measureIngest,
  batches: measureBatches,
  kinds: measureKinds,
  events: measureEvents,
  uptime: measureUptime,
  monitors: measureMonitorKinds,
  crawl: measureCrawl,
  webhooks: measureWebhooks,
  insights: measureInsights,
  files: measureImportFiles,
  days: measureImportDays,
  export: measureExport,
  clickhouse: measureClickHouse,
} satisfies Record<string, Measure>;
type SectionName = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as SectionName[];
const NEED_WRK: ReadonlySet<SectionName> = new Set([
  'small',
  'mcp',
  'mixed',
  'ingest',
  'batches',
  'kinds',
  'webhooks',
]);

/** Sections that have a table for each zone; the others are in UTC. */
const ZONED: ReadonlySet<SectionName> = new Set(['reports', 'journeys', 'small', 'dashboard']);

const BINARY = join(root, 'dist/footfall');
const USAGE = `usage: bun run bench [options]
  --hits N            hits of the one big site (1000000)
  --only A,B          some of ${NAMES.join(', ')}
  --zone A,B          zones of ${[...ZONED].join(', ')}: a table for each, beside the first (UTC); such as
                      UTC, Europe/Berlin, America/New_York, Asia/Kolkata
  --seconds N         length of a round of load (5)
  --rounds N          rounds of load (5)
  --import-rounds N   rounds of the import (3)
  --requests N        requests of each report (15)
  --memory-limit SIZE FOOTFALL_MEMORY_LIMIT where memory is measured (512MB)
  --from-source       measure src/main.ts instead of dist/footfall
  --clean             remove the histories that are kept between runs, and end`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const log = (line: string): void => void process.stderr.write(`bench: ${line}\n`);

function stop(line: string): never {
  process.stderr.write(`bench: ${line}\n`);
  process.exit(2);
}

function parseArguments() {
  const { values } = parseArgs({
    options: {
      hits: { type: 'string', default: '1000000' },
      only: { type: 'string', default: NAMES.join(',') },
      zone: { type: 'string', multiple: true },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '5' },
      'import-rounds': { type: 'string', default: '3' },
      requests: { type: 'string', default: '15' },
      'memory-limit': { type: 'string', default: '512MB' },
      'from-source': { type: 'boolean', default: false },
      clean: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return values;
}

/** Parses a whole number of at least one. */
function count(name: string, text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) stop(`--${name} must be a whole number of at least 1, got "${text}"`);
  return Number(text);
}

function findProgram(isFromSource: boolean): string[] {
  if (isFromSource) return [process.execPath, join(root, 'src/main.ts')];
  if (!existsSync(BINARY)) stop('dist/footfall is missing: run "bun run build" first, or add --from-source');
  return [BINARY];
}

function parseSectionNames(only: string): SectionName[] {
  const requested = only.split(',').map(name => name.trim());
  const unknown = requested.find(name => !NAMES.some(known => known === name));
  if (unknown !== undefined) stop(`--only must name some of ${NAMES.join(', ')}, got "${unknown}"`);
  return NAMES.filter(name => requested.includes(name));
}

function parseZones(given: readonly string[] | undefined, sections: readonly SectionName[]): string[] {
  if (!given) return ['UTC'];
  if (!sections.some(name => ZONED.has(name)))
    stop(`--zone is for ${[...ZONED].join(', ')}: --only names none of them`);
  const zones = given.flatMap(names => names.split(',')).map(name => name.trim());
  const unknown = zones.find(name => !isTimeZone(name));
  if (unknown !== undefined)
    stop(`--zone must name time zones, such as Europe/Berlin or Asia/Kolkata, got "${unknown}"`);
  return [...new Set(zones)];
}

/** Measures a section, in each zone if it has one. */
async function measureSection(
  bench: BenchContext,
  fixture: Fixture,
  { name, zones }: { readonly name: SectionName; readonly zones: readonly string[] },
): Promise<void> {
  let base: { zone: string; rows: readonly Row[] } | undefined;
  for (const zone of ZONED.has(name) ? zones : [bench.zone]) {
    bench.log(`${name}, ${zone}`);
    const section = await SECTIONS[name]({ ...bench, zone }, fixture);
    const inZone = {
      title: `${section.title}, ${zone}`,
      notes: ['In brackets: processor time of the same.', ...(section.notes ?? [])],
    };
    print(toMarkdown({ ...section, ...(ZONED.has(name) ? inZone : {}) }, base));
    base ??= { zone, rows: section.rows };
  }
}

async function measure(
  options: BenchOptions,
  names: readonly SectionName[],
  zones: readonly string[],
): Promise<void> {
  const wrk = wrkObstacle();
  const obstacles: Partial<Record<SectionName, string | undefined>> = {
    ...Object.fromEntries([...NEED_WRK].map(name => [name, wrk])),
    dashboard: dashboardObstacle(),
    clickhouse: clickHouseObstacle(),
  };
  await withBenchContext(options, log, async bench => {
    const fixture = await createFixture(bench, names.includes('import') ? bench.importRounds : 1);
    for (const name of names) {
      const obstacle = obstacles[name];
      if (obstacle !== undefined) {
        print(`## ${name}\n\nNot measured: ${obstacle}.\n`);
        continue;
      }
      await measureSection(bench, fixture, { name, zones });
    }
  });
}

const args = parseArguments();
if (args.help) {
  print(USAGE);
} else if (args.clean) {
  removeDatasets();
} else {
  const program = findProgram(args['from-source']);
  const options: BenchOptions = {
    hits: count('hits', args.hits),
    seconds: count('seconds', args.seconds),
    rounds: count('rounds', args.rounds),
    importRounds: count('import-rounds', args['import-rounds']),
    requests: count('requests', args.requests),
    program,
    memoryLimit: args['memory-limit'],
  };
  const names = parseSectionNames(args.only);
  const zones = parseZones(args.zone, names);
  print(formatMachine(inspectMachine()));
  const built = args['from-source']
    ? 'from source'
    : `dist/footfall of ${statSync(BINARY).mtime.toISOString()}`;
  print(`Measured: ${built}; ${options.rounds} rounds of ${options.seconds} s; medians (least–most).\n`);
  try {
    await measure(options, names, zones);
  } catch (error) {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
