/** Damaged files of every format: what is wrong is said, nothing is stored by a trial, and no server fails. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { FIXTURES } from '../support/import-fixtures.ts';
import { aSite } from '../support/imports.ts';

setDefaultTimeout(120_000);

let site: Awaited<ReturnType<typeof aSite>>;
beforeAll(async () => {
  site = await aSite({ url: 'https://site.example' });
});
afterAll(() => site[Symbol.asyncDispose]());

const trial = async (body: string | Uint8Array, query = '') => site.send(`?dry_run=true${query}`, body);

const eachFixture = test.each(FIXTURES.map(([format, name, content]) => [format, name, content] as const));

eachFixture('%s: %s is taken by no other reader', async (format, name, content) => {
  const { status, body } = await trial(content, `&file_name=${name}`);
  expect([status, body.preview?.format]).toEqual([200, format]);
  expect(body.preview.rows).toBeGreaterThan(body.preview.bad_rows);
});

eachFixture('%s: %s with a byte order mark and CRLF is the same', async (_, __, content) => {
  const { body } = await trial(content);
  const text = content.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
  // A line break within a title becomes another one: titles are not read.
  expect((await trial(`\uFEFF${text}`)).body).toEqual(body);
});

/** Damages, and what a trial says of each file then. */
const DAMAGES: readonly (readonly [
  name: string,
  damage: (content: string) => string | Uint8Array,
  says: RegExp | null,
])[] = [
  ['cut at a third', content => content.slice(0, content.length / 3), null],
  ['cut in the middle', content => content.slice(0, content.length / 2), null],
  ['cut before its end', content => content.slice(0, -7), null],
  ['as UTF-16', content => Buffer.from(`\uFEFF${content}`, 'utf16le'), /is UTF-16: save it as UTF-8/],
  ['as Latin-1', content => Buffer.from(content.replaceAll('/a', '/\xE4'), 'latin1'), null],
  ['with NUL', content => content.replaceAll('/a', '/\0'), null],
  ['with fields of 1 MB', content => content.replaceAll('/a', `/${'x'.repeat(1_000_000)}`), null],
  ['with quotation marks', content => content.replaceAll('/a', `/"'a`), null],
  ['with formulas', content => content.replaceAll('/a', '=1+cmd|x'), null],
  ['with other numbers of fields', content => content.replaceAll('/a', '/a,\t,'), null],
  ['with negative numbers', content => content.replace(/\b[1-9]\b/g, '-9'), null],
];

test.each(DAMAGES)(
  'files %s are refused with a reason, or read without the rows concerned',
  async (_, damage, says) => {
    for (const [format, name, content] of FIXTURES) {
      const { status, body } = await trial(damage(content));
      expect([name, [200, 422].includes(status)]).toEqual([name, true]);
      if (status === 422) expect(body.error).toMatch(says ?? /^[^\0]{10,}$/);
      else expect([name, body.preview.format]).toEqual([name, format]);
      if (says) expect([name, status]).toEqual([name, 422]);
    }
  },
);

test.each([
  ['1969', '1969-03-02', '-30000000'],
  ['2099', '2099-03-02', '4076000000'],
])('rows of %s are bad', async (year, day, seconds) => {
  for (const [, name, content] of FIXTURES) {
    const text = content
      .replaceAll('2026-03-02', day)
      .replaceAll('02/Mar/2026', `02/Mar/${year}`)
      .replace(/"timestamp":\s*\d+|"(firstAction|lastAction|server)Timestamp":\s*\d+/g, found =>
        found.replace(/\d+$/, seconds),
      );
    const { status, body } = await trial(text);
    expect([name, status, body.preview?.hits]).toEqual([name, 200, 0]);
    expect([name, body.preview.bad_rows > 0]).toEqual([name, true]);
  }
});

test('a file of a format that is not the one named is refused', async () => {
  for (const [format, name, content] of FIXTURES) {
    const other = format === 'umami' ? 'matomo' : 'umami';
    const { status, body } = await trial(content, `&format=${other}`);
    expect([name, status, body.error]).toEqual([
      name,
      422,
      expect.stringContaining(`no file of the format ${other}`),
    ]);
  }
});

test('trials store nothing', async () => {
  for (const [, , content] of FIXTURES) await trial(content);
  expect((await site.server.api('GET', `${site.path}/imports`)).body.imports).toEqual([]);
  expect((await site.server.api('GET', `${site.path}/hits`)).body.hits).toEqual([]);
});
