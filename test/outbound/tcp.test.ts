/** Conversations over plain TCP, to nowhere but the open internet. */
import { expect, test } from 'bun:test';
import { canConnect, createSendText } from '../../src/outbound/tcp.ts';
import { failureOf, startTcpServer } from '../support/loopback-servers.ts';

const sendText = createSendText({ resolve: async () => ['127.0.0.1'], allowPrivate: ['127.0.0.0/8'] });
const asking = (port: number, more: object = {}) =>
  sendText({ host: 'whois.test', port, text: 'question\r\n', timeoutMs: 5000, maxBytes: 1000, ...more });

test('everything received until the connection closes is the response', async () => {
  await using server = await startTcpServer(socket =>
    socket.once('data', data => socket.end(`you sent ${data.toString().trim()}, ü`)),
  );
  expect(await asking(server.port)).toBe('you sent question, ü');
});

test('an endless response is cut off', async () => {
  await using server = await startTcpServer(socket => {
    const write = () => socket.write('x'.repeat(10_000), error => error || write());
    write();
  });
  expect((await asking(server.port)).length).toBe(1000);
  await server.allClosed();
});

test('a silent, closing or unreachable peer is an error with a message', async () => {
  await using silent = await startTcpServer(() => {});
  const late = await failureOf(asking(silent.port, { timeoutMs: 50 }));
  expect(late).toMatchObject({ code: 'timeout', message: 'whois.test did not answer in time' });
  await silent.allClosed();
  expect(await failureOf(asking(1))).toMatchObject({ code: 'connect' });
  await using rude = await startTcpServer(socket => socket.resetAndDestroy());
  expect(await failureOf(asking(rude.port))).toMatchObject({
    message: expect.stringContaining('whois.test'),
  });
});

test('a host in a private network is not connected to', async () => {
  const strict = createSendText({ resolve: async () => ['10.0.0.1'], allowPrivate: [] });
  const request = strict({ host: 'whois.test', port: 43, text: 'x', timeoutMs: 5000, maxBytes: 10 });
  expect(await failureOf(request)).toMatchObject({ code: 'refused_target' });
});

test('an abort signal ends the exchange', async () => {
  await using silent = await startTcpServer(() => {});
  const stopping = new AbortController();
  const request = failureOf(asking(silent.port, { signal: stopping.signal }));
  stopping.abort(new Error('the server stops'));
  expect(await request).toMatchObject({ message: 'the server stops' });
});

test('a connection is tested without sending data', async () => {
  let said = 0;
  await using server = await startTcpServer(socket => socket.on('data', () => said++));
  expect(await canConnect({ host: '127.0.0.1', port: server.port }, 5000)).toBe(true);
  await server.allClosed();
  expect(said).toBe(0);
  expect(await canConnect({ host: '127.0.0.1', port: 1 }, 5000)).toBe(false);
});
