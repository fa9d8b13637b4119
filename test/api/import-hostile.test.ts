/** Damaged files of every format: what is wrong is said, nothing is stored by a trial, and no server fails. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { FOREIGN_FORMATS, IMPORT_FORMATS } from '../../src/core/import-formats.ts';
import { IS_LONG } from '../support/fuzz.ts';
import { ARCHIVES, FIXTURES, MATOMO, UMAMI_COPY } from '../support/import-fixtures.ts';
import { aSite } from '../support/imports.ts';
import { refused } from '../support/refused.ts';
import { share } from '../support/share.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';
import { SYMBOLIC_LINK, zip } from '../support/zip.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const site = share(() => aSite({ url: 'https://site.example' }));
const trial = async (body: string | Uint8Array, query = '') => site().send(`?dry_run=true${query}`, body);

type Content = string | Uint8Array;

/** Takes texts of a file, and returns how the file is made of them when each is changed. */
const maker =
  (content: string | Readonly<Record<string, string>>) =>
  (change: (text: string) => Content): Content =>
    typeof content === 'string'
      ? change(content)
      : zip(Object.fromEntries(Object.entries(content).map(([file, text]) => [file, change(text)])));

const FILES = [...FIXTURES, ...ARCHIVES].map(
  ([format, name, content]) => [format, name, maker(content)] as const,
);
/** One file of each reader and syntax, which are damaged in the short run too. */
const SHORT: readonly string[] = [
  'imported_pages_20260301_20260303.csv',
  ...['umami.sql', 'inserts.sql', 'mysql.sql', 'website_event.csv'],
  ...['matomo.json', 'matomo-days.json', 'goatcounter.csv', 'goatcounter-export.zip', 'ga4.csv', 'ga4.json'],
  ...['points.csv', 'points.json', 'days.csv', 'Site.csv', 'rows.csv'],
  ...['combined.log', 'caddy.json', 'cloudfront.log'],
];
const DAMAGED = FILES.filter(([, name]) => IS_LONG || SHORT.includes(name));

const asItIs = (text: string): string => text;

test.each(FILES)(
  '%s: %s is taken by no other reader, and the same with a byte order mark and CRLF',
  async (own, name, make) => {
    const file = make(asItIs);
    const { status, body } = await trial(file);
    expect([status, body.preview?.format]).toEqual([200, own]);
    expect(body.preview.rows).toBeGreaterThan(body.preview.bad_rows);
    const changed = make(text => `\uFEFF${text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n')}`);
    // A line break within a title becomes another one: titles are not read.
    expect((await trial(changed, `&file_name=${name}`)).body).toEqual(body);
    for (const format of FOREIGN_FORMATS.filter(other => other !== own)) {
      const refused = await trial(file, `&format=${format}`);
      const error = expect.stringContaining(`is no file of the format ${format}`);
      expect([refused.status, refused.body.error]).toEqual([422, error]);
    }
  },
);

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
  ['as UTF-16 without a mark', content => Buffer.from(content, 'utf16le'), /is UTF-16: save it as UTF-8/],
  [
    'as UTF-16 of the other order',
    content => Buffer.from(content, 'utf16le').swap16(),
    /is UTF-16: save it as UTF-8/,
  ],
  ['as Latin-1', content => Buffer.from(content.replaceAll('/a', '/\xE4'), 'latin1'), null],
  ['with NUL', content => content.replaceAll('/a', '/\0'), null],
  ['with fields of 1 MB', content => content.replaceAll('/a', `/${'x'.repeat(1_000_000)}`), null],
  ['with quotation marks', content => content.replaceAll('/a', `/"'a`), null],
  ['with a line of 2 MB', content => `${content}${'x'.repeat(2_000_000)}\n`, null],
  ['with formulas', content => content.replaceAll('/a', '=1+cmd|x'), null],
  ['with other numbers of fields', content => content.replaceAll('/a', '/a,\t,'), null],
  ['with negative numbers', content => content.replace(/\b[1-9]\b/g, '-9'), null],
];

