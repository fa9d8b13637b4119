/** What groups of checks need on the machine beside Bun and the project's packages, and how it is installed. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

interface Requirement {
  isThere(): boolean;
  /** Debian packages that bring it. */
  readonly packages?: readonly string[];
  /** Brings it otherwise. Returns whether it did. */
  install?(): boolean;
}

const has = (program: string): boolean => Bun.which(program) !== null;
const run = (command: readonly string[], cwd = root): boolean =>
  Bun.spawnSync([...command], {
    cwd,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  }).success;

const program = (name: string, ...packages: string[]): Requirement => ({
  isThere: () => has(name),
  packages: packages.length > 0 ? packages : [name],
});

const CLICKHOUSE = join(root, '.chdb');
const WORDPRESS = join(root, '.wordpress');

/** Unpacks the files of Debian's package: installed, it would bring a web server. */
function unpackWordPress(): boolean {
  if (!has('apt-get') || !has('dpkg-deb')) return false;
  mkdirSync(WORDPRESS, { recursive: true });
  if (!run(['apt-get', 'download', '-q=2', 'wordpress'], WORDPRESS)) return false;
  const archives = readdirSync(WORDPRESS).filter(name => name.endsWith('.deb'));
  const isUnpacked = archives.every(name => run(['dpkg-deb', '--extract', name, '.'], WORDPRESS));
  for (const name of archives) rmSync(join(WORDPRESS, name));
  return isUnpacked;
}

const REQUIREMENTS = {
  chromium: {
    isThere: () => ['chromium', 'chromium-browser', 'google-chrome'].some(has),
    packages: ['chromium'],
  },
  /** Its engine is as large as everything else together, and only tests use it: no dependency of the project. */
  clickhouse: {
    isThere: () => existsSync(join(CLICKHOUSE, 'node_modules')),
    install: () => run(['bun', 'install', '--frozen-lockfile', '--ignore-scripts', '--silent'], CLICKHOUSE),
  },
  'systemd-notify': program('systemd-notify', 'systemd'),
  zsh: program('zsh'),
  fish: program('fish'),
  pebble: program('pebble'),
  buildah: program('buildah'),
  'docker-compose': program('docker-compose'),
  debootstrap: {
    isThere: () => has('debootstrap') && has('dpkg-scanpackages'),
    packages: ['debootstrap', 'dpkg-dev'],
  },
  php: {
    isThere: () => Bun.spawnSync(['sh', '-c', 'php -m | grep -qx mysqli']).success,
    packages: ['php-cli', 'php-mysql'],
  },
  mariadb: {
    isThere: () => has('mariadbd') && has('my_print_defaults'),
    packages: ['mariadb-server-core', 'mariadb-client-core'],
  },
  wordpress: { isThere: () => existsSync(join(WORDPRESS, 'usr')), install: unpackWordPress },
} as const satisfies Readonly<Record<string, Requirement>>;

export type Need = keyof typeof REQUIREMENTS;

const find = (need: Need): Requirement => REQUIREMENTS[need];

/** Returns those that the machine lacks. */
export const findMissing = (needs: readonly Need[]): Need[] =>
  [...new Set(needs)].filter(need => !find(need).isThere());

/** Installs what is missing, where that is possible. Tests whose need is still missing are not run, and the summary names it. */
export function installNeeds(needs: readonly Need[], say: (line: string) => void): void {
  const missing = findMissing(needs);
  if (missing.length === 0) return;
  say(`Installing for the tests: ${missing.join(', ')}`);
  const packages = missing.flatMap(need => find(need).packages ?? []);
  const isRoot = process.getuid?.() === 0 && has('apt-get');
  if (packages.length > 0 && isRoot && run(['apt-get', 'update', '-q=2']))
    run(['apt-get', 'install', '-q=2', '-y', '--no-install-recommends', ...packages]);
  for (const need of missing) find(need).install?.();
  const left = findMissing(missing);
  if (left.length > 0)
    say(
      `Could not be installed (packages need root and apt-get): ${left.join(', ')}. Some tests will not run.`,
    );
}
