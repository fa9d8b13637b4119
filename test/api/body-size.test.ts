/** Bodies over 10 MiB. Source: decisions, section 2. */
import { expect, test } from 'bun:test';
import { requestHead, sendRaw } from '../support/raw-http.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const MIB = 1024 * 1024;
const headers = () => ({ authorization: `Bearer ${server().owner.full}`, 'user-agent': 'test' });
const TOO_LARGE = { error: 'body must be at most 10 MiB' };

test('a body of exactly 10 MiB is read', async () => {
  const body = `{"url":"https://large.example","padding":"`;
  const text = `${body}${'x'.repeat(10 * MIB - body.length - 2)}"}`;
  expect(text.length).toBe(10 * MIB);
  expect((await server().api('POST', '/sites', { body: text })).status).toBe(201);
});

test('a body of one byte more is 413', async () => {
  const { status, body } = await server().api('POST', '/sites', { body: 'x'.repeat(10 * MIB + 1) });
  expect([status, body]).toEqual([413, TOO_LARGE]);
});

test('a body that only says how large it is is refused before it comes', async () => {
  const head = requestHead('POST', '/api/v1/sites', { ...headers(), 'content-length': String(11 * MIB) });
  const { status, text } = await sendRaw(server().url, head);
  expect([status, JSON.parse(text)]).toEqual([413, TOO_LARGE]);
});

test('a body said to be far larger still is refused in the same words', async () => {
  const head = requestHead('POST', '/api/v1/sites', { ...headers(), 'content-length': String(900 * MIB) });
  const { status, text } = await sendRaw(server().url, head);
  expect([status, JSON.parse(text)]).toEqual([413, TOO_LARGE]);
});

test('a body that does not say its length is 413 when it grows too large', async () => {
  const head = requestHead('POST', '/api/v1/sites', { ...headers(), 'transfer-encoding': 'chunked' });
  const chunk = `100000\r\n${'x'.repeat(MIB)}\r\n`;
  const { status, text } = await sendRaw(server().url, head, ...Array<string>(12).fill(chunk), '0\r\n\r\n');
  expect([status, JSON.parse(text)]).toEqual([413, TOO_LARGE]);
});

test('a body in pieces without a length is read', async () => {
  const head = requestHead('POST', '/api/v1/sites', { ...headers(), 'transfer-encoding': 'chunked' });
  const pieces = ['{"url":"https:', '//pieces.ex', 'ample"}'].map(
    piece => `${piece.length.toString(16)}\r\n${piece}\r\n`,
  );
  const { status } = await sendRaw(server().url, head, ...pieces, '0\r\n\r\n');
  expect(status).toBe(201);
});

test('a body too large on a connection does not hold up the next request', async () => {
  await server().api('POST', '/sites', { body: 'x'.repeat(11 * MIB) });
  expect((await server().api('GET', '/me')).status).toBe(200);
});
