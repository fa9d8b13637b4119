/** CSV and Parquet, and what happens to an import that does not come to its end. */
import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { CommandError } from '../../src/core/errors.ts';
import { PREPARED } from '../../src/core/hits/import.ts';
import { DAY_MS } from '../../src/lib/time-units.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { writeParquet } from '../support/duckdb.ts';
import { IS_LONG } from '../support/fuzz.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { toImport } from '../support/import-rows.ts';
import { storeOfEach } from '../support/store-of-each.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

const given = storeOfEach(folder => openDuckHitStore(folder));
const { importFile, inside } = given;

const loadCsv = (text: string | Uint8Array) => importFile("it's a file.csv", text);
const stored = async (kind: 'hit' | 'event' = 'hit') =>
  given.store.list(aQuery({ kind }), { offset: 0, limit: 100 });

test('CSV: broken records are named by the line they begin on, and the others are kept', async () => {
  const report = await loadCsv(
    [
      '\ufeffpath,created_at,event,type,value,unknown',
      '/a,2026-03-10,,,,',
      '',
      '/b,2026-03-10,a.b,event,"two\nlines, ""quoted""",x',
      '/too-few,2026-03-10',
      '/too-many,2026-03-10,,,,,,',
      '"/stray"x,2026-03-10,,,,',
      '/bad-date,tomorrow,,,,',
      '/crlf,2026-03-11,,,,\r',
      '"/never closed,2026-03-10,,,,',
      '/last,2026-03-12,,,,',
    ].join('\n'),
  );
  expect(report.faults).toEqual([
    { line: 6, message: 'has 2 fields where the header has 6' },
    { line: 7, message: 'has 8 fields where the header has 6' },
    { line: 8, message: 'a quotation mark stands in the middle of a field' },
    { line: 9, message: 'created_at must be an ISO 8601 time, got "tomorrow"' },
    { line: 11, message: 'a quotation mark is never closed' },
  ]);
  expect(report).toMatchObject({ read: 9, bad: 5, imported: { hit: 3, event: 1 } });
  expect((await stored()).map(row => row.path)).toEqual(['/last', '/crlf', '/a']);
  expect(await stored('event')).toMatchObject([{ path: '/b', value: 'two\nlines, "quoted"' }]);
});

// A file with a carriage return is cleaned first; one without is read as it is where it is plain.
test.each([
  [
    'fields in quotes',
    'path,created_at,event,type,value',
    ['/a,2026-03-10,,,', '"/b, ""c""",2026-03-11,a.b,event,"{""a"":1}"'],
  ],
  ['a last line without an end', 'path,created_at', ['/a,2026-03-10', '/ü,2026-03-11']],
  ['other columns, one called line', 'line,path,hits,created_at', ['x,/a,1,2026-03-10', 'y,/b,2,2026-03-11']],
  ['bad rows', 'path,created_at', ['/a,2026-03-10', '/b,tomorrow', '/c,2026-03-11', ',2026-03-11']],
  [
    'an empty field in quotes',
    'created_at,event,type,value',
    ['2026-03-10,a.b,event,""', '2026-03-11,a.b,event,'],
  ],
  [
    'lines that are no records',
    'path,created_at',
    ['/a,2026-03-10', '', '/b', '"/c,2026-03-11', '/d"x,2026-03-11'],
  ],
  ['a field of several lines', 'path,created_at,value', ['/a,2026-03-10,"x\ny"', '/b,2026-03-11,']],
  [
    'a field that is far too long',
    'path,created_at,value',
    ['/a,2026-03-10,', `/b,2026-03-11,${'v'.repeat(20_000)}`],
  ],
  ['no rows', 'path,created_at', []],
])('CSV: %s are the same whatever ends the lines', async (_, header, rows) => {
  const load = async (end: string) => {
    const report = await loadCsv([header, ...rows].join(end));
    const found = [...(await stored()), ...(await stored('event'))].map(({ id: _id, ...row }) => row);
    await given.store.remove({ kinds: ['hit', 'event'], siteId: 1, which: 'all' });
    return { report, found };
  };
  expect(await load('\n')).toEqual(await load('\r\n'));
});

