/** The Debian package, with a small program in the place of the real one: installed, upgraded and purged below a folder. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDeb } from '../../scripts/release/deb.ts';
import { collectExtras } from '../../scripts/release/extras.ts';
import { root } from '../support/source-tree.ts';

const date = new Date('2026-11-25T12:00:00Z');
const extras = collectExtras(root, date);
const folder = mkdtempSync(join(tmpdir(), 'footfall-deb-'));
const system = join(folder, 'system');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const packageOf = (version: string) =>
  makeDeb({
    version,
    architecture: 'all',
    date,
    program: new TextEncoder().encode(`#!/bin/sh\necho ${version}\n`),
    extras,
    maintainer: 'Ann <ann@example.org>',
  });

async function writePackage(version: string): Promise<string> {
  const file = join(folder, `footfall_${version}_all.deb`);
  await Bun.write(file, await packageOf(version));
  return file;
}

const isReady = Bun.which('dpkg') !== null && process.getuid?.() === 0;
if (!isReady) process.stderr.write('not run: the Debian package (it takes dpkg, and root)\n');

/** dpkg on a system of its own: scripts are given its root, and change nothing of this machine's. */
function dpkg(...words: string[]): string {
  const { success, stdout, stderr } = Bun.spawnSync([
    ...['dpkg', `--root=${system}`, '--force-script-chrootless', '--force-depends', '--force-confold'],
    ...words,
  ]);
  expect([words, success, success ? '' : stderr.toString()]).toEqual([words, true, '']);
  return stdout.toString();
}

const pathOf = (path: string): string => join(system, path);
const settings = 'etc/footfall/footfall.env';

test('the same files make the same package', async () => {
  expect(Bun.hash(await packageOf('1.0.0'))).toBe(Bun.hash(await packageOf('1.0.0')));
});

describe.skipIf(!isReady)('below a folder', () => {
  beforeAll(() => {
    mkdirSync(pathOf('var/lib/dpkg/info'), { recursive: true });
    mkdirSync(pathOf('var/lib/dpkg/updates'));
    mkdirSync(pathOf('etc'));
    for (const name of ['var/lib/dpkg/status', 'etc/passwd', 'etc/group']) writeFileSync(pathOf(name), '');
  });

  test('is installed with its unit, user, settings, manual page and completions', async () => {
    dpkg('--install', await writePackage('1.0.0'));
    expect(Bun.spawnSync([pathOf('usr/bin/footfall')]).stdout.toString()).toBe('1.0.0\n');
    const unit = readFileSync(pathOf('usr/lib/systemd/system/footfall.service'), 'utf8');
    expect(unit).toContain('ExecStart="/usr/bin/footfall" serve');
    expect(statSync(pathOf(settings)).mode & 0o777).toBe(0o600);
    const installed = readdirSync(pathOf('usr'), { recursive: true, encoding: 'utf8' });
    expect(installed).toEqual(
      expect.arrayContaining([
        'lib/sysusers.d/footfall.conf',
        'share/man/man1/footfall.1.gz',
        'share/bash-completion/completions/footfall',
        'share/zsh/vendor-completions/_footfall',
        'share/fish/vendor_completions.d/footfall.fish',
        'share/doc/footfall/copyright',
      ]),
    );
    if (Bun.which('systemd-sysusers'))
      expect(readFileSync(pathOf('etc/passwd'), 'utf8')).toContain('footfall:');
    expect(dpkg('--verify', 'footfall')).toBe('');
  });

  test('an upgrade keeps the settings that were changed, and the data', async () => {
    writeFileSync(pathOf(settings), 'FOOTFALL_PORT=1234\n');
    mkdirSync(pathOf('var/lib/footfall/runtime'), { recursive: true });
    writeFileSync(pathOf('var/lib/footfall/app.db'), 'data');
    dpkg('--install', await writePackage('1.1.0'));
    expect(Bun.spawnSync([pathOf('usr/bin/footfall')]).stdout.toString()).toBe('1.1.0\n');
    expect(readFileSync(pathOf(settings), 'utf8')).toBe('FOOTFALL_PORT=1234\n');
    expect(existsSync(pathOf('var/lib/footfall/app.db'))).toBe(true);
  });

  test('removing keeps settings and data; purging forgets the settings, keeps the data, and says so', () => {
    dpkg('--remove', 'footfall');
    expect(existsSync(pathOf('usr/bin/footfall'))).toBe(false);
    expect(existsSync(pathOf(settings))).toBe(true);
    expect(dpkg('--purge', 'footfall')).toContain('the data are still in');
    expect(existsSync(pathOf('etc/footfall'))).toBe(false);
    expect(readdirSync(pathOf('var/lib/footfall'))).toEqual(['app.db']);
    expect(dpkg('--list').includes('footfall')).toBe(false);
  });
});

const hasMan = Bun.which('man') !== null && Bun.which('groff') !== null;
test.skipIf(!hasMan)('the manual page is one without faults, and has every command', () => {
  const file = join(folder, 'footfall.1');
  writeFileSync(file, extras.manPage('1.0.0'));
  const { stdout, stderr } = Bun.spawnSync(['man', '--warnings', '--encoding=UTF-8', '--local-file', file], {
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', MANWIDTH: '100' },
  });
  expect(stderr.toString()).toBe('');
  for (const words of ['footfall user add EMAIL', 'FOOTFALL_BASE_URL', 'upgrade-check'])
    expect(stdout.toString().replaceAll(/\s+/g, ' ')).toContain(words);
});
