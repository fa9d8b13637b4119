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
/** Unpacks the files of a Debian package below the checkout: installed, it would start a server or bring one. */
function unpack(name: string): boolean {
  if (!has('apt-get') || !has('dpkg-deb')) return false;
  const folder = unpackedAt(name);
  mkdirSync(folder, { recursive: true });
  if (!run(['apt-get', 'download', '-q=2', name], folder)) return false;
  const archives = readdirSync(folder).filter(file => file.endsWith('.deb'));
  const isUnpacked = archives.every(file => run(['dpkg-deb', '--extract', file, '.'], folder));
  for (const file of archives) rmSync(join(folder, file));
  return isUnpacked;
}

const unpackedAt = (name: string): string => join(root, `.${name}`);
const unpacked = (name: string): Requirement => ({
  isThere: () => existsSync(join(unpackedAt(name), 'usr')),
  install: () => unpack(name),
});

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
  openssl: program('openssl'),
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
  wordpress: unpacked('wordpress'),
  /** For its tool that tries rules. */
  prometheus: unpacked('prometheus'),
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
