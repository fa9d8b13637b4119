/**
 * Upgrades of the Debian package by Debian's own programs, without anybody to answer: in a system that debootstrap makes below a
 * folder, from a repository of its own.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDeb } from '../../scripts/release/deb.ts';
import { collectExtras } from '../../scripts/release/extras.ts';
import { root } from '../support/source-tree.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const folder = mkdtempSync(join(tmpdir(), 'footfall-upgrade-'));
const system = join(folder, 'system');
const repository = join(system, 'srv/repository');
const date = new Date('2026-11-25T12:00:00Z');
const extras = collectExtras(root, date);

function run(...command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' },
    stdin: 'ignore',
  });
  expect([command.join(' '), exitCode, exitCode === 0 ? '' : `${stdout}${stderr}`]).toEqual([
    command.join(' '),
    0,
    '',
  ]);
  return stdout.toString();
}
const inSystem = (...command: string[]): string => run('chroot', system, ...command);

/** Puts a version into the repository. `change`: what is done to the files of the package. */
async function publish(version: string, change: (files: string) => void = () => {}): Promise<void> {
  const program = new TextEncoder().encode(`#!/bin/sh\necho ${version}\n`);
  const bytes = await makeDeb({
    ...{ version, architecture: 'all', date, program, extras },
    maintainer: 'Ann <ann@example.org>',
  });
  const [made, files] = [join(folder, 'made.deb'), join(folder, `files-${version}`)];
  await Bun.write(made, bytes);
  run('dpkg-deb', '--raw-extract', made, files);
  change(files);
  mkdirSync(repository, { recursive: true });
  run('dpkg-deb', '--build', '--root-owner-group', files, join(repository, `footfall_${version}_all.deb`));
  const index = run('sh', '-c', `cd '${repository}' && dpkg-scanpackages --multiversion . 2>/dev/null`);
  writeFileSync(join(repository, 'Packages'), index);
  writeFileSync(
    join(repository, 'Release'),
    `Origin: Footfall\nLabel: Footfall\nSuite: stable\nSHA256:\n ${new Bun.CryptoHasher('sha256').update(index).digest('hex')} ${index.length} Packages\n`,
  );
}

/** Adds a setting to the template. */
const withSetting = (name: string) => (files: string) => {
  const template = join(files, 'usr/share/footfall/footfall.env');
  writeFileSync(template, `${readFileSync(template, 'utf8')}\n#${name}=\n`);
};

/** The package as version 0.2 had it: its settings are a conffile. */
function asConffile(files: string): void {
  mkdirSync(join(files, 'etc/footfall'), { recursive: true });
  renameSync(join(files, 'usr/share/footfall/footfall.env'), join(files, 'etc/footfall/footfall.env'));
  writeFileSync(join(files, 'DEBIAN/conffiles'), '/etc/footfall/footfall.env\n');
  const script = join(files, 'DEBIAN/postinst');
  writeFileSync(script, readFileSync(script, 'utf8').replace(/^settings=[\s\S]*?^fi$/m, ''));
}

const installed = (): string => inSystem('footfall').trim();
const settingsPath = join(system, 'etc/footfall/footfall.env');
const settings = (): string => readFileSync(settingsPath, 'utf8');

const isReady = Bun.which('debootstrap') !== null && process.getuid?.() === 0;
if (!isReady)
  process.stderr.write('not run: upgrades of the Debian package (they take debootstrap, and root)\n');

describe.skipIf(!isReady)('the package', () => {
  beforeAll(async () => {
    const codename = run('sh', '-c', '. /etc/os-release && echo $VERSION_CODENAME').trim();
    run('debootstrap', '--variant=minbase', '--include=unattended-upgrades', codename, system);
    writeFileSync(join(system, 'etc/apt/sources.list'), 'deb [trusted=yes] file:/srv/repository ./\n');
    await publish('0.2.0', asConffile);
    inSystem('apt-get', 'update', '-q=2');
    inSystem('apt-get', 'install', '-q=2', '-y', 'footfall');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is upgraded from one with a conffile by apt-get, with the settings that were changed', async () => {
    expect(installed()).toBe('0.2.0');
    const changed = settings().replace('#FOOTFALL_BASE_URL=', 'FOOTFALL_BASE_URL=https://stats.example.org');
    writeFileSync(settingsPath, changed);
    await publish('0.3.0', withSetting('FOOTFALL_NEW'));
    inSystem('apt-get', 'update', '-q=2');
    inSystem('apt-get', 'upgrade', '-q=2', '-y');
    expect([installed(), settings()]).toEqual(['0.3.0', changed]);
  });

  test('is upgraded by unattended-upgrades when a version adds a setting', async () => {
    const before = settings();
    await publish('0.4.0', withSetting('FOOTFALL_NEWER'));
    inSystem('apt-get', 'update', '-q=2');
    writeFileSync(
      join(system, 'etc/apt/apt.conf.d/99footfall'),
      'Unattended-Upgrade::Origins-Pattern { "origin=Footfall"; };\n',
    );
    inSystem('unattended-upgrade', '--verbose');
    expect([installed(), settings()]).toEqual(['0.4.0', before]);
    expect(readFileSync(join(system, 'usr/share/footfall/footfall.env'), 'utf8')).toContain('FOOTFALL_NEWER');
  });

  test('forgets its settings when it is purged, and writes them again when it is installed again', () => {
    inSystem('apt-get', 'purge', '-q=2', '-y', 'footfall');
    expect(Bun.file(settingsPath).size).toBe(0);
    inSystem('apt-get', 'install', '-q=2', '-y', 'footfall');
    expect(settings()).toContain('#FOOTFALL_BASE_URL=');
  });
});
