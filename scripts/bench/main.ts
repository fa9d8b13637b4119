/**
 * Measures the program and prints Markdown tables: every figure beside its reference, both taken in turns in the same
 * run. `bun run bench [--hits 10000000] [--only reports,ingest] [--seconds 5] [--rounds 5]`; `--help` names the rest.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureBatches } from './batches.ts';
import { measureCrawl } from './crawl.ts';
import { dashboardObstacle, measureDashboard } from './dashboard.ts';
import { removeDatasets } from './dataset.ts';
import { measureEvents } from './events.ts';
import { reportImport } from './import.ts';
import { measureIngest } from './ingest.ts';
import { measureInsights } from './insights.ts';
import { measureJourneys } from './journeys.ts';
import { measureKinds } from './kinds.ts';
import { wrkObstacle } from './load.ts';
import { lookAtMachine, machineText } from './machine.ts';
import { measureMcp } from './mcp.ts';
import { measureMemory } from './memory.ts';
import { measureMixed } from './mixed.ts';
import { measureReports } from './reports.ts';
import { root } from './server.ts';
import { measureStart } from './start.ts';
import { markdownOf, type Section } from './table.ts';
import { measureUptime } from './uptime.ts';
import { measureWebhooks } from './webhooks.ts';
import { inWorkplace, type Request, type Workplace } from './workplace.ts';
import { makeWorld, type World } from './world.ts';

type Measure = (place: Workplace, world: World) => Section | Promise<Section>;

/** In the order in which they disturb each other least: reports come before what adds hits. */
const SECTIONS = {
  import: reportImport,
  reports: measureReports,
  journeys: measureJourneys,
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
  crawl: measureCrawl,
  webhooks: measureWebhooks,
  insights: measureInsights,
} satisfies Record<string, Measure>;
type SectionName = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as SectionName[];
const NEED_WRK: ReadonlySet<SectionName> = new Set([
  'mcp',
  'mixed',
  'ingest',
  'batches',
  'kinds',
  'webhooks',
]);

const BINARY = join(root, 'dist/footfall');
const USAGE = `usage: bun run bench [options]
  --hits N            hits of the one big site (1000000)
  --only A,B          some of ${NAMES.join(', ')}
  --seconds N         length of a round of load (5)
  --rounds N          rounds of load (5)
  --import-rounds N   rounds of the import (3)
  --askings N         askings of each report (15)
  --memory-limit SIZE FOOTFALL_MEMORY_LIMIT where memory is measured (512MB)
  --from-source       measure src/main.ts instead of dist/footfall
  --clean             remove the histories that are kept between runs, and end`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const tell = (line: string): void => void process.stderr.write(`bench: ${line}\n`);

function stop(line: string): never {
  process.stderr.write(`bench: ${line}\n`);
  process.exit(2);
}

function readWords() {
  const { values } = parseArgs({
    options: {
      hits: { type: 'string', default: '1000000' },
      only: { type: 'string', default: NAMES.join(',') },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '5' },
      'import-rounds': { type: 'string', default: '3' },
      askings: { type: 'string', default: '15' },
      'memory-limit': { type: 'string', default: '512MB' },
      'from-source': { type: 'boolean', default: false },
      clean: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return values;
}

/** A whole number of at least one. */
function count(name: string, text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) stop(`--${name} must be a whole number of at least 1, got "${text}"`);
  return Number(text);
}

function programOf(isFromSource: boolean): string[] {
  if (isFromSource) return [process.execPath, join(root, 'src/main.ts')];
  if (!existsSync(BINARY)) stop('dist/footfall is missing: run "bun run build" first, or add --from-source');
  return [BINARY];
}

function namesOf(only: string): SectionName[] {
  const asked = only.split(',').map(name => name.trim());
  const unknown = asked.find(name => !NAMES.some(known => known === name));
  if (unknown !== undefined) stop(`--only must name some of ${NAMES.join(', ')}, got "${unknown}"`);
  return NAMES.filter(name => asked.includes(name));
}

async function measure(request: Request, names: readonly SectionName[]): Promise<void> {
  const obstacles = { wrk: wrkObstacle(), browser: dashboardObstacle() };
  await inWorkplace(request, tell, async place => {
    const world = await makeWorld(place, names.includes('import') ? place.importRounds : 1);
    for (const name of names) {
      const obstacle =
        name === 'dashboard' ? obstacles.browser : NEED_WRK.has(name) ? obstacles.wrk : undefined;
      if (obstacle !== undefined) {
        say(`## ${name}\n\nNot measured: ${obstacle}.\n`);
        continue;
      }
      say(markdownOf(await SECTIONS[name](place, world)));
    }
  });
}

const words = readWords();
if (words.help) {
  say(USAGE);
} else if (words.clean) {
  removeDatasets();
} else {
  const program = programOf(words['from-source']);
  const request: Request = {
    hits: count('hits', words.hits),
    seconds: count('seconds', words.seconds),
    rounds: count('rounds', words.rounds),
    importRounds: count('import-rounds', words['import-rounds']),
    askings: count('askings', words.askings),
    program,
    memoryLimit: words['memory-limit'],
  };
  const names = namesOf(words.only);
  say(machineText(lookAtMachine()));
  const built = words['from-source']
    ? 'from source'
    : `dist/footfall of ${statSync(BINARY).mtime.toISOString()}`;
  say(`Measured: ${built}; ${request.rounds} rounds of ${request.seconds} s; medians (least–most).\n`);
  try {
    await measure(request, names);
  } catch (error) {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
