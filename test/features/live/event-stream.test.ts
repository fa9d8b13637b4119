import { expect, test } from 'bun:test';
import { createEventStream } from '../../../src/features/live/event-stream.ts';

async function readOnce(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  return new TextDecoder().decode(value);
}
const namesIn = (text: string): string[] =>
  [...text.matchAll(/^event: (.*)$/gm)].map(match => match[1] ?? '');

test('only the newest of the waiting figures is sent', async () => {
  const { body, send } = createEventStream(() => {});
  for (const hits of [1, 2, 3]) send({ name: 'live', data: { hits } });
  const text = await readOnce(body);
  expect(namesIn(text)).toEqual(['live']);
  expect(text).toContain('data: {"hits":3}\n\n');
});

test('for a client that does not read at most 50 events wait, and hits are the first to go', async () => {
  const { body, send } = createEventStream(() => {});
  send({ name: 'live', data: {} });
  send({ name: 'kudo', data: {} });
  for (let n = 0; n < 1000; n += 1) send({ name: 'hit', data: { n } });
  const text = await readOnce(body);
  expect(namesIn(text).slice(0, 3)).toEqual(['live', 'kudo', 'hit']);
  expect(namesIn(text).length).toBeLessThanOrEqual(50);
  expect(text).toContain('{"n":999}');
  expect(text).not.toContain('{"n":0}');
});

test('without a hit to give up the oldest row goes, never the figures', async () => {
  const { body, send } = createEventStream(() => {});
  send({ name: 'live', data: {} });
  for (let n = 0; n < 100; n += 1) send({ name: 'event', data: { n } });
  expect(namesIn(await readOnce(body))).toContain('live');
});

test('it ends once, whether its reader disconnects or it is closed', async () => {
  let times = 0;
  const ended = createEventStream(() => times++);
  ended.end();
  ended.end();
  ended.send({ name: 'live', data: {} });
  expect(await ended.body.getReader().read()).toMatchObject({ done: true });
  const left = createEventStream(() => times++);
  await left.body.cancel();
  left.end();
  expect(times).toBe(2);
});

test('a pending read resolves when the stream ends', async () => {
  const { body, end } = createEventStream(() => {});
  await readOnce(body);
  const waiting = body.getReader().read();
  end();
  expect(await waiting).toMatchObject({ done: true });
});
