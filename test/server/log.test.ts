/** Format of log lines, for log tools and systemd's journal. */
import { expect, test } from 'bun:test';
import { fstatSync } from 'node:fs';
import { join } from 'node:path';
import { isJournal, withPriority } from '../../src/core/log.ts';
import { root } from '../support/source-tree.ts';

/** What a process that logs so writes to standard error. */
function logged(statement: string, isForJournal: boolean): string {
  const program = `import { createLog } from '${join(root, 'src/core/log.ts')}';
    const log = createLog('info', { isForJournal: ${isForJournal} }); ${statement}`;
  return Bun.spawnSync([process.execPath, '-e', program], { cwd: root }).stderr.toString();
}

test('levels are names and times ISO 8601', () => {
  expect(JSON.parse(logged("log.warn({ generation: 2 }, 'hits are open');", false))).toEqual({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    generation: 2,
    msg: 'hits are open',
  });
});

test('for the journal each line begins with its priority', () => {
  const lines = logged("log.info('a'); log.warn('b'); log.error('c');", true).trim().split('\n');
  expect(lines.map(line => line.slice(0, 19))).toEqual([
    '<6>{"level":"info",',
    '<4>{"level":"warn",',
    '<3>{"level":"error"',
  ]);
  expect(withPriority('error', 'one\ntwo')).toBe('<3>one\n<3>two');
});

test('the journal is detected by the device and the inode of standard error', () => {
  const { dev, ino } = fstatSync(2);
  expect([isJournal(`${dev}:${ino}`), isJournal(`${dev}:${ino + 1}`), isJournal(undefined)]).toEqual([
    true,
    false,
    false,
  ]);
});
