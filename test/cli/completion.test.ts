/** Completion, asked of real shells. */
import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../src/cli/main.ts';
import { run, temporaryFolder } from '../support/cli.ts';
import { root } from '../support/source-tree.ts';

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
  expect([code, err.split('\n')[0]]).toEqual([
    2,
    'footfall: SHELL must be one of bash, zsh, fish, got "tcsh"',
  ]);
});
