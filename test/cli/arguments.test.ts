/** Arguments of the command line, the errors for wrong ones, and completion by real shells. Source: decisions, section 1, Commands. */
import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../src/cli/main.ts';
import { OPTIONS } from '../../src/config/options.ts';
import { VERSION } from '../../src/core/version.ts';
import { run, temporaryFolder } from '../support/cli.ts';
import { root } from '../support/source-tree.ts';

const LISTED = COMMANDS.filter(({ isInternal }) => !isInternal);
const NAMES = LISTED.map(command => command.name);

test('the commands of the specification are there', () => {
  const specified = [
    'serve',
    'user add',
    'user set',
    'key add',
    'key list',
    'key revoke',
    'team add',
    'team remove',
    'import',
    'backup',
    'check',
    'demo',
    'version',
  ];
  for (const name of specified) expect(NAMES).toContain(name);
});

test('version prints the version and nothing else', async () => {
  expect(await run('version')).toEqual({ code: 0, out: VERSION, err: '' });
});

test('the usual flags for version and help are known', async () => {
  for (const args of ['--version', '-v']) expect(await run(args)).toEqual({ code: 0, out: VERSION, err: '' });
  expect((await run('serve -h')).out).toBe((await run('help serve')).out);
});

test.each([
  ['chekc', 'check'],
  ['user ad x@example.org', 'user add'],
  ['keys list x@example.org', 'key list'],
  ['bakup /tmp/x', 'backup'],
])('%s: the error suggests the nearest command in one line', async (args, suggestion) => {
  const { code, out, err } = await run(args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(
    new RegExp(`^footfall: unknown command ".*": did you mean \`footfall ${suggestion}\`\\?$`),
  );
});

test('help lists every command', async () => {
  for (const args of ['help', '--help', '-h']) {
    const { code, out, err } = await run(args);
    expect([args, code, err]).toEqual([args, 0, '']);
    for (const name of NAMES) expect(out).toContain(`  ${name} `);
  }
});

test('help of a command shows its arguments and flags, as does its own --help', async () => {
  for (const command of LISTED) {
    const { code, out } = await run(`help ${command.name}`);
    expect(code).toBe(0);
    for (const word of command.positionals) expect(out).toContain(word);
    for (const flag of Object.keys(command.flags)) expect(out).toContain(`--${flag}`);
    expect((await run(`${command.name} --help`)).out).toBe(out);
  }
});

test('help of serve lists every setting with its variable and default', async () => {
  const { out } = await run('help serve');
  for (const option of Object.values(OPTIONS)) expect(out).toContain(`(${option.variable})`);
});

test('help of a first word shows all its commands', async () => {
  const { out } = await run('help key');
  for (const name of ['key add', 'key list', 'key revoke']) expect(out).toContain(`footfall ${name}`);
  for (const flag of ['--help', '-h'])
    expect(await run(`key ${flag}`)).toEqual(expect.objectContaining({ code: 0, out }));
  expect((await run('nonsense --help')).code).toBe(2);
});

test.each([
  'nonsense',
  'user',
  'user nonsense',
  'help nonsense',
  'user add',
  'user add a@example.org b@example.org',
  'user add a@example.org --nonsense',
  'user add a@example.org --plan',
  'key list',
  'key revoke x',
  'key revoke 0',
  'key list nobody',
  'key add a@example.org --access all',
  'user add nobody',
  'user add a@example.org --plan free',
  'user set a@example.org --week-start friday',
  'user set a@example.org --time-zone Mars/Base',
  'team add a@example.org b@example.org --role owner',
  'signup approve x',
  'import 1 hits.csv --format nonsense',
  'import 1 hits.csv --time-zone Mars/Base',
  'team add a@example.org b@example.org',
  'team add a@example.org --role admin',
  'import x file.csv',
  'import 1',
  'backup',
  'check now',
  'serve now',
  '--nonsense',
])('`footfall %s` shows the usage on standard error and exits 2', async args => {
  using folder = temporaryFolder();
  const { code, out, err } = await run(args, { data: folder.path });
  expect([code, out]).toEqual([2, '']);
  expect(err).toStartWith('footfall: ');
  expect(err).toContain('Usage: footfall');
});

test('a bad setting stops the start with one line and exit 2', async () => {
  for (const args of ['serve --port x', '--port x', 'serve --port=99999']) {
    const { code, out, err } = await run(args);
    expect([args, code, out]).toEqual([args, 2, '']);
    expect(err).toStartWith('footfall: --port must be an integer from 0 to 65535, got ');
    expect(err).not.toContain('\n');
  }
});

test('an invalid data folder is an error of one line', async () => {
  const { code, err } = await run('check --data /dev/null/footfall');
  expect(code).toBe(1);
  expect(err).toStartWith('footfall: ');
  expect(err).toContain('/dev/null/footfall');
  expect(err).not.toContain('\n');
});

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

function linesOf(command: readonly string[]): string[] {
  const { stdout } = Bun.spawnSync([...command], {
    cwd: folder.path,
    env: { PATH: process.env['PATH'], HOME: folder.path, TERM: 'xterm' },
    timeout: 50_000,
  });
  return stdout
    .toString()
    .split('\n')
    .filter(line => line !== '');
}

/** What a shell offers at the end of a line, with the script that completes it. */
const OFFERED: Readonly<Record<string, (script: string, line: string) => string[]>> = {
  bash(script, line) {
    const words = line.split(' ').map(word => `'${word}'`);
    // Files are left to readline, which a shell without a terminal has not.
    const asks = `compopt() { echo "$2"; }; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _footfall`;
    return linesOf(['bash', '--norc', '-c', `source ${script}; ${asks}; printf '%s\\n' "\${COMPREPLY[@]}"`]);
  },
  zsh: (script, line) => linesOf(['zsh', '-f', join(root, 'test/support/complete.zsh'), script, line]),
  fish: (script, line) =>
    linesOf(['fish', '--no-config', '-c', `source ${script}; complete -C '${line}'`]).map(
      offered => offered.split('\t')[0] ?? '',
    ),
};

const PLANS = ['none', 'pro', 'ultra', 'zen'];
const first = [
  ...new Set(COMMANDS.flatMap(({ name, isInternal }) => (isInternal ? [] : (name.split(' ')[0] ?? '')))),
];
const CASES: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['footfall ', [...first, 'help']],
  ['footfall us', ['user']],
  ['footfall user ', ['add', 'list', 'remove', 'set']],
  ['footfall help us', ['user']],
  ['footfall user add ann@example.org --plan ', PLANS],
  ['footfall import --fo', ['--follow', '--format']],
  ['footfall import list --fo', []],
  ['footfall import 1 --format pl', ['plausible']],
  ['footfall completion ', ['bash', 'fish', 'zsh']],
  ['footfall check --', ['--data', '--help', '--json']],
];

