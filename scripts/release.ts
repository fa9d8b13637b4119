/**
 * Makes every file of a release from one machine: `bun scripts/release.ts [--out DIR] [--only linux-x64,linux-arm64]
 * [--maintainer 'NAME <ADDRESS>'] [--downloads ADDRESS]`.
 * The same commit makes the same bytes, wherever it is built.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../package.json' with { type: 'json' };
import { readCommit } from './commit.ts';
import { hashOf } from './pack.ts';
import { gzip, makeTar, type PackedFile } from './release/archive.ts';
import { DEBIAN_ARCHITECTURES, makeDeb } from './release/deb.ts';
import { readExecutable } from './release/executable.ts';
import { collectExtras } from './release/extras.ts';
import { makeHelmChart } from './release/helm-chart.ts';
import { writeFormula } from './release/homebrew.ts';
import { makeNpmPackage } from './release/npm-package.ts';
import { writeSbom } from './release/sbom.ts';
import { makeWordPressPlugin } from './release/wordpress-plugin.ts';
import { parseTarget, RELEASE_TARGETS } from './targets.ts';

const root = resolve(import.meta.dir, '..');

function stop(line: string): never {
  process.stderr.write(`release: ${line}\n`);
  process.exit(1);
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(...command: string[]): Promise<void> {
  const child = Bun.spawn(command, { cwd: root, stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' });
  if ((await child.exited) !== 0) stop(`${command.join(' ')} failed`);
}

/** Builds the program for a target, and checks that it is one. */
async function buildProgram(name: string, folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const path = join(folder, `footfall-${name}`);
  await run(process.execPath, 'scripts/build.ts', `--target=bun-${name}`, `--outfile=${path}`);
  const bytes = new Uint8Array(readFileSync(path));
  rmSync(path);
  const found = readExecutable(bytes);
  const wanted = parseTarget(name);
  if (found.os !== wanted?.os || found.cpu !== wanted.cpu || found.isMusl !== wanted.isMusl)
    stop(`the program for ${name} is one for ${JSON.stringify(found)}`);
  // Apple's processors run no program without one.
  if (name === 'darwin-arm64' && !found.isSigned) stop(`the program for ${name} has no signature`);
  return bytes;
}

const textFile = (name: string, text: string): PackedFile => ({
  name,
  bytes: new TextEncoder().encode(text),
});

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    only: { type: 'string' },
    // Where the files will be published: the formula for Homebrew names it, in one line that can be edited later.
    downloads: { type: 'string', default: 'https://downloads.example/footfall' },
    // Who answers for the Debian packages.
    maintainer: { type: 'string', default: 'Footfall <root@localhost>' },
  },
});
const out = resolve(values.out ?? join(root, 'dist/release'));
const targets = values.only?.split(',') ?? [...RELEASE_TARGETS];
const unknown = targets.find(name => !(RELEASE_TARGETS as readonly string[]).includes(name));
if (unknown !== undefined) stop(`unknown target "${unknown}": ${RELEASE_TARGETS.join(', ')}`);
const commit = readCommit(root) ?? stop('a release is made from a commit, and git knows none here');
if (commit.id.endsWith('-modified')) stop('files were changed since the last commit: commit them first');

await run(
  ...[process.execPath, 'install', '--cwd', '.release', '--frozen-lockfile', '--ignore-scripts', '--silent'],
  ...['--os=*', '--cpu=*'],
);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const date = commit.committedAt;
const extras = collectExtras(root, date);
const beside = [
  textFile('LICENSE', extras.license),
  textFile('THIRD-PARTY-NOTICES.txt', extras.notices),
  textFile('footfall.1', extras.manPage(version)),
  textFile('completions/footfall.bash', extras.completions.bash),
  textFile('completions/_footfall', extras.completions.zsh),
  textFile('completions/footfall.fish', extras.completions.fish),
];
const files: PackedFile[] = [textFile(`footfall-${version}.cdx.json`, writeSbom(root, date))];
for (const name of targets) {
  const program = await buildProgram(name, out);
  const archive = await makeTar([{ name: 'footfall', bytes: program, mode: 0o755 }, ...beside], {
    date,
  });
  files.push({ name: `footfall-${name}.tar.gz`, bytes: gzip(archive) });
  const architecture = DEBIAN_ARCHITECTURES[name as keyof typeof DEBIAN_ARCHITECTURES];
  if (architecture !== undefined)
    files.push({
      name: `footfall_${version}_${architecture}.deb`,
      bytes: await makeDeb({ version, architecture, date, program, extras, maintainer: values.maintainer }),
    });
}
const container = join(root, 'scripts/packaging/container');
for (const name of ['Containerfile', 'compose.yaml', 'compose.caddy.yaml', 'compose.clickhouse.yaml'])
  files.push(textFile(name, readFileSync(join(container, name), 'utf8')));
files.push({ name: `footfall-tracker-${version}.tgz`, bytes: await makeNpmPackage({ version, date }) });
files.push({ name: `footfall-wordpress-${version}.zip`, bytes: makeWordPressPlugin({ version, date }) });
files.push({ name: `footfall-chart-${version}.tgz`, bytes: await makeHelmChart({ version, date }) });
const { downloads } = values;
const sumOf = (name: string): string | undefined => {
  const file = files.find(each => each.name === name);
  return file && hashOf(file.bytes);
};
files.push(textFile('footfall.rb', writeFormula({ version, downloads, sumOf })));
const sums = files
  .map(({ name, bytes }) => `${hashOf(bytes)}  ${name}\n`)
  .toSorted((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1));
files.push(textFile('SHA256SUMS', sums.join('')));
for (const { name, bytes } of files) {
  await Bun.write(join(out, name), bytes);
  say(`${name}: ${(bytes.byteLength / 1e6).toFixed(1)} MB`);
}
say(`footfall.rb downloads from ${downloads}, as its line DOWNLOADS says`);
say('./scripts/image-folder.sh makes the folder that the image is built from');
