/** Reasons of failed checks and the state of a site, in the languages that the server does not write. */
import { expect, test } from 'bun:test';
import { FAILURE_CODES } from '../../src/features/uptime/check/failure-code.ts';
import { STATUSES } from '../../src/features/uptime/state/status-description.ts';
import * as german from '../../src/web/labels/de/monitoring.tsx';
import * as french from '../../src/web/labels/fr/monitoring.tsx';
import type { StatusFacts } from '../../src/web/pages/monitoring/uptime-answer.ts';

const FACTS: Omit<StatusFacts, 'status'> = {
  duration: '2 h',
  ago: 'xyz',
  reason: 'abc',
  statusCode: 503,
  responseMs: 120,
  failures: 1,
  failuresUntilDown: 3,
};
const FACTS_OF: Partial<Record<StatusFacts['status'], readonly string[]>> = {
  server_offline: ['2 h'],
  up: ['503', '120', 'xyz'],
  failing: ['xyz', 'abc', '3', '1'],
  recovering: ['2 h', 'xyz'],
  auto_paused: ['2 h', 'abc', 'xyz'],
  down: ['2 h', 'abc', 'xyz'],
};

test.each([
  ['German', german],
  ['French', french],
])('%s has a text for every reason and every state', (_, { failure, status }) => {
  const reasons = FAILURE_CODES.map(code => failure('English', code, 503));
  expect(new Set(reasons).size).toBe(FAILURE_CODES.length);
  expect(failure('English', 'status', 503)).toContain('503');
  const states = STATUSES.map(each => status('English', { ...FACTS, status: each }));
  for (const text of [...reasons, ...states])
    expect(text).not.toMatch(/English|undefined|null|\b(the|with|answered|check|for|days?)\b/);
  for (const [index, each] of STATUSES.entries())
    for (const fact of FACTS_OF[each] ?? []) expect(states[index]).toContain(fact);
  expect(failure('English', null, null)).toBe('English');
});