test.each([3_000, 20_000])('CSV: an address of %d characters keeps its tags', async length => {
  const long = `https://example.com/é?utm_campaign=früh+ling&x=${'x'.repeat(length)}&UTM_SOURCE=letter`;
  expect(await loadCsv(`path,created_at,url\n/a,2026-03-10,${long}`)).toMatchObject({ bad: 0 });
  const kept = 'https://example.com/é?utm_source=letter&utm_campaign=früh+ling';
  expect(await stored()).toMatchObject([{ path: '/a', url: kept, source: 'letter' }]);
});

test('CSV: text that is not UTF-8 is a bad row', async () => {
  const bytes = Buffer.concat([
    Buffer.from('path,created_at\n/'),
    Buffer.from([0xff]),
    Buffer.from(',2026-03-10\n/é,2026-03-10'),
  ]);
  expect(await loadCsv(bytes)).toMatchObject({ faults: [{ line: 2, message: 'is not valid UTF-8' }] });
  expect(await stored()).toMatchObject([{ path: '/é' }]);
});

test('CSV: a record too long to be read is a bad row', async () => {
  const long = 'x'.repeat(5 * 1024 ** 2);
  const report = await loadCsv(
    `path,created_at,note\n/a,2026-03-10,${long}\n/b,2026-03-10,"${long}"\n/c,2026-03-10,`,
  );
  expect(report).toMatchObject({ bad: 2, imported: { hit: 1 } });
  expect(report.faults[0]).toEqual({ line: 2, message: 'is longer than 1 MiB' });
});

test('CSV: a first line that names no columns, or not the time, is refused', async () => {
  const utf16 = Buffer.from('\ufeffpath,created_at\n/a,2026-03-10\n', 'utf16le');
  await expect(loadCsv(utf16)).rejects.toThrow('is UTF-16: save it as UTF-8');
  await expect(loadCsv('path,created_at\r/a,2026-03-10\r')).rejects.toThrow(
    'lines must end with a line feed',
  );
  for (const text of ['path;created_at\n/a;2026-03-10\n', 'Path,Created_At\n/a,2026-03-10\n'])
    await expect(loadCsv(text)).rejects.toThrow('has no column created_at');
});

const loadNdjson = (text: string, name = 'rows.ndjson') => importFile(name, text);
const ndjson = (path: string) => `{"path":"${path}","created_at":"2026-03-10"}`;

test('NDJSON: a broken line takes no other line with it', async () => {
  const broken = [
    '{"created_at":"2026-03-10","path":',
    '[',
    'nan',
    `{"a":${'['.repeat(3000)}`,
    '{',
    '{"path":"/\\x"}',
  ];
  const lines = broken.flatMap((line, index) => [line, ndjson(`/${index}`)]);
  const report = await loadNdjson(lines.join('\n'));
  expect(report.faults).toEqual(
    broken.map((_, index) => ({ line: 2 * index + 1, message: 'not a JSON object' })),
  );
  expect(report).toMatchObject({ read: 12, bad: 6, imported: { hit: 6 } });
});

test('NDJSON: a mark of the byte order before the first line is no part of it', async () => {
  expect(await loadNdjson(`\ufeff${ndjson('/a')}\r\n\r\n${ndjson('/b')}\r\n`)).toMatchObject({
    read: 2,
    bad: 0,
  });
  expect((await stored()).map(row => row.path)).toEqual(['/b', '/a']);
});

test('a file is read whatever characters its name has', async () => {
  await Bun.write(inside('rows1.ndjson'), ndjson('/other'));
  const names = ['rows[1].ndjson', 'rows?.ndjson', 'rows*.ndjson', 'rows\\1.ndjson', 'type=event.ndjson'];
  for (const [index, name] of names.entries())
    expect(await loadNdjson(ndjson(`/${index}`), name)).toMatchObject({ read: 1, imported: { hit: 1 } });
  expect((await stored()).map(row => row.path)).not.toContain('/other');
});

