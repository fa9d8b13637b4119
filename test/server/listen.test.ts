/** Connections without a byte: closed after a while, but not while a write is answered. */
import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { listen } from '../../src/server/listen.ts';

test('a connection is open for as long as an answer takes that keeps it so, and closed when it is idle then', async () => {
  const listener = listen({ host: '127.0.0.1', port: 0, flag: 'port', idleTimeoutSeconds: 1 });
  const isOver = Promise.withResolvers<void>();
  listener.setHandler(async request => {
    const end = request.url.endsWith('/kept') ? listener.keepOpen(request) : undefined;
    await isOver.promise;
    end?.();
    return new Response('done');
  });
  const socket = connect(listener.port, '127.0.0.1');
  let answer = '';
  socket.on('data', bytes => {
    answer += bytes;
  });
  const closed = new Promise(resolve => socket.on('close', resolve));
  socket.write('GET /kept HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect(fetch(`http://127.0.0.1:${listener.port}/idle`)).rejects.toThrow();
  isOver.resolve();
  await closed;
  expect(answer).toEndWith('done');
  await listener.stop(0);
});
