/** Values of an import are converted as far as they need it: what comes of a row does not depend on the rows beside it. */
import { expect, test } from 'bun:test';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { writeParquet } from '../support/duckdb.ts';
import { toImport } from '../support/import-rows.ts';
import { storeOfEach } from '../support/store-of-each.ts';

const given = storeOfEach(folder => openDuckHitStore(folder));

type Row = Readonly<Record<string, string | boolean>>;
const PLAIN: Row = {
  created_at: '2026-03-10T12:00:00.000Z',
  path: '/a',
  referrer: 'https://news.example/a',
  country: 'DE',
  browser_name: 'Firefox',
  is_mobile: true,
  source: 'News',
  visitor_hash: '00000000000000ab',
};
/** Each with a value that is not stored, or not accepted, as it is. */
const OTHERS: readonly Row[] = [
  { path: 'b' },
  { path: './%7Eb' },
  { path: '/%c3%bc/../b' },
  { path: '/ü#top' },
  { path: '/b?utm_source=letter#top' },
  { path: 'HTTPS://example.com/c?utm_source=letter' },
  { path: '' },
  { path: '/x\ny' },
  { referrer: 'android-app://com.example' },
  { referrer: 'mailto:somebody@example.com' },
  { referrer: 'news.example:8080/a' },
  { referrer: 'https://a.example/\n' },
  { country: '' },
  { country: 'de' },
  { source: '' },
  { source: 's'.repeat(201) },
  { browser_name: '' },
  { browser_name: 'f\u0007' },
  { visitor_hash: '00000000000000zz' },
  { path: `/${'p'.repeat(20_000)}` },
].map(row => ({ ...PLAIN, ...row }));

const write = async (name: string, rows: readonly Row[]): Promise<string> => {
  const text = given.inside(`${name}.ndjson`);
  await Bun.write(text, rows.map(row => `${JSON.stringify(row)}\n`).join(''));
  const file = given.inside(`${name}.parquet`);
  await writeParquet(
    file,
    `select * replace (created_at::timestamp as created_at) from read_json('${text}',
      columns = {created_at: 'VARCHAR', path: 'VARCHAR', referrer: 'VARCHAR', country: 'VARCHAR', browser_name: 'VARCHAR',
        is_mobile: 'BOOLEAN', source: 'VARCHAR', visitor_hash: 'VARCHAR'})`,
  );
  return file;
};

test('a row that needs a conversion is stored as it is by itself, and the others as they are', async () => {
  const { store } = given;
  const load = async (siteId: number, rows: readonly Row[]) => {
    const request = toImport(await write(`site-${siteId}`, rows), { siteId });
    const { faults, bad } = await store.importFile(request);
    const stored = await store.engine.read<Record<string, unknown>>(
      `select path, url, referrer, country, browser_name, is_mobile, source, visitor_hash from hits
       where site_id = ${siteId} order by all`,
    );
    return { faults: faults.map(({ message }) => message), bad, stored };
  };
  const plain = await load(1, [PLAIN, PLAIN]);
  expect(plain).toMatchObject({ bad: 0, stored: [{ path: '/a', source: 'News' }, { country: 'DE' }] });
  const together = await load(2, [PLAIN, ...OTHERS, PLAIN]);
  const alone = [];
  for (const [index, row] of OTHERS.entries()) alone.push(await load(3 + index, [row]));
  expect(together.faults).toEqual(alone.flatMap(({ faults }) => faults));
  // The path of 20,000 characters is shortened.
  expect(together.faults).toHaveLength(6);
  const key = (row: unknown): string => Bun.inspect(row);
  expect(together.stored.map(key).toSorted()).toEqual(
    [...plain.stored, ...alone.flatMap(({ stored }) => stored)].map(key).toSorted(),
  );
});
