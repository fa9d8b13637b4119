/** The command line of the checks. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { root } from './support/source-tree.ts';

test.each([
  ['--help', "check: Unknown option '--help'; there are --quick, --all and names of groups\n"],
  [
    '--all=yes',
    "check: Option '--all' does not take an argument; there are --quick, --all and names of groups\n",
  ],
  ['nope', 'check: no group "nope"; there are: '],
])('%s ends with 2 and a line that says what there is', (argument, line) => {
  const { exitCode, stderr, stdout } = Bun.spawnSync(['bun', join(root, 'scripts/check/main.ts'), argument]);
  expect([exitCode, stdout.toString()]).toEqual([2, '']);
  expect(stderr.toString()).toStartWith(line);
});
