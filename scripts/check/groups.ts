/** The groups of checks, which test file belongs to which, and when each group runs. */
import type { Need } from './needs.ts';
import { root } from './root.ts';

/**
 * When a group runs. `quick`: always. `short`: unless --quick is given. `long`: with --all, before an issue is closed or a version
 * released; whatever has found a fault has a twin in a shorter tier.
 */
export type Tier = 'quick' | 'short' | 'long';

export interface Group {
  readonly name: string;
  readonly tier: Tier;
  readonly work: Work;
  /** What the machine must have beside Bun and the project's packages. */
  readonly needs?: readonly Need[];
  /** Its tests run on servers whose hits are on ClickHouse. */
  readonly isOnClickHouse?: boolean;
  /** Its folders are on a disk, since its tests are about what reaches one. */
  readonly isOnDisk?: boolean;
  /** A group that must have ended before it begins. */
  readonly after?: string;
  /** Processes that share its files. Default: one a core. */
  readonly workers?: number;
}

type Work =
  /** A tool of its own. */
  | { readonly command: readonly string[] }
  /** Beginnings of paths: each test file belongs to the group with the longest that matches. */
  | { readonly tests: readonly string[] }
  /** Test files of other groups, run once more. */
  | { readonly again: readonly string[] };

const tool = (name: string, ...words: string[]): Group => ({
  name,
  tier: 'quick',
  work: { command: ['bun', ...words] },
});
const tests = (tier: Tier, name: string, ...paths: string[]): Group => ({
  name,
  tier,
  work: { tests: paths },
});
const onClickHouse = (tier: Tier, name: string, ...files: string[]): Group => ({
  ...{ name, tier, work: { again: files } },
  ...{ needs: ['clickhouse'], isOnClickHouse: true },
});
const api = (...names: string[]): string[] => names.map(name => `test/api/${name}.test.ts`);

/** Quick to fail first, and in each tier what takes longest early, so that the end of a run has small groups to share. */
export const GROUPS: readonly Group[] = [
  tool('format and lint', 'run', '--bun', 'biome', 'check', '.'),
  tool('types', 'run', '--bun', 'tsc', '--noEmit', '-p', '.'),
  tool('unused exports', 'run', '--bun', 'knip', '--no-progress'),
  tests('quick', 'architecture', 'test/architecture'),
  // Every test that no other group names.
  tests('short', 'unit', 'test/'),
  { ...tool('build', 'scripts/build.ts'), tier: 'short' },
  { ...tests('short', 'stores', 'test/stores/'), needs: ['clickhouse'] },
  {
    ...tests('short', 'api', 'test/api/', 'test/server/', 'test/surface', 'test/cli/'),
    needs: ['clickhouse', 'pebble', 'openssl', 'zsh', 'fish'],
  },
  { ...tests('short', 'browser', 'test/browser/'), needs: ['chromium'] },
  { ...tests('short', 'durability', 'test/stores/durab'), isOnDisk: true },
  // Every endpoint once, and what has found faults at the seam between both engines.
  onClickHouse(
    'short',
    'api on ClickHouse',
    'test/surface.test.ts',
    ...api('collect-and-read', 'imports', 'properties-write', 'webhooks-deliver'),
  ),
  {
    ...tests('short', 'binary', 'test/binary', 'test/install'),
    after: 'build',
    needs: ['systemd-notify'],
    workers: 1,
  },
  // What else depends on hits.
  onClickHouse(
    'long',
    'more API on ClickHouse',
    ...api('access-log', 'agent-visits', 'changes', 'coverage', 'events-create'),
    ...api('engagement', 'export', 'groups', 'hits-batch', 'hits-groups', 'hits-list'),
    ...api('hits-series', 'hours', 'imports-days', 'imported-days', 'insights', 'journeys'),
    ...api('leaderboard', 'live', 'metrics', 'overview', 'overview-changes', 'overview-visits'),
    ...api('public-stats', 'report-comparison', 'report-filters', 'report-groups', 'revenue', 'segments'),
    ...api('site-counts', 'site-removal', 'spam-hits', 'unique-tracking'),
  ),
  { ...tests('long', 'benchmarks', 'test/bench'), needs: ['chromium', 'clickhouse'] },
  {
    ...tests('long', 'packaging', 'test/packaging/', 'test/binary-image'),
    after: 'build',
    needs: ['buildah', 'docker-compose', 'php', 'mariadb', 'wordpress', 'debootstrap', 'prometheus'],
  },
];

/** Test files of a group. */
export function testFilesOf({ work }: Group): readonly string[] {
  if ('command' in work) return [];
  if ('again' in work) return work.again;
  const prefixes = GROUPS.flatMap(each => ('tests' in each.work ? each.work.tests : []));
  const files = [...new Bun.Glob('test/**/*.test.{ts,tsx}').scanSync({ cwd: root })].sort();
  return files.filter(file => {
    const matches = prefixes.filter(prefix => file.startsWith(prefix)).sort((a, b) => b.length - a.length);
    return work.tests.includes(matches[0] ?? '');
  });
}
