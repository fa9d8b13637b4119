import { expect, test } from 'bun:test';
import { createCountries } from '../../src/ingest/country.ts';
import { NO_IGNORE_RULES } from '../../src/ingest/ignore-rules.ts';
import { createPipeline } from '../../src/ingest/pipeline.ts';
import { createSiteFacts } from '../../src/ingest/site-facts.ts';
import { createSourceFinder } from '../../src/ingest/source.ts';
import { createSpamFilter } from '../../src/ingest/spam.ts';
import { createUserAgentParser } from '../../src/ingest/user-agent.ts';
import { createVisitors } from '../../src/ingest/visitor.ts';
import { createWriter } from '../../src/ingest/writer.ts';

const clock = { now: () => new Date('2026-03-10T12:00:00Z') };

/** A writer whose countries come from outside. */
const writerWith = (saveSalt: () => void) =>
  createWriter({
    hits: { append: async rows => rows.map((_, index) => index + 1) },
    events: { publish: () => {} },
    pipeline: createPipeline({
      visitors: createVisitors({
        secret: new Uint8Array(32),
        salts: { load: () => undefined, replace: saveSalt },
      }),
      countries: createCountries({
        database: null,
        service: { url: 'https://geo.example/{ip}', lookup: async () => ({ country: 'NO' }) },
        clock,
      }),
      parseUserAgent: createUserAgentParser(),
      findSpam: createSpamFilter(),
      findSource: createSourceFinder(),
    }),
    clock,
  });
const target = {
  ...createSiteFacts({
    id: 3,
    uid: 'a'.repeat(20),
    url: 'https://example.com',
    allowFromAnyDomain: false,
    ignoreRules: NO_IGNORE_RULES,
    spam: { level: 'basic', hosts: new Set() },
  }),
  active: true,
};

test('a row of a batch that fails while others are still read fails the batch, not the process', async () => {
  const writer = writerWith(() => {
    throw new Error('disk full');
  });
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => {
    unhandled.push(error);
  };
  process.on('unhandledRejection', note);
  const rows = [{ path: '/', ip_address: '8.8.8.8' }, ...Array.from({ length: 3000 }, () => ({ path: '/' }))];
  await expect(writer.writeMany('hit', target, rows)).rejects.toThrow('disk full');
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('a large batch lets others have their turn every fifty rows', async () => {
  let turns = 0;
  let beat = setImmediate(function take() {
    turns++;
    beat = setImmediate(take);
  });
  const rows = Array.from({ length: 10_000 }, () => ({ path: '/' }));
  expect(await writerWith(() => {}).writeMany('hit', target, rows)).toHaveLength(10_000);
  clearImmediate(beat);
  expect(turns).toBeGreaterThanOrEqual(199);
});
