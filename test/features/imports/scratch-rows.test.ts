import { expect, test } from 'bun:test';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveRowValues } from '../../../src/features/imports/row-values.ts';
import { openScratchRows } from '../../../src/features/imports/scratch-rows.ts';

/** Hashes that differ by visitor, and sources that name what they were found in. */
const derive = {
  visitor: (id: string) => BigInt(id.length),
  source: (url: string | null, referrer: string | null) =>
    /[?&]ref=(\w+)/.exec(url ?? '')?.[1] ?? /^https:\/\/(\w+)/.exec(referrer ?? '')?.[1] ?? null,
};
const options = { siteUrl: 'https://shop.example', derive, signal: new AbortController().signal };

/** Writes rows and returns the lines of the file. */
async function write(columns: readonly string[], rows: readonly (readonly (string | null)[])[]) {
  const file = join(mkdtempSync(join(tmpdir(), 'scratch-rows-')), 'rows');
  const scratch = await openScratchRows(file, deriveRowValues(columns, options), options.signal);
  for (const [index, values] of rows.entries()) scratch.row(index + 2, values);
  await scratch.close();
  return readFileSync(file, 'utf8');
}

test('a row is written with its line; only fields that need it are quoted, and long ones are cut', async () => {
  const rows = [
    ['/plain', null, ''],
    ['/a,b', 'say "hi"', 'two\nlines'],
    ['/a\tb', ',', null],
    [null, null, null],
    ['/', 'x'.repeat(20_000), null],
  ];
  expect(await write(['path', 'url', 'event'], rows)).toBe(
    [
      'line\tpath\turl\tevent',
      '2\t/plain\t\t',
      '3\t/a,b\t"say ""hi"""\t"two\nlines"',
      '4\t"/a\tb"\t,\t',
      '5\t\t\t',
      `6\t/\t${'x'.repeat(16_384)}\t`,
      '',
    ].join('\n'),
  );
});

test('rows with visitor ids get the hash and the source; an id that is too long is left to the store', async () => {
  const long = 'x'.repeat(3000);
  const rows = [
    ['/', null, 'https://news.example/1', 'ab'],
    ['/', 'https://shop.example/?ref=letter#?ref=no', 'https://news.example/1', 'abc'],
    ['/', 'https://shop.example/?a=1', null, null],
    ['https://shop.example/?ref=letter', null, 'https://news.example/1', 'y'.repeat(129)],
    [null, null, `https://news.example/${long}`, ''],
  ];
  const text = await write(['path', 'url', 'referrer', 'visitor_id'], rows);
  const [header = [], ...lines] = text
    .slice(0, -1)
    .split('\n')
    .map(line => line.split('\t'));
  expect(header.join()).toBe('line,path,url,referrer,visitor_id,source,visitor_hash');
  expect(lines.map(fields => fields.slice(4).join())).toEqual([
    ',news,0000000000000002',
    ',letter,0000000000000003',
    ',,',
    `${'y'.repeat(129)},letter,`,
    ',news,',
  ]);
});

test('a source that the file has is kept', async () => {
  const rows = [
    ['Own', 'https://news.example/1', 'a'],
    [null, 'https://news.example/1', 'a'],
  ];
  expect(await write(['source', 'referrer', 'visitor_id'], rows)).toBe(
    [
      'line\tsource\treferrer\tvisitor_id\tvisitor_hash',
      '2\tOwn\thttps://news.example/1\t\t0000000000000001',
      '3\tnews\thttps://news.example/1\t\t0000000000000001',
      '',
    ].join('\n'),
  );
});