for (const [shell, offer] of Object.entries(OFFERED)) {
  const isMissing = Bun.which(shell) === null;
  if (isMissing) process.stderr.write(`not run: completion in ${shell} (it is not installed)\n`);
  describe.skipIf(isMissing)(shell, () => {
    const script = join(folder.path, `completion.${shell}`);
    test('completes commands, flags and values', async () => {
      writeFileSync(script, (await run(`completion ${shell}`)).out);
      for (const [line, offered] of CASES)
        expect([line, offer(script, line).toSorted()]).toEqual([line, offered.toSorted()]);
    });

    test('files where a command takes files, folders where it takes folders', () => {
      writeFileSync(join(folder.path, 'visits.csv'), '');
      mkdirSync(join(folder.path, 'visits.d'), { recursive: true });
      const found = (line: string) => offer(script, line).join().replaceAll('/', '');
      const [files, folders] =
        shell === 'bash' ? ['default', 'dirnames'] : ['visits.csv,visits.d', 'visits.d'];
      expect(found('footfall import 1 vis')).toBe(files);
      expect(found('footfall backup vis')).toBe(folders);
      expect(found('footfall check --data vis')).toBe(folders);
    });
  });
}

test('another shell is refused with what is allowed', async () => {
  const { code, err } = await run('completion tcsh');
  expect(code).toBe(2);
  expect(err.split('\n')[0]).toBe('footfall: SHELL must be one of bash, zsh, fish, got "tcsh"');
});
