import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { packageManager } from '../package.json' with { type: 'json' };
import { formatSettingsFile } from '../src/config/settings-texts.ts';
import { root } from './support/source-tree.ts';

/** A checkout whose Bun is a script: it answers its version, installs nothing and builds a program that says its words. */
let checkout = '';
const dest = (): string => join(checkout, 'dest');
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'footfall-install-'));
  for (const path of ['install.sh', 'package.json', 'scripts/packaging', 'scripts/toolchain.sh'])
    cpSync(join(root, path), join(checkout, path), { recursive: true });
  write(
    'bin/bun',
    `#!/bin/sh
case $1 in
  --version) echo ${packageManager.replace('bun@', '')} ;;
  install) ;;
  *) mkdir -p dist && printf '#!/bin/sh\\necho "footfall $*"\\n' >dist/footfall && chmod +x dist/footfall ;;
esac`,
  );
});
beforeEach(() => write('bin/npm', '#!/bin/sh\nexit 1'));
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function write(path: string, text: string): void {
  const file = join(checkout, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text}\n`);
  chmodSync(file, 0o755);
}

/** Installs below a folder of its own, never on this machine. */
async function install(...words: string[]) {
  const child = Bun.spawn(['sh', join(checkout, 'install.sh'), ...words], {
    cwd: checkout,
    env: {
      PATH: `${join(checkout, 'bin')}:/usr/bin:/bin`,
      HOME: checkout,
      DESTDIR: words.includes('--systemd') ? dest() : '',
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [code, out, err] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, out, err };
}

test('--help says how to use it and does nothing', async () => {
  const { code, out } = await install('--help');
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('./install.sh serve') });
  expect(existsSync(join(checkout, 'dist'))).toBe(false);
});

test.each([
  [['--fly']],
  [['--prefix']],
  [['--prefix=']],
  [['--systemd']],
  [['--prefix', 'x', 'serve']],
  [['build']],
])('%j is a usage error', async words => {
  const { code, out, err } = await install(...words);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('Usage:');
});

test('serve builds and then runs the program with the arguments as they came', async () => {
  const { code, out } = await install('serve', '--port', '0', '--data', 'two words');
  expect({ code, last: out.trim().split('\n').at(-1) }).toEqual({
    code: 0,
    last: 'footfall serve --port 0 --data two words',
  });
});

test('--prefix installs the program, again over an older one, and nothing else', async () => {
  await install('--prefix', 'target');
  expect((await install('--prefix', 'target')).code).toBe(0);
  expect(statSync(join(checkout, 'target/bin/footfall')).mode & 0o777).toBe(0o755);
  expect([...new Bun.Glob('**/*').scanSync(join(checkout, 'target'))]).toEqual(['bin/footfall']);
});

test('--systemd installs a unit that starts this very program, also from a folder with odd characters', async () => {
  const { code, out } = await install('--prefix', 'a & b|100%', '--systemd');
  expect(code).toBe(0);
  const place = join(checkout, 'a & b|100%');
  const unit = readFileSync(join(dest(), place, 'lib/systemd/system/footfall.service'), 'utf8');
  expect(unit).toContain(`ExecStart="${place.replaceAll('%', '%%')}/bin/footfall" serve\n`);
  expect(unit).not.toContain('@BINDIR@');
  expect(out).toContain('systemd-sysusers');
});

test('after an upgrade the new program is started, and settings that are wrong end the restarts', async () => {
  const { out } = await install('--prefix', '/usr/local', '--systemd');
  expect(out).toContain('systemctl daemon-reload && systemctl enable footfall && systemctl restart footfall');
  const unit = readFileSync(join(dest(), '/usr/local/lib/systemd/system/footfall.service'), 'utf8');
  for (const line of ['Type=notify', 'TimeoutStartSec=infinity', 'RestartPreventExitStatus=2'])
    expect(unit.split('\n')).toContain(line);
});

test('the settings of the service are installed once, and older ones get the data folder', async () => {
  const settings = join(dest(), 'etc/footfall/footfall.env');
  await install('--prefix', '/usr', '--systemd');
  expect(statSync(settings).mode & 0o777).toBe(0o600);
  expect(readFileSync(settings, 'utf8')).toBe(formatSettingsFile());
  expect(parseEnv(formatSettingsFile())).toEqual({ FOOTFALL_DATA: '/var/lib/footfall' });
  writeFileSync(settings, 'FOOTFALL_PORT=80');
  for (let turn = 0; turn < 2; turn++) await install('--prefix', '/usr', '--systemd');
  expect(readFileSync(settings, 'utf8')).toBe('FOOTFALL_PORT=80\nFOOTFALL_DATA=/var/lib/footfall\n');
});

test('without the pinned Bun and without npm it says what to install', async () => {
  write('bin/bun', '#!/bin/sh\necho 0.1.0');
  rmSync(join(checkout, 'bin/npm'));
  // Only what the script itself needs is on PATH.
  for (const name of ['sh', 'sed', 'grep', 'df', 'awk', 'uname', 'mkdir', 'dirname', 'cat'])
    write(`bin/${name}`, `#!/bin/sh\nexec ${Bun.which(name) ?? name} "$@"`);
  const child = Bun.spawn(['/bin/sh', join(checkout, 'install.sh')], {
    env: { PATH: join(checkout, 'bin') },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  expect(await child.exited).toBe(1);
  expect(await new Response(child.stderr).text()).toMatch(/npm.*missing.*Install npm/);
});

test('a registry that cannot be reached is named as the cause, not a script error', async () => {
  write('bin/bun', '#!/bin/sh\necho 0.1.0');
  write('bin/npm', '#!/bin/sh\necho "network down" >&2\nexit 1');
  const { code, err } = await install();
  expect(code).toBe(1);
  expect(err).toMatch(/network down\ninstall\.sh: npm could not fetch .*registry/);
});

test('a build that the kernel kills says that memory ran out', async () => {
  write(
    'bin/bun',
    `#!/bin/sh
case $1 in --version) echo ${packageManager.replace('bun@', '')} ;; install) ;; *) kill -9 $$ ;; esac`,
  );
  const { code, err } = await install();
  expect(code).toBe(1);
  expect(err).toContain('most likely because memory ran out: it takes about 700 MB. Close other programs');
});

test('a failed build installs nothing', async () => {
  write(
    'bin/bun',
    `#!/bin/sh
case $1 in --version) echo ${packageManager.replace('bun@', '')} ;; install) ;; *) echo "it broke" >&2; exit 1 ;; esac`,
  );
  const { code, err } = await install('--prefix', 'target');
  expect({ code, isInstalled: existsSync(join(checkout, 'target')) }).toEqual({
    code: 1,
    isInstalled: false,
  });
  expect(err).toContain('it broke');
});

test.each([
  ['\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f464fa14000)', false],
  ['\t/lib/ld-musl-x86_64.so.1 (0x7f5b8a1c4000)', true],
])('Bun for musl is fetched where the system itself uses musl: %j', async (loaded, isMusl) => {
  write('bin/ldd', `#!/bin/sh\necho '${loaded}'`);
  const script = `root=${checkout}; . "$root/scripts/toolchain.sh"; bun_package`;
  const child = Bun.spawn(['sh', '-c', script], { env: { PATH: `${checkout}/bin:/usr/bin:/bin` } });
  expect((await new Response(child.stdout).text()).includes('-musl')).toBe(isMusl);
});
