import { expect, test } from 'bun:test';
import { createSharedReads } from '../../src/stores/shared-reads.ts';

test('a read that began long ago is not joined: its deadline is near', async () => {
  let nowMs = 0;
  const shared = createSharedReads(() => nowMs);
  const gates: PromiseWithResolvers<string>[] = [];
  const read = () =>
    shared.read('key', undefined, () => {
      const gate = Promise.withResolvers<string>();
      gates.push(gate);
      return gate.promise;
    });
  const first = read();
  nowMs += 10_000;
  const joins = read();
  nowMs += 1;
  const [second, joinsToo] = [read(), read()];
  gates[0]?.resolve('first');
  expect(await Promise.all([first, joins])).toEqual(['first', 'first']);
  const joinsSecond = read();
  gates[1]?.resolve('second');
  expect(await Promise.all([second, joinsToo, joinsSecond])).toEqual(['second', 'second', 'second']);
  expect(gates).toHaveLength(2);
});