test('a data folder may have any name', async () => {
  const other = await openDuckHitStore(inside("data [1]*'s"));
  const file = inside('rows.csv');
  await Bun.write(file, 'path,created_at\n/a,2026-03-10\n');
  expect(await other.importFile(toImport(file))).toMatchObject({ imported: { hit: 1 } });
  await other.close();
});

test('Parquet: columns may have types of their own, and rows are counted from 1', async () => {
  await writeParquet(
    inside('rows.parquet'),
    `select * from (values
      ('/a', timestamp '2026-03-10 12:00:00.123456', true, '00000000000000ff'), (null, timestamp '2026-03-10', null, null))
      rows(path, created_at, is_mobile, visitor_hash)`,
  );
  const report = await importFile('rows.parquet');
  expect(report.faults).toEqual([{ line: 2, message: 'path is missing' }]);
  const { id: _, ...row } = (await stored())[0] ?? { id: 0 };
  expect(row).toEqual(aHit({ path: '/a', at: '2026-03-10T12:00:00.123Z', isMobile: true, visitor: 255n }));
});

test('a file that is missing or of another format is refused with a line, and nothing is left behind', async () => {
  await expect(importFile('not.parquet', 'no parquet at all')).rejects.toBeInstanceOf(CommandError);
  await expect(importFile('missing.csv')).rejects.toBeInstanceOf(CommandError);
  await expect(importFile('empty.csv', '')).rejects.toThrow('is empty');
  await given.store.append([aHit()]);
  expect(await given.store.count(aQuery())).toBe(1);
});

test('a file in no order needs no more memory than one in order', async () => {
  const small = await openDuckHitStore(inside('small'), undefined, {
    memoryLimitBytes: 144 * 1024 ** 2,
  });
  const start = Date.parse('2026-03-10T00:00:00Z');
  const rows = Array.from({ length: 100_000 }, (_, index) => {
    const createdAt = new Date(start - index * 20_000).toISOString();
    return `/${index % 50},${createdAt},v${index % 5000}\n`;
  });
  const file = inside('rows.csv');
  await Bun.write(file, `path,created_at,visitor_id\n${rows.join('')}`);
  expect(await small.importFile(toImport(file))).toMatchObject({ imported: { hit: 100_000 } });
  await small.close();
});

test('an import that is cancelled leaves everything as it was', async () => {
  await given.store.append([aHit()]);
  const content = '{"path":"/a","created_at":"2026-03-10"}\n'.repeat(5000);
  const controller = new AbortController();
  const onProgress = () => controller.abort(new Error('given up'));
  const { signal } = controller;
  await expect(importFile('rows.ndjson', content, { signal, onProgress })).rejects.toThrow('given up');
  expect(await given.store.count(aQuery())).toBe(1);
  expect(readdirSync(inside('data/tmp')).filter(name => name.startsWith('staging'))).toEqual([]);
  expect(await importFile('rows.ndjson')).toMatchObject({ imported: { hit: 5000 } });
});

test('hits that come in during an import are kept, and only one of a visitor, path and day is unique', async () => {
  const content = '{"path":"/","created_at":"2026-03-10T08:00:00Z","visitor_id":"abc"}\n';
  const waiting: Promise<unknown>[] = [];
  const onProgress = () =>
    waiting.push(given.store.append([aHit({ visitor: 3n, at: '2026-03-10T09:00:00Z' })]));
  await importFile('rows.ndjson', content, { onProgress });
  await Promise.all(waiting);
  expect(waiting.length).toBeGreaterThan(1);
  const hits = waiting.length + 1;
  expect(await given.store.totals(aQuery())).toEqual({ hits, uniqueHits: 1, visitors: 1, paths: 1 });
  const group = await given.store.group(aQuery(), 'path', { offset: 0, limit: 10 });
  expect(group.rows).toEqual([{ key: '/', hits, uniqueHits: 1 }]);
});

/** Imports rows as a reader of foreign files writes them. */
const loadPrepared = (content: string) =>
  importFile('rows.prepared', content, { format: PREPARED, importKey: 'k' });

