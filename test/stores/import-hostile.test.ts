/** Import files that are not what they should be: each is refused in one line or read row by row, and nothing is half done. */
import { beforeEach, expect, test } from 'bun:test';
import { appendFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { CommandError } from '../../src/core/errors.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { writeParquet } from '../support/duckdb.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { plainDerivations } from '../support/import-rows.ts';
import { storeOfEach } from '../support/store-of-each.ts';

const given = storeOfEach(folder => openDuckHitStore(folder));
const { importFile, inside } = given;
beforeEach(() => given.store.append([aHit({ path: '/stored' })]));

const parquet = (name: string, select: string) => writeParquet(inside(name), select);
/** The refusal, which is one line that names the file; what is stored is as it was. */
const refusalOf = async (importing: Promise<unknown>): Promise<string> => {
  const error = await importing.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CommandError);
  const { message } = error as CommandError;
  expect(message).toStartWith(inside(''));
  expect(message).not.toMatch(/\p{Cc}/u);
  expect((await paths()).sort()).toEqual(['/stored']);
  return message.slice(inside('').length + 1);
};
const paths = async () =>
  (await given.store.list(aQuery(), { offset: 0, limit: 100 })).map(({ path }) => path);
const FORMATS = ['ndjson', 'csv', 'parquet'] as const;
const row = (path: string) => JSON.stringify({ path, created_at: '2026-03-10' });

test('a path that is no regular file is refused without waiting', async () => {
  for (const format of FORMATS) {
    mkdirSync(inside(`folder.${format}`));
    expect(await refusalOf(importFile(`folder.${format}`))).toContain('is a directory');
    Bun.spawnSync(['mkfifo', inside(`pipe.${format}`)]);
    expect(await refusalOf(importFile(`pipe.${format}`))).toContain('is a pipe');
    for (const device of ['zero', 'random', 'null']) {
      symlinkSync(`/dev/${device}`, inside(`${device}.${format}`));
      expect(await refusalOf(importFile(`${device}.${format}`))).toContain('is a device');
    }
    symlinkSync('/nowhere', inside(`dangling.${format}`));
    expect(await refusalOf(importFile(`dangling.${format}`))).toContain('cannot be read (ENOENT)');
  }
});

test('a file of another kind is refused with what to do about it', async () => {
  await parquet('real.parquet', "select '/a' as path, timestamp '2026-03-10' as created_at");
  const bytes = await Bun.file(inside('real.parquet')).bytes();
  const text = `${row('/a')}\n`;
  for (const [content, message] of [
    [gzipSync(text), 'is compressed (gzip): unpack it first'],
    [Buffer.from(`\ufeff${text}`, 'utf16le'), 'is UTF-16: save it as UTF-8'],
    [bytes, 'is a Parquet file: give it a name that ends in .parquet'],
  ] as const)
    for (const name of ['rows.ndjson', 'rows.csv'])
      expect(await refusalOf(importFile(name, content))).toBe(`${name} ${message}`);
});

test('a file that changes while it is read is refused as a whole', async () => {
  for (const format of ['ndjson', 'csv'] as const) {
    const name = `growing.${format}`;
    const content = format === 'csv' ? 'path,created_at\n/a,2026-03-10\n' : `${row('/a')}\n`;
    const onProgress = () => appendFileSync(inside(name), content);
    expect(await refusalOf(importFile(name, content, { onProgress }))).toContain('changed while it was read');
  }
});

test('damaged Parquet is refused in a line, wherever the damage is', async () => {
  await parquet(
    'whole.parquet',
    "select '/' || i as path, timestamp '2026-03-10' as created_at from range(5000) t(i)",
  );
  const whole = await Bun.file(inside('whole.parquet')).bytes();
  const withoutMiddle = Buffer.concat([whole.subarray(0, 2000), whole.subarray(whole.length - 700)]);
  const endless = Buffer.from('PAR1\xff\xff\xff\x7fPAR1', 'latin1');
  const page = Buffer.from(whole);
  page.fill(0xff, 40, 400);
  for (const content of [
    new Uint8Array(),
    whole.subarray(0, 100),
    whole.subarray(0, -9),
    withoutMiddle,
    endless,
    page,
  ])
    expect(await refusalOf(importFile('broken.parquet', content))).toMatch(
      /not a Parquet file|cannot be read as parquet/,
    );
  await given.store.append([aHit({ path: '/after' })]);
  expect(await importFile('whole.parquet')).toMatchObject({ imported: { hit: 5000 } });
});

