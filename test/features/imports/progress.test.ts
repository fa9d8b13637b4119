/** The progress of reading a foreign file. */
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openInput } from '../../../src/features/imports/input/input.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { zip } from '../../support/zip.ts';

const LOG = Array.from(
  { length: 20_000 },
  (_, n) => `192.0.2.1 - - "GET /${Bun.hash(`${n}`)} HTTP/1.1"\n`,
).join('');

test.each([
  ['as it is', LOG],
  ['with gzip', gzipSync(LOG)],
  ['in a zip archive', zip({ 'a.log': LOG })],
  ['with gzip in a zip archive', zip({ 'a.log.gz': gzipSync(LOG) })],
])('a file %s tells which share of it was read', async (_, content) => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'file');
  writeFileSync(path, content);
  const input = await openInput(path, 'file');
  const shares: number[] = [];
  for (const entry of input.entries)
    for await (const __ of entry.blocks(undefined, share => shares.push(share)));
  await input.close();
  expect(shares.length).toBeGreaterThan(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});
