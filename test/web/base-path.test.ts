/** Addresses of this server in the dashboard begin with the path that the server lives below. */
import { expect, test } from 'bun:test';
import { filesOf, readText } from '../support/source-tree.ts';

/** What the browser is given an address by, but for the router's links, which know the path. */
const RAW_ADDRESS =
  /<(?:a|img|use|form|iframe)\b[^>]*?\s(?:href|src|action)=(?:"\/|\{`\/)|location\.(?:assign|replace)\(['`]\/|\bfetch\(['`]\//g;

test('no component gives a browser an address from the root of the host: links are ServerLink or the router’s', async () => {
  const found: string[] = [];
  for (const path of filesOf('src/web/**/*.{ts,tsx}')) {
    const text = await readText(path);
    for (const { index } of text.matchAll(RAW_ADDRESS))
      found.push(`${path}:${text.slice(0, index).split('\n').length}`);
  }
  expect(found).toEqual([]);
});