test.each(DAMAGES)(
  'files %s are refused with a reason, or read without the rows concerned',
  async (_, damage, says) => {
    for (const [format, name, make] of DAMAGED) {
      const { status, body } = await trial(make(damage));
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
  for (const [, name, make] of DAMAGED) {
    // Left out without a look at the day.
    if (name.includes('custom_props')) continue;
    const inYear = (content: string) =>
      content
        .replaceAll(/2026-03-0\d/g, day)
        .replaceAll(/202603\d\d(?=\b)/g, day.replaceAll('-', ''))
        .replaceAll('02/Mar/2026', `02/Mar/${year}`)
        .replace(/"(timestamp|ts|(firstAction|lastAction|server)Timestamp)":\s*[\d.]+/g, found =>
          found.replace(/[\d.]+$/, seconds),
        );
    const { status, body } = await trial(make(inYear));
    expect([name, status, body.preview?.hits]).toEqual([name, 200, 0]);
    expect([name, body.preview.bad_rows > 0]).toEqual([name, true]);
  }
});

test.each([
  ['skipped', '2026-03-29'],
  ['shown twice', '2025-10-26'],
])('times without a zone that clocks have %s are read as any others', async (_, day) => {
  for (const [, name, make] of DAMAGED) {
    const text = make(content =>
      content.replaceAll(/2026-03-0\d/g, day).replaceAll(/\b0[89](?=:\d\d)/g, '02'),
    );
    const { preview } = (await trial(text)).body;
    const { body } = await trial(text, '&time_zone=Europe/Berlin');
    expect([name, body.preview.rows, body.preview.bad_rows]).toEqual([name, preview.rows, preview.bad_rows]);
    expect(body.preview.hits).toBe(preview.hits);
  }
});

test.each(['auto', ...IMPORT_FORMATS])('an empty file is refused as %s', async format => {
  for (const [content, error] of [
    ['', /got nothing/],
    [gzipSync(''), /^upload is empty/],
    ['\n\n', /^upload is empty/],
    [zip({ 'a.csv': '', 'b.log': '' }), /^upload is empty/],
  ] as const)
    expect(await trial(content, `&format=${format}`)).toEqual(refused(422, expect.stringMatching(error)));
});

const [[, , LOG]] = FIXTURES.filter(([, name]) => name === 'combined.log') as [(typeof FIXTURES)[number]];

test('a line of a log that is too long is named, and stops no other', async () => {
  const { body } = await trial(`${LOG}${'x'.repeat(2_000_000)}\n${LOG}`);
  expect(body.preview).toMatchObject({ format: 'access-log', rows: 3, bad_rows: 1, hits: 2 });
});

/** A zip archive with one file, which its directory lists a hundred times. */
function overlapping(): Buffer {
  const archive = Buffer.from(zip({ 'a.log': LOG }));
  const from = archive.indexOf('PK\x01\x02');
  const listed = Buffer.concat(Array(100).fill(archive.subarray(from, -22)));
  const end = archive.subarray(-22);
  for (const at of [8, 10]) end.writeUInt16LE(100, at);
  end.writeUInt32LE(listed.length, 12);
  return Buffer.concat([archive.subarray(0, from), listed, end]);
}

/** A zip archive whose file is larger than the archive says. */
function lying(): Buffer {
  const content = LOG + '\n'.repeat(10_000_000);
  const archive = Buffer.from(zip({ 'a.log': content }));
  for (let at = 0; at < archive.length - 4; at += 1)
    if (archive.readUInt32LE(at) === content.length) archive.writeUInt32LE(100, at);
  return archive;
}

/** Gzip of more than a gibibyte, in members of one mebibyte. */
const bomb = () => Buffer.concat([gzipSync(LOG), ...Array(1100).fill(gzipSync(Buffer.alloc(1024 ** 2)))]);

test.each([
  ['a gzip bomb', bomb, /unpacks to more than 500 times its size/],
  ['a zip archive whose files overlap', overlapping, /more bytes than it has/],
  ['a zip archive that lies about a size', lying, /damaged|too many bytes/],
  ['a zip archive whose path climbs', () => zip({ '../../a.log': LOG }), /invalid relative path/],
  ['a zip archive with an absolute path', () => zip({ '/etc/a.log': LOG }), /absolute path/],
  [
    'a symbolic link in a zip archive',
    () => zip({ 'a.log': '/etc/passwd' }, SYMBOLIC_LINK),
    /is of no format/,
  ],
  [
    'a zip archive in a zip archive',
    () => zip({ 'a.zip': zip({ 'a.log': LOG }) }),
    /^a\.zip is packed in a way that is not read: unpack it first$/,
  ],
  [
    'a zip archive with gzip',
    () => gzipSync(zip({ 'a.log': LOG })),
    /^upload is packed in a way that is not read: unpack it first$/,
  ],
  [
    'a tar archive with gzip',
    () => gzipSync(`a.log${'\0'.repeat(252)}ustar${LOG}`),
    /^upload is packed in a way that is not read: unpack it first$/,
  ],
  ['half a zip archive', () => zip({ 'a.log': LOG }).subarray(0, 60), /cannot be read as a zip archive/],
])('%s is refused', async (_, make, error) => {
  expect(await trial(make())).toEqual(refused(422, expect.stringMatching(error)));
});

test.each(FIXTURES.filter(([, name, content]) => name.endsWith('.csv') && !content.startsWith('#')))(
  '%s: %s after itself is read twice, without the header in between',
  async (_, __, content) => {
    const text = content.endsWith('\n') ? content : `${content}\n`;
    const once = (await trial(text)).body.preview;
    const { preview } = (await trial(text + text)).body;
    expect([preview.rows, preview.bad_rows]).toEqual([2 * once.rows, 2 * once.bad_rows]);
  },
);

/** Files whose names of things are those that every object has. */
const INHERITED: readonly (readonly [name: string, content: string])[] = [
  ['umami', UMAMI_COPY.replaceAll('\t5\t\\N\t', '\tconstructor\t\\N\t')],
  ['matomo', MATOMO.replaceAll('"type":"goal"', '"type":"constructor"')],
  ['fathom', 'Timestamp,DeviceType,Pageviews\n2026-03-02 08:00:00,constructor,3\n'],
];

test.each(INHERITED)('%s: a name that every object has is any other', async (_, content) => {
  expect(content).toContain('constructor');
  const { status, body } = await trial(content);
  expect([status, body.preview?.bad_rows <= 1]).toEqual([200, true]);
});

test.each(['constructor', '__proto__'])('a column or variable called %s is not known', async name => {
  const csv = await trial(`Timestamp,Pageviews,${name}\n2026-03-02 08:00:00,3,x\n`, '&format=fathom');
  const format = encodeURIComponent(`$remote_addr [$time_local] "$request" $status $${name}`);
  const log = await trial(`${LOG.trim()} x\n`, `&log_format=${format}`);
  for (const { status, body } of [csv, log])
    expect([status, body.error]).toEqual([422, expect.stringContaining(name)]);
});

test('trials store nothing', async () => {
  await trial(LOG);
  expect((await site().get('/imports')).imports).toEqual([]);
  expect((await site().get('/hits')).hits).toEqual([]);
});
