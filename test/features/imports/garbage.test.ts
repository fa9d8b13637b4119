/** A reader of a large file leaves no garbage of all of it. */
import { fullGC, heapStats } from 'bun:jsc';
import { expect, test } from 'bun:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createCollector } from '../../../src/features/imports/garbage.ts';
import { createLogTally } from '../../../src/features/imports/readers/access-log/tally.ts';

const makeGarbage = () => Array.from({ length: 1000 }, (_, index) => new WeakRef({ index }));

test('what is no longer used is collected after many groups of lines', async () => {
  const made = makeGarbage();
  // Until the turn ends, what was made in it is kept.
  await nextTurn();
  const collect = createCollector();
  for (let group = 0; group < 1024; group += 1) collect();
  expect(made.filter(ref => ref.deref() !== undefined).length).toBeLessThan(100);
});

test('names that sums keep do not keep the texts that they are parts of', async () => {
  const tally = createLogTally({ known: [], last: '2026-04-01', write: () => {} });
  const textLength = 64 * 1024;
  const count = 500;
  fullGC();
  const before = heapStats().extraMemorySize;
  for (let at = 0; at < count; at += 1) {
    const text = Buffer.alloc(textLength, `/missing/${at} `).toString('latin1');
    const [name = '', detail = ''] = [text.slice(0, 40), text.slice(40, 80)];
    const notes = [{ kind: 'broken_link', name, detail }] as const;
    tally.add(text.slice(0, 200), '2026-03-10T10:00:00.000Z', { is: 'not_found', notes });
  }
  await nextTurn();
  fullGC();
  expect(heapStats().extraMemorySize - before).toBeLessThan((textLength * count) / 2);
  tally.close();
});
