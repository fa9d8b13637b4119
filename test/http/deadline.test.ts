import { expect, test } from 'bun:test';
import { withDeadline } from '../../src/http/deadline.ts';

const clientSignal = new AbortController().signal;

test('a request over the deadline is answered with 503, and its work is aborted', async () => {
  let given: AbortSignal | undefined;
  const answer = withDeadline(
    clientSignal,
    signal => {
      given = signal;
      return new Promise(() => {});
    },
    0,
  );
  expect(answer).rejects.toMatchObject({
    kind: 'unavailable',
    details: { headers: { 'retry-after': expect.stringMatching(/^\d+$/) } },
  });
  await answer.catch(() => {});
  expect(given?.aborted).toBe(true);
});

test('a failure aborts the other work of the request', async () => {
  let given: AbortSignal | undefined;
  const answer = withDeadline(clientSignal, async signal => {
    given = signal;
    throw new Error('no');
  });
  expect(answer).rejects.toThrow('no');
  await answer.catch(() => {});
  expect(given?.aborted).toBe(true);
});

test('the signal is aborted when the client disconnects, also after the response has started', async () => {
  const client = new AbortController();
  const signal = await withDeadline(client.signal, given => given);
  expect(signal.aborted).toBe(false);
  client.abort();
  expect(signal.aborted).toBe(true);
});
