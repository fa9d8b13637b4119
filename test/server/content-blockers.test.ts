import { expect, test } from 'bun:test';
import pino from 'pino';
import { findBlockedHostWarning } from '../../src/server/content-blockers.ts';
import { startTestServer } from '../support/server.ts';

test.each([
  ['https://analytics.example.org', 'analytics.'],
  ['https://track.example.org:8443', 'track.'],
  ['https://Tracking.example.org', 'tracking.'],
])('%s is warned about', (baseUrl, label) => {
  expect(findBlockedHostWarning(baseUrl)).toContain(`hosts that begin with ${label}`);
});

test.each([
  'https://stats.example.org',
  'https://example.org',
  'https://my-analytics.example',
  'http://127.0.0.1:8790',
])('%s is not', baseUrl => {
  expect(findBlockedHostWarning(baseUrl)).toBeNull();
});

test('the server warns in its log when it starts', async () => {
  const lines: string[] = [];
  await using server = await startTestServer({
    log: pino({ level: 'warn' }, { write: line => void lines.push(line) }),
    settings: { FOOTFALL_BASE_URL: 'https://analytics.example.org' },
  });
  expect(server.url).toBeString();
  expect(lines.join()).toContain('content blockers know hosts');
});
