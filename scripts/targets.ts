/** The systems that the program is built for, and where the parts of each are: Bun's runtime and DuckDB's library. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dir, '..');

export interface Target {
  readonly os: string;
  readonly cpu: string;
  readonly isMusl: boolean;
}

/** Every system that a release is made for, by the name of its file. */
export const RELEASE_TARGETS = [
  'linux-x64',
  'linux-arm64',
  'linux-x64-musl',
  'linux-arm64-musl',
  'darwin-x64',
  'darwin-arm64',
] as const;

/** Parses the name of a target, in Bun's own words such as `bun-linux-arm64-musl`; undefined for an unknown one. */
export function parseTarget(name: string): Target | undefined {
  const match = /^(?:bun-)?(linux|darwin)-(x64|arm64|aarch64)((?:-baseline|-modern|-musl)*)$/.exec(name);
  if (!match) return undefined;
  const [, os = '', cpu = '', rest = ''] = match;
  return { os, cpu: cpu === 'aarch64' ? 'arm64' : cpu, isMusl: rest.includes('-musl') };
}

/** Returns the target that the running Bun was built for. A glibc system may have musl's loader as well. */
export function targetOfThisBun(): Target {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  const isMusl = process.platform === 'linux' && !report.header?.glibcVersionRuntime;
  return { os: process.platform, cpu: process.arch, isMusl };
}

/**
 * Folders of packages: the project's own, which has this machine's alone, and `.release`, which has those of every target
 * once `bun install --cwd .release --frozen-lockfile --os='*' --cpu='*'` has run.
 */
const PACKAGE_FOLDERS = ['node_modules', '.release/node_modules'].map(folder => join(root, folder));

/** Returns the first of these folders that holds a file, or the first of them. */
const findPackageFile = (file: string): string =>
  PACKAGE_FOLDERS.map(folder => join(folder, file)).find(existsSync) ?? join(root, 'node_modules', file);

/** Lists the database engine's files for a target: the library first, then the addon that loads it from its own folder. */
export function nativeFilesOf({ os, cpu, isMusl }: Target): string[] {
  const folder = `@duckdb/node-bindings-${os}-${cpu}${isMusl ? '-musl' : ''}`;
  const library = `libduckdb.${os === 'darwin' ? 'dylib' : 'so'}`;
  return [library, 'duckdb.node'].map(name => findPackageFile(join(folder, name)));
}

/** Returns the path of Bun's runtime for a target, one that any processor can run; undefined where it is not installed. */
export function runtimeOf({ os, cpu, isMusl }: Target): string | undefined {
  const name = `bun-${os}-${cpu === 'arm64' ? 'aarch64' : cpu}${isMusl ? '-musl' : ''}${cpu === 'x64' ? '-baseline' : ''}`;
  const path = findPackageFile(join('@oven', name, 'bin/bun'));
  return existsSync(path) ? path : undefined;
}
