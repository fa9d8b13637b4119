/** Error responses, and what of them is logged. Source: api-v1, Errors; decisions, section 2. */
import { expect, test } from 'bun:test';
import pino from 'pino';
import { AppError, type ErrorKind, forbidden, invalidBody } from '../../src/core/errors.ts';
import { errorResponse, toErrorReply } from '../../src/http/errors.ts';

function aLog() {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  return { lines, log };
}

test.each([
  ['invalid_parameter', 400],
  ['unauthenticated', 401],
  ['forbidden', 403],
  ['not_found', 404],
  ['method_not_allowed', 405],
  ['timeout', 408],
  ['too_large', 413],
  ['invalid_body', 422],
  ['rate_limited', 429],
  ['unavailable', 503],
] as const)('%s is %d with its sentence', (kind: ErrorKind, status) => {
  expect(toErrorReply(new AppError(kind, 'a sentence'))).toMatchObject({
    status,
    body: { error: 'a sentence' },
  });
});

test('several faults are one message, and a list in responses of ingestion', () => {
  const fault = invalidBody('one', 'two');
  expect(toErrorReply(fault).body).toEqual({ error: 'one; two' });
  expect(toErrorReply(fault, { isIngestion: true }).body).toEqual({
    status: 'error',
    errors: ['one', 'two'],
  });
  expect(toErrorReply(forbidden('no'), { isIngestion: true }).body).toEqual({ error: 'no' });
});

test('details of an error are fields beside its message', () => {
  const fault = forbidden('off', { content_monitoring_enabled: false });
  expect(toErrorReply(fault).body).toEqual({ error: 'off', content_monitoring_enabled: false });
});

test('an unexpected error has a fixed message, and its cause is logged with the request id', async () => {
  const { lines, log } = aLog();
  const answer = errorResponse(new Error('secret of the house'), { log });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ error: 'unexpected server error' });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('secret of the house');
  expect(lines[0]).toContain(answer.headers.get('x-request-id') ?? 'no id');
});

test('expected errors and disconnected clients are not logged', () => {
  const { lines, log } = aLog();
  const hasLeft = new DOMException('The connection was closed.', 'AbortError');
  errorResponse(invalidBody('bad'), { log });
  expect(errorResponse(hasLeft, { log }).status).toBe(499);
  expect(toErrorReply(hasLeft)).toEqual({ status: 499, body: { error: 'the client has left' }, headers: {} });
  expect(lines).toEqual([]);
});

test('a full disk is 503 with its own message', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']) {
    const { status, body, headers } = toErrorReply(Object.assign(new Error('no room'), { code }));
    expect([status, body]).toEqual([503, { error: 'the disk is full: nothing can be stored right now' }]);
    expect(headers['retry-after']).toBe('10');
  }
});