test('a prepared file names its columns, and bad rows by their lines in the foreign file', async () => {
  const content =
    'line\tcreated_at\tpath\treferrer\n3\t2026-03-10T10:00:00Z\t"/a,""b"""\t\n7\tnever\t/b\t\n9\t2026-03-10T11:00:00Z\t/c\t"x\ny"\n';
  expect(await loadPrepared(content)).toMatchObject({
    read: 3,
    imported: { hit: 2 },
    faults: [{ line: 7, message: 'created_at must be an ISO 8601 time, got "never"' }],
  });
  expect((await stored()).map(row => row.path)).toEqual(['/c', '/a,"b"']);
});

test('a prepared file with hashes has the sources that its reader found', async () => {
  const rows = [
    ['line', 'created_at', 'path', 'referrer', 'source', 'visitor_id', 'visitor_hash'],
    ['2', '2026-03-10T10:00:00Z', '/', 'https://www.google.com/', '', '', '0000000000000001'],
    ['3', '2026-03-10T11:00:00Z', '/', 'https://www.google.com/', 'Letter', '', '0000000000000002'],
    ['4', '2026-03-10T12:00:00Z', '/', '', '', 'x'.repeat(129), ''],
  ];
  const { imported, faults } = await loadPrepared(rows.map(row => `${row.join('\t')}\n`).join(''));
  expect([imported.hit, faults]).toEqual([
    2,
    [{ line: 4, message: 'visitor_id is longer than 128 characters' }],
  ]);
  expect((await stored()).map(row => [row.source, row.visitorHash])).toEqual([
    ['Letter', 2n],
    [null, 1n],
  ]);
});

test('an import of many rows is taken back by a rebuild', async () => {
  const lines = Array.from(
    { length: 250_000 },
    (_, n) => `${n + 2}\t2026-03-0${1 + (n % 9)}T10:00:00Z\t/${n % 7}\tv${n % 1000}`,
  );
  await given.store.append([aHit({ at: '2026-03-05T12:00:00Z', path: '/own', visitor: 5n })]);
  const before = await given.store.totals(aQuery(), { countsVisits: true });
  await loadPrepared(['line\tcreated_at\tpath\tvisitor_id', ...lines, ''].join('\n'));
  const kinds = ['hit', 'event', 'agent_visit'] as const;
  expect(await given.store.remove({ siteId: 1, kinds, which: { importKey: 'k' } })).toBe(250_000);
  expect(await given.store.totals(aQuery(), { countsVisits: true })).toEqual(before);
  expect(await given.store.findImport(1, 'k')).toBeNull();
});

// More rows than a group of the engine has; four groups in the long form.
const ROWS = IS_LONG ? 560_000 : 140_000;

test(
  'a long history in order of time is numbered in that order, without bad rows and those of other kinds',
  async () => {
    const start = Date.parse('2026-01-01T00:00:00Z');
    const lines = Array.from({ length: ROWS }, (_, n) => {
      const hash = (n % 1000).toString(16).padStart(16, '0');
      const [type, path] = n % 50 === 3 ? ['agent_visit', '/'] : n % 100 === 7 ? ['', ''] : ['', '/'];
      return [n + 2, new Date(start + n * 10_000).toISOString(), type, path, hash, 'Bot'].join('\t');
    });
    const header = 'line\tcreated_at\ttype\tpath\tvisitor_hash\tagent_name';
    const report = await loadPrepared([header, ...lines, ''].join('\n'));
    const hits = ROWS * 0.97;
    expect(report).toMatchObject({ imported: { hit: hits, agent_visit: ROWS / 50 }, bad: ROWS / 100 });
    const ids = async (offset: number) =>
      (await given.store.list(aQuery(), { offset, limit: 3 })).map(({ id }) => id);
    for (const offset of [0, Math.trunc(hits / 2), hits - 3])
      expect(await ids(offset)).toEqual([hits - offset, hits - offset - 1, hits - offset - 2]);
    // Each day has 970 visitors, whose hits are neither bad nor an agent's.
    const days = Math.ceil((ROWS * 10_000) / DAY_MS);
    expect(await given.store.totals(aQuery())).toMatchObject({ hits, uniqueHits: days * 970, visitors: 970 });
  },
  TIME_LIMIT_MS,
);
