import { expect, test } from 'bun:test';
import { createFairPool, createTurns } from '../../src/lib/fair-pool.ts';

/** Asks for items in a queue and notes who gets one, in order. */
function aPool(items: number, maxHeld: number) {
  const pool = createFairPool(
    Array.from({ length: items }, (_, index) => index),
    maxHeld,
  );
  const served: string[] = [];
  const ask = (queue: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      pool.acquire(queue).then(item => {
        served.push(`${queue}${index}`);
        return item;
      }),
    );
  return { pool, served, ask };
}

const settle = () => new Promise(resolve => setImmediate(resolve));

test('a queue leaves one item to the others, however many requests it has', async () => {
  const { served, ask } = aPool(3, 2);
  ask('a', 10);
  ask('b', 1);
  await settle();
  expect(served).toEqual(['a0', 'a1', 'b0']);
});

test('queues are served in turns, each in its own order', async () => {
  const { pool, served, ask } = aPool(1, 1);
  const requests = [...ask('a', 3), ...ask('b', 2), ...ask('c', 1)];
  for (const each of requests) each.then(item => pool.release(item));
  await Promise.all(requests);
  expect(served).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2']);
});

test('a released item goes to the queue that holds fewest', async () => {
  const { pool, served, ask } = aPool(3, 2);
  const [first] = ask('a', 4);
  ask('b', 1);
  ask('c', 1);
  pool.release((await first) as number);
  await settle();
  expect(served).toEqual(['a0', 'a1', 'b0', 'c0']);
});

test('a full queue refuses, and only that one', async () => {
  const { pool, ask } = aPool(1, 1);
  ask('a', 3);
  const limits = { maxWaiting: 2, onFull: () => new Error('full') };
  expect(pool.acquire('a', limits)).rejects.toThrow('full');
  const other = pool.acquire('b', limits);
  expect(await Promise.race([other, settle().then(() => 'waits')])).toBe('waits');
});

test('a request leaves the queue at its timeout or when it is aborted', async () => {
  const { pool, served, ask } = aPool(1, 1);
  const [holding] = ask('a', 1);
  expect(pool.acquire('b', { maxWaitMs: 0, onTimeout: () => new Error('late') })).rejects.toThrow('late');
  const gone = new AbortController();
  const pending = pool.acquire('c', { signal: gone.signal });
  gone.abort(new Error('gone'));
  expect(pending).rejects.toThrow('gone');
  const [last] = ask('d', 1);
  pool.release((await holding) as number);
  await last;
  expect(served).toEqual(['a0', 'd0']);
});

test('closing rejects waiting requests and resolves when all items are released', async () => {
  const { pool, ask } = aPool(1, 1);
  const [holding] = ask('a', 1);
  const waiting = pool.acquire('b');
  const item = (await holding) as number;
  const closed = pool.close(new Error('closed'));
  expect(waiting).rejects.toThrow('closed');
  expect(pool.acquire('a')).rejects.toThrow('closed');
  pool.release(item);
  await closed;
});

test('work takes turns by queue, and a failure hands the turn on', async () => {
  const turns = createTurns();
  const done: string[] = [];
  const run = (queue: string, name: string) => turns.run(queue, async () => void done.push(name));
  const failing = turns.run('a', () => Promise.reject(new Error('failed')));
  await Promise.all([
    expect(failing).rejects.toThrow('failed'),
    run('a', 'a1'),
    run('a', 'a2'),
    run('a', 'a3'),
    run('b', 'b1'),
  ]);
  expect(done).toEqual(['a1', 'b1', 'a2', 'a3']);
  expect(turns.waiting()).toBe(0);
});
