/** Runs the tests of the API that depend on hits once more, on servers whose hits are on ClickHouse. */
import { availableParallelism } from 'node:os';
import { startChdbServer } from '../test/support/chdb.ts';
import { root } from './check-groups.ts';

/** Names of files in test/api. */
const FILES = [
  'access-log',
  'agent-visits',
  'all-time',
  'collect-and-read',
  'coverage',
  'events-batch',
  'events-create',
  'events-list',
  'engagement',
  'export',
  'groups',
  'hits-batch',
  'hits-groups',
  'hits-list',
  'hits-series',
  'hits-uniques',
  'hours',
  'imports',
  'imports-days',
  'imported-days',
  'insights',
  'journeys',
  'leaderboard',
  'live',
  'metrics',
  'overview',
  'overview-changes',
  'overview-visits',
  'properties-write',
  'public-stats',
  'report-comparison',
  'report-filters',
  'report-groups',
  'revenue',
  'segments',
  'site-counts',
  'site-removal',
  'spam-hits',
  'unique-tracking',
  'webhooks-deliver',
];

const WORKERS = Math.min(4, availableParallelism());

const server = await startChdbServer();
const child = Bun.spawn(
  [
    'bun',
    'test',
    '--timeout=300000',
    '--only-failures',
    `--parallel=${WORKERS}`,
    '--no-isolate',
    ...FILES.map(name => `test/api/${name}.test.ts`),
    // Every endpoint once.
    'test/surface.test.ts',
  ],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...Bun.env, TEST_CLICKHOUSE_URL: server.url },
  },
);
const code = await child.exited;
await server.stop();
process.exit(code);
