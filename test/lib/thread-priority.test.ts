import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { lowerWorkerPriority } from '../../src/lib/thread-priority.ts';

/** Niceness of a thread: the 19th field of its `stat`, counted after the name in parentheses. */
const niceOf = (thread: string): number =>
  Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);

test.skipIf(process.platform !== 'linux')('the thread that answers goes before every other', () => {
  // Not 0 where the tests themselves run with a lower priority.
  const before = niceOf(String(process.pid));
  lowerWorkerPriority();
  const others = readdirSync('/proc/self/task').filter(thread => Number(thread) !== process.pid);
  expect(niceOf(String(process.pid))).toBe(before);
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter(thread => niceOf(thread) < 10)).toEqual([]);
});
