/** The groups of checks and which test file belongs to which. Run by check.ts. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dir, '..');

/** Processes that share the files of a group; servers and browsers of more would not fit into a small machine. */
export const WORKERS = Math.min(4, availableParallelism());

export interface Group {
  readonly name: string;
  readonly isQuick: boolean;
  /** Whether its test files are shared out among several processes. */
  readonly isParallel?: boolean;
  /** A command of one of the tools, or the tests whose path begins so. */
  readonly work: { readonly command: readonly string[] } | { readonly tests: readonly string[] };
  /** A sentence when the machine cannot run the group. */
  readonly obstacle?: () => string | undefined;
  /** The group with which it starts, to use the processor while that one's tests wait; it ends in its own turn. */
  readonly startsWith?: string;
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];
const noBrowser = (): string | undefined =>
  BROWSERS.some(name => Bun.which(name) !== null)
    ? undefined
    : 'Chromium is missing (Debian: apt-get install chromium)';

const tool = (name: string, ...words: string[]): Group => ({
  name,
  isQuick: true,
  work: { command: ['bun', ...words] },
});
const tests = (name: string, ...paths: string[]): Group => ({
  name,
  isQuick: false,
  isParallel: true,
  work: { tests: paths },
});

/** Quick to fail first. */
export const GROUPS: readonly Group[] = [
  tool('format and lint', 'run', '--bun', 'biome', 'check', '.'),
  tool('types', 'run', '--bun', 'tsc', '--noEmit', '-p', '.'),
  { ...tool('unused exports', 'run', '--bun', 'knip', '--no-progress'), startsWith: 'types' },
  { ...tests('architecture', 'test/architecture'), isQuick: true },
  // Every test that no group below names.
  tests('unit', 'test/'),
  tests('stores', 'test/stores/'),
  tests('api', 'test/api/', 'test/server/', 'test/surface', 'test/cli/'),
  // Compressing the database engine takes half a minute, the first time and on a quiet machine.
  { ...tool('build', 'scripts/build.ts'), isQuick: false, startsWith: 'stores' },
  { ...tool('api on ClickHouse', 'scripts/test-clickhouse.ts'), isQuick: false },
  // Few files, which start the compiled program many times and keep one core half busy.
  {
    ...tests('binary', 'test/binary', 'test/install'),
    isParallel: false,
    startsWith: 'api on ClickHouse',
  },
  { ...tests('browser', 'test/browser/'), obstacle: noBrowser },
];

/** Test files of a group: those whose longest matching prefix is one of the group's. */
export function testFilesOf(group: Group): string[] {
  if (!('tests' in group.work)) return [];
  const own = group.work.tests;
  const prefixes = GROUPS.flatMap(each => ('tests' in each.work ? each.work.tests : []));
  const files = [...new Bun.Glob('test/**/*.test.{ts,tsx}').scanSync({ cwd: root })].sort();
  return files.filter(file => {
    const matches = prefixes.filter(prefix => file.startsWith(prefix)).sort((a, b) => b.length - a.length);
    return own.includes(matches[0] ?? '');
  });
}
