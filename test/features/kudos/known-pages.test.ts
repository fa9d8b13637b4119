import { expect, test } from 'bun:test';
import type { Ask, AskAny } from '../../../src/core/hits/ask.ts';
import { createLog } from '../../../src/core/log.ts';
import { createKnownPages } from '../../../src/features/kudos/known-pages.ts';
import { createMovableClock } from '../../support/server.ts';

test('a lookup that hangs ends with 503, queued or running, and the next one works', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const stuck: AskAny = (_question, options) => {
    signals.push(options?.signal);
    return new Promise((_, reject) =>
      options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
    );
  };
  const hits = { ask: stuck as Ask };
  const pages = createKnownPages({
    hits,
    countForPage: () => 0,
    clock: createMovableClock(),
    log: createLog('silent'),
    lookupMs: 0,
  });
  const accepts = (path: string) => pages.accepts({ siteId: 1, path, address: null });
  const answers = await Promise.allSettled(['/1', '/2', '/3', '/4', '/1'].map(accepts));
  expect(answers).toMatchObject(
    Array(5).fill({
      reason: { kind: 'unavailable', details: { headers: { 'retry-after': expect.any(String) } } },
    }),
  );
  expect(signals.every(signal => signal?.aborted)).toBe(true);
  hits.ask = (async () => []) as AskAny as Ask;
  expect(await accepts('/1')).toBe(true);
});
