import { expect, test } from 'bun:test';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Transfer, transfer, transferSync } from '../../src/stores/durable-file.ts';

function givenFile(content: string) {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-file-'));
  const path = join(folder, 'a');
  writeFileSync(path, content);
  const file = openSync(path, 'r+');
  return {
    file,
    read: () => readFileSync(path, 'utf8'),
    [Symbol.dispose]() {
      closeSync(file);
      rmSync(folder, { recursive: true });
    },
  };
}

const ways: readonly [string, (transfer: Transfer) => void | Promise<void>][] = [
  ['off the main thread', transfer],
  ['at once', transferSync],
];

test.each(ways)('bytes are read and written where they belong, %s', async (_, perform) => {
  using given = givenFile('abcdef');
  const bytes = Buffer.alloc(3);
  await perform({ kind: 'read', file: given.file, bytes, position: 2 });
  expect(bytes.toString()).toBe('cde');
  await perform({ kind: 'write', file: given.file, bytes, position: 4 });
  expect(given.read()).toBe('abcdcde');
});

test.each(ways)('a file that ends before the requested bytes is an error, %s', async (_, perform) => {
  using given = givenFile('abc');
  const read = async () => perform({ kind: 'read', file: given.file, bytes: Buffer.alloc(4), position: 0 });
  await expect(read()).rejects.toThrow('a file ended before its byte 3');
});