test('Parquet: nested columns are refused, values that fit no column are bad rows', async () => {
  for (const type of ["['/a'] as path", "{'a': 1} as path", 'map {1: 2} as path']) {
    await parquet('nested.parquet', `select ${type}, timestamp '2026-03-10' as created_at`);
    expect(await refusalOf(importFile('nested.parquet'))).toContain('column path is nested');
  }
  const created = [
    "'infinity'::timestamp",
    "date '5881580-07-10'",
    "date '4000-01-01 (BC)'",
    '1773144000',
    "'nan'::double",
  ];
  for (const value of created) {
    await parquet('odd.parquet', `select '/a' as path, ${value} as created_at`);
    const { bad, faults } = await importFile('odd.parquet');
    expect({ bad, message: faults[0]?.message }).toMatchObject({
      bad: 1,
      message: expect.stringMatching(/^created_at must (be an ISO 8601 time|not be before 1970), got /),
    });
  }
  await parquet(
    'zoned.parquet',
    "select '/zoned' as path, timestamptz '2026-03-10 12:00:00+05' as created_at",
  );
  expect(await importFile('zoned.parquet')).toMatchObject({ imported: { hit: 1 } });
  expect(await paths()).toEqual(['/stored', '/zoned']);
});

test('values that are far too long are cut before they are parsed, however small the file', async () => {
  await parquet(
    'bomb.parquet',
    "select '/a' as path, timestamp '2026-03-10' as created_at, repeat('x', 4000000) as visitor_id from range(20)",
  );
  let longest = 0;
  const visitor = (id: string) => {
    longest = Math.max(longest, id.length);
    return 0n;
  };
  const derive = { ...plainDerivations, visitor };
  expect(await importFile('bomb.parquet', undefined, { derive })).toMatchObject({ bad: 20 });
  expect(longest).toBeLessThan(10_000);
});

test('a line of any length is one bad row', async () => {
  const long = Buffer.alloc(3 * 1024 ** 2, 'x');
  const csv = await importFile(
    'long.csv',
    Buffer.concat([Buffer.from('path,created_at\n/'), long, Buffer.from(',2026-03-10\n/a,2026-03-10\n')]),
  );
  expect(csv).toMatchObject({
    bad: 1,
    imported: { hit: 1 },
    faults: [{ line: 2, message: 'is longer than 1 MiB' }],
  });
  const ndjson = await importFile(
    'long.ndjson',
    Buffer.concat([Buffer.from('{"path":"/'), long, Buffer.from(`"}\n${row('/b')}\n`)]),
  );
  expect(ndjson).toMatchObject({
    bad: 1,
    imported: { hit: 1 },
    faults: [{ line: 1, message: 'is longer than 1 MiB' }],
  });
});

test('other columns are ignored, however many there are and whatever they are called', async () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `c${index}`);
  const header = ['path', 'created_at', 'x', 'x', '', '"""; drop table hits; --"', ...names].join(',');
  const line = `/wide,2026-03-10,1,"2",,3${','.repeat(names.length)}`;
  expect(await importFile('wide.csv', `${header}\n${line}\n`)).toMatchObject({
    bad: 0,
    imported: { hit: 1 },
  });
  expect(await refusalOfTwice()).toContain('has two columns named path');
});
const refusalOfTwice = async (): Promise<string> => {
  await given.store.remove({ siteId: 1, kinds: ['hit'], which: 'all' });
  await given.store.append([aHit({ path: '/stored' })]);
  return refusalOf(importFile('twice.csv', 'path,path,created_at\n/a,/b,2026-03-10\n'));
};

test('quotation marks that are never closed cost one row each and no time that grows with their number squared', async () => {
  const block = `/open,2026-03-10,"\n${'""\n'.repeat(40_000)}`;
  const { bad, imported } = await importFile(
    'open.csv',
    `path,created_at,note\n${block.repeat(5)}/a,2026-03-10,\n`,
  );
  expect({ bad, hits: imported.hit }).toEqual({ bad: 5 * 40_001, hits: 1 });
});

test('other work goes on while a text file is scanned', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await importFile('blank.csv', `path,created_at\n${'x\n'.repeat(500_000)}`);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});

test('NDJSON: what is no plain object of single values is a bad row', async () => {
  const deep = `{"path":"/deep","created_at":"2026-03-10","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
  const rows = ['["/a"]', 'null', '5', '{"path":["/a"],"created_at":"2026-03-10"}', deep, row('/good')];
  const report = await importFile('odd.ndjson', rows.join('\n'));
  expect(report.faults.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  expect(report).toMatchObject({ bad: 4, imported: { hit: 2 } });
});

test('Parquet is read whatever characters its name has', async () => {
  await parquet('a.parquet', "select '/other' as path, timestamp '2026-03-10' as created_at");
  await parquet('own.tmp', "select '/own' as path, timestamp '2026-03-10' as created_at");
  for (const name of [
    '*.parquet',
    '[a].parquet',
    '{a,b}.parquet',
    '**.parquet',
    '[!b].parquet',
    ']x[.parquet',
    'x?y=1.parquet',
    "it's.parquet",
    'a\nb.parquet',
  ]) {
    await Bun.write(inside(name), Bun.file(inside('own.tmp')));
    expect(await importFile(name)).toMatchObject({ read: 1, bad: 0 });
  }
  expect(await paths()).not.toContain('/other');
});
