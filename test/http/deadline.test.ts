import { expect, test } from 'bun:test';
import { withDeadline } from '../../src/http/deadline.ts';

const nobody = new AbortController().signal;

test('what takes too long is answered, and its readings end', async () => {
  let given: AbortSignal | undefined;
  const answer = withDeadline(
    nobody,
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

test('a failure ends what else was begun for the answer', async () => {
  let given: AbortSignal | undefined;
  const answer = withDeadline(nobody, async signal => {
    given = signal;
    throw new Error('no');
  });
  expect(answer).rejects.toThrow('no');
  await answer.catch(() => {});
  expect(given?.aborted).toBe(true);
});

test('the signal follows the client, also after the answer has begun', async () => {
  const client = new AbortController();
  const signal = await withDeadline(client.signal, given => given);
  expect(signal.aborted).toBe(false);
  client.abort();
  expect(signal.aborted).toBe(true);
});
