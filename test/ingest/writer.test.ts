import { expect, test } from 'bun:test';
import { createWriter } from '../../src/ingest/writer.ts';
import { countTurns } from '../support/event-loop.ts';
import { createTestPipeline, NOW, siteWith } from '../support/ingest-pipeline.ts';

const writerWith = (saveSalt?: () => void) =>
  createWriter({
    hits: { append: async rows => rows.map((_, index) => index + 1) },
    events: { publish: () => {} },
    pipeline: createTestPipeline(saveSalt),
    clock: { now: () => NOW },
  });
const target = { ...siteWith(), active: true };

test('a row of a batch that fails while others are still read fails the batch, not the process', async () => {
  const writer = writerWith(() => {
    throw new Error('disk full');
  });
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  const rows = [{ path: '/', ip_address: '8.8.8.8' }, ...Array.from({ length: 3000 }, () => ({ path: '/' }))];
  await expect(writer.writeMany('hit', target, rows)).rejects.toThrow('disk full');
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('a large batch lets others have their turn every fifty rows', async () => {
  const turns = countTurns();
  const rows = Array.from({ length: 10_000 }, () => ({ path: '/' }));
  expect(await writerWith().writeMany('hit', target, rows)).toHaveLength(10_000);
  expect(turns()).toBeGreaterThanOrEqual(199);
});
