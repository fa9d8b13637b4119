import { expect, test } from 'bun:test';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { watchGrowth } from '../../src/lib/file-growth.ts';
import { temporaryFolder } from '../support/cli.ts';

test('the size of a file is told while it is written', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'rows');
  const sizes: number[] = [];
  let grow = (): void => {};
  const onBytes = (bytes: number): void => {
    sizes.push(bytes);
    grow();
  };
  const work = async (): Promise<string> => {
    for (const text of ['four', 'more'])
      await new Promise<void>(resolve => {
        grow = resolve;
        appendFileSync(path, text);
      });
    return 'written';
  };
  expect(await watchGrowth(path, onBytes, work)).toBe('written');
  expect(sizes).toEqual([4, 8]);
});
