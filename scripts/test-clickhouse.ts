/** Runs the tests of the API that depend on hits once more, on servers whose hits are on ClickHouse. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChdbServer } from '../test/support/chdb.ts';
import { root, WORKERS } from './check-groups.ts';
import { writeOrder } from './test-order.ts';

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

// Every endpoint once, and what depends on hits.
const paths = ['test/surface.test.ts', ...FILES.map(name => `test/api/${name}.test.ts`)];
const scratch = mkdtempSync(join(tmpdir(), 'footfall-test-order-'));
const server = await startChdbServer();
const child = Bun.spawn(
  [
    'bun',
    'test',
    '--timeout=300000',
    '--only-failures',
    `--parallel=${WORKERS}`,
    '--no-isolate',
    `--timings=${writeOrder(paths, scratch)}`,
    ...paths.map(path => `./${path}`),
  ],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...Bun.env, TEST_CLICKHOUSE_URL: server.url },
  },
);
const code = await child.exited;
await server.stop();
rmSync(scratch, { recursive: true });
process.exit(code);
