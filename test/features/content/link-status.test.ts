/** Classification of outcomes. Source: decisions, section 7, Content. */

import { expect, test } from 'bun:test';
import { classify, type Outcome } from '../../../src/features/content/links/link-status.ts';
import { HOUR_MS } from '../../../src/lib/time-units.ts';
import type { OutboundCode } from '../../../src/outbound/errors.ts';

const NEW = { verdict: null, failingSince: null };
const answer = (status: number, isChallenge = false): Outcome => ({ kind: 'answer', status, isChallenge });
const failure = (code: OutboundCode): Outcome => ({ kind: 'failure', code, message: 'why' });
const verdictOf = (
  outcome: Outcome,
  isOwn: boolean,
  before: Parameters<typeof classify>[1] = NEW,
  nowMs = 0,
) => classify(outcome, before, { isOwn, nowMs }).verdict;

test.each([
  [200, 'ok', 'ok'],
  [204, 'ok', 'ok'],
  [304, 'ok', 'ok'],
  [404, 'broken', 'broken'],
  [410, 'broken', 'broken'],
  ...[401, 403, 405, 406, 407, 429, 451, 999, 400, 402, 418].map(
    status => [status, 'unknown', 'unknown'] as const,
  ),
  [500, 'broken', 'failing'],
  [503, 'broken', 'failing'],
  [521, 'broken', 'failing'],
] as const)('the answer %d is %s on the site, %s elsewhere', (status, own, other) => {
  expect([verdictOf(answer(status), true), verdictOf(answer(status), false)]).toEqual([own, other]);
});

test.each(['dns', 'connect', 'tls', 'timeout', 'protocol', 'too_large'] as const)(
  'the failure %s is broken on the site, and elsewhere after a second round six hours later',
  code => {
    expect(verdictOf(failure(code), true)).toBe('broken');
    const first = classify(failure(code), NEW, { isOwn: false, nowMs: 1000 });
    expect(first).toEqual({ verdict: 'failing', statusCode: null, errorMessage: 'why', failingSince: 1000 });
    expect(verdictOf(failure(code), false, first, 999 + 6 * HOUR_MS)).toBe('failing');
    expect(verdictOf(failure(code), false, first, 1000 + 6 * HOUR_MS)).toBe('broken');
  },
);

test('a success in between restarts the confirmation', () => {
  const first = classify(answer(500), NEW, { isOwn: false, nowMs: 0 });
  const good = classify(answer(200), first, { isOwn: false, nowMs: HOUR_MS });
  expect(verdictOf(answer(500), false, good, 24 * HOUR_MS)).toBe('failing');
});

test('a broken link stays broken when it fails in another way', () => {
  const gone = classify(answer(404), NEW, { isOwn: false, nowMs: 0 });
  expect(verdictOf(failure('timeout'), false, gone, HOUR_MS)).toBe('broken');
});

test('a refused target and a bot challenge are no issues', () => {
  expect(verdictOf(failure('refused_target'), true)).toBe('skipped');
  expect(verdictOf(answer(503, true), true)).toBe('unknown');
});
