/**
 * Imported days leave with `footfall export`, and `footfall import` reads them back so that every report is equal. `FUZZ_CASES`
 * sets a larger number of histories than a usual run has, `FUZZ_SEED` others. Source: decisions, section 8.
 */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays } from '../../src/lib/time.ts';
import { run, temporaryFolder } from '../support/cli.ts';
import { FUZZ_SEED, fuzzCases, IS_LONG } from '../support/fuzz.ts';
import { aTotal, importDays } from '../support/imported-days.ts';
import { aSite } from '../support/imports.ts';
import { createRandom } from '../support/random.ts';
import { share } from '../support/share.ts';
import { shareServer } from '../support/shared-server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

const FORMATS = ['parquet', 'ndjson', 'csv'] as const;
const VALUES = ['/', '/a', '/ü "x"; y', 'null', '=1+1', ''];

setDefaultTimeout(TIME_LIMIT_MS);

const server = shareServer();
beforeAll(() => server().clock.set('2026-03-15T12:00:00Z'));

type Random = ReturnType<typeof createRandom>;

/** Files of several tools, each with the sums of a few days. */
const DAY_FILES: readonly ((random: Random, day: string) => readonly [header: string, row: string])[] = [
  ({ next }, day) => [
    'date,visitors,pageviews,bounces,visits,visit_duration',
    `${day},${next(9)},${next(30)},${next(5)},${next(9)},${next(900)}`,
  ],
  ({ next, pick }, day) => [
    'date,hostname,page,visits,visitors,pageviews,total_scroll_depth,total_scroll_depth_visits',
    `${day},a.example,"${pick(VALUES).replaceAll('"', '""')}",${next(9)},${next(9)},${next(30)},\\N,\\N`,
  ],
  ({ next, pick }, day) => [
    'date,source,utm_medium,utm_campaign,utm_content,utm_term,visitors,visits,visit_duration,bounces,pageviews',
    `${day},${pick(['Google', ''])},${pick(['email', ''])},,,,${next(9)},${next(9)},1,1,${next(30)}`,
  ],
  ({ next }, day) => ['date,name,link_url,path,visitors,events', `${day},Signup,,,${next(9)},${next(9)}`],
  ({ next }, day) => ['date,pageviews,visitors', `${day},${next(30)},${next(9)}`],
  ({ next, pick }, day) => [
    'Timestamp,Country,Pageviews',
    `${day} 08:00:00,${pick(['Germany', 'France', ''])},${next(30)}`,
  ],
];

const toDayFile = (random: Random): string => {
  const { next, pick } = random;
  const write = pick(DAY_FILES);
  const first = addDays('2026-02-20', next(18));
  const rows = Array.from({ length: 1 + next(6) }, () => write(random, addDays(first, next(6))));
  return [rows[0]?.[0], ...rows.map(([, row]) => row), ''].join('\n');
};

const toRowFile = ({ next, pick }: Random): string => {
  const rows = Array.from({ length: 1 + next(12) }, () => {
    const at = new Date(Date.UTC(2026, 2, 5) + next(7 * 86_400_000)).toISOString();
    const event = pick(['', '', 'cart.add']);
    return `${event ? 'event' : 'hit'},${at},${pick(['/', '/a'])},${event},${pick(['', 'u1', 'u2'])},${pick(['DE', 'FR'])}`;
  });
  return ['type,created_at,path,event,visitor_id,country', ...rows, ''].join('\n');
};

/** Fills a site: rows and days in any order, some of them over own hits, some taken back; kudos and notes. */
async function fill(site: Awaited<ReturnType<typeof aSite>>, random: Random): Promise<void> {
  const { next, pick } = random;
  for (let round = 0; round < 2 + next(4); round += 1) {
    const file = pick([toDayFile, toDayFile, toRowFile])(random);
    const { id, status } = await site.upload(pick(['', '?overlap=true']), file);
    expect(status).toBe('completed');
    if (next(6) === 0) await run(`import undo ${site.id} ${id}`, server());
  }
  for (let round = 0; round < next(3); round += 1) {
    await server().post(`${site.path}/kudos`, { path: pick(['/', '/a']) });
    const occurred_at = `2026-03-0${1 + next(8)}T08:00:00Z`;
    await server().post(`${site.path}/signals`, { signal: { occurred_at, title: 'Launch' } });
  }
}

const REPORTS = [
  'hits?group_by=date&include_visitors=true&include_engagement=true',
  'hits?group_by=date&interval=week&path=/',
  'hits?group_by=date&interval=hour',
  'hits?group_by=date&country=DE',
  'hits?group_by=date&path=/&country=DE',
  'hits?group_by=date&compare=previous_period',
  ...['path', 'source', 'medium', 'country', 'device', 'entry_page'].map(
    by => `hits?group_by=${by}&include_visitors=true&attribution=visit`,
  ),
  'hits?group_by=path&path=/a',
  'hits?group_by=path&source=Google',
  'hits?per_page=100',
  'events?group_by=event&include_visitors=true',
  'events?group_by=date',
  'kudos?group_by=path',
  'signals?per_page=100',
  'overview?include_engagement=true',
  'user_journeys?per_page=50',
  'hours?',
];
/** What is of a row, and not of what it counts. */
const OF_ROW = new Set(['id', 'site_id', 'created_at', 'updated_at', 'uid']);

/** The bodies of every report over some ranges, as they are sent. */
async function answers(path: string, ranges: readonly string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const report of REPORTS)
    for (const range of ranges) {
      const { status, body } = await server().api('GET', `${path}/${report}&${range}`);
      const text = JSON.stringify(body, (key, value) => (OF_ROW.has(key) ? undefined : value));
      found[`${report} ${range}`] = `${status} ${text}`;
    }
  return found;
}

const toRanges = ({ next }: Random): string[] => [
  'start_date=2026-02-18&end_date=2026-03-15',
  ...Array.from({ length: IS_LONG ? 3 : 1 }, () => {
    const first = addDays('2026-02-18', next(20));
    return `start_date=${first}&end_date=${addDays(first, next(8))}`;
  }),
];

const withoutStatus = (found: Record<string, string>): string[] =>
  Object.entries(found).flatMap(([report, answer]) => (answer.startsWith('200') ? [] : [report]));

test.each(Array.from({ length: fuzzCases(4) }, (_, index) => FUZZ_SEED + index))('history %d', async seed => {
  using folder = temporaryFolder();
  const random = createRandom(seed);
  const first = await aSite({}, server());
  const second = await aSite({}, server());
  await fill(first, random);
  const ranges = toRanges(random);
  const expected = await answers(first.path, ranges);
  expect(withoutStatus(expected)).toEqual([]);
  const out = join(folder.path, 'out');
  const { data } = server();
  expect((await run(`export ${first.id} ${out} --format ${random.pick(FORMATS)}`, { data })).err).toBe('');
  const empty = await answers(second.path, ranges);
  expect(await run(`import ${second.id} ${out}`, { data })).toMatchObject({ code: 0, err: '' });
  expect(await answers(second.path, ranges)).toEqual(expected);
  await run(`import ${second.id} ${out}`, { data });
  expect(await answers(second.path, ranges)).toEqual(expected);
  for (const { id } of (await second.get('/imports?per_page=100')).imports)
    await run(`import undo ${second.id} ${id}`, { data });
  const rest = await answers(second.path, ranges);
  const ofRows = (found: Record<string, string>) =>
    Object.entries(found).filter(([report]) => /^(hits|events|hours|user_journeys)/.test(report));
  expect(ofRows(rest)).toEqual(ofRows(empty));
});

/** Exports of a site with days of two imports, one of them over its own hit, by format. */
const exports = share(async () => {
  const folder = temporaryFolder();
  const site = await aSite({}, server());
  await site.upload('', 'created_at,path\n2026-03-02T12:00:00Z,/own\n');
  await site.upload('?overlap=true', 'date,pageviews,visitors\n2026-03-01,9,4\n2026-03-04,7,3\n');
  await site.upload('', 'Timestamp,Country,Pageviews\n2026-02-01 08:00:00,Germany,5\n');
  for (const format of FORMATS)
    await run(`export ${site.id} ${join(folder.path, format)} --format ${format}`, server());
  return {
    pathOf: (format: string) => join(folder.path, format),
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  };
});

/** A copy of an export, and a site without hits to import it into. */
async function anExport(format: string) {
  const folder = temporaryFolder();
  const out = join(folder.path, 'out');
  cpSync(exports().pathOf(format), out, { recursive: true });
  const site = await aSite({}, server());
  return {
    ...{ out, site, file: join(out, `imported_days.${format}`) },
    import: (flags = '') => run(`import ${site.id} ${out} ${flags}`, server()),
    [Symbol.dispose]: folder[Symbol.dispose],
  };
}

const dayHits = async (site: Awaited<ReturnType<typeof aSite>>): Promise<number[]> => {
  const { grouped_hits } = await site.get(
    '/hits?group_by=date&start_date=2026-03-01&end_date=2026-03-04&time_zone=utc',
  );
  return grouped_hits.map((row: { hit_count: number }) => row.hit_count);
};

test('days over hits of the folder stay; those over hits that the site had before are left out', async () => {
  using given = await anExport('csv');
  await given.import();
  expect(await dayHits(given.site)).toEqual([9, 1, 0, 7]);
  using again = await anExport('csv');
  await again.site.upload('', 'created_at,path\n2026-03-03T12:00:00Z,/lived\n');
  const { err } = await again.import();
  expect(err).toBe('left out: 1 × days from 2026-03-03 on (the site has visits of its own from then on)');
  expect(await dayHits(again.site)).toEqual([9, 1, 1, 0]);
  await again.import('--overlap');
  expect(await dayHits(again.site)).toEqual([9, 1, 1, 7]);
});

test.each(FORMATS)('a single file of %s is an import of days, over HTTP too', async format => {
  using given = await anExport(format);
  const { site } = given;
  const file = readFileSync(given.file);
  expect((await site.upload('?dry_run=true', file)).preview).toMatchObject({
    kind: 'days',
    rows: 3,
    hits: 16,
  });
  const imported = await site.upload('', file);
  expect(imported).toMatchObject({ format: 'footfall', kind: 'days', rows_imported: 3, hits: 16 });
  expect(await dayHits(site)).toEqual([9, 0, 0, 7]);
  await run(`import undo ${site.id} ${imported.id}`, server());
  expect(await dayHits(site)).toEqual([0, 0, 0, 0]);
});

/** Writes a file of a folder anew, with a manifest that agrees. */
function rewrite(out: string, file: string, content: string | Buffer): void {
  writeFileSync(file, content);
  const path = join(out, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const entry = manifest.files.find((each: { name: string }) => file.endsWith(each.name));
  entry.bytes = Buffer.byteLength(content);
  entry.sha256 = new Bun.CryptoHasher('sha256').update(content).digest('hex');
  writeFileSync(path, JSON.stringify(manifest));
}

const NOT_AS_EXPORTED = 'footfall: FILE was not written by an export: nothing of the folder is imported';

test.each<[format: string, damage: (text: string) => string, error: string]>([
  ['csv', text => text.replace('dimension', 'dimensions'), 'FILE has no column dimension, only: part'],
  ['csv', text => text.replace(',total,', ',planet,'), 'the dimension is not known, got "planet"'],
  ['csv', text => text.replace('2026-03-01', '2026-02-30'), 'the date must be a day'],
  ['csv', text => `${text}1,2026-03-05,total`, NOT_AS_EXPORTED],
  ['csv', text => text.replace('\n1,', '\n-1,'), 'part must be a whole number of at least 0'],
  ['csv', text => text.replace('\n1,', '\n1000000,'), 'part must be at most 100000'],
  ['ndjson', text => text.replace('"/own"', '{').replace(/"views":\d+/, '"views":{}'), 'whole number'],
  ['ndjson', text => text.slice(0, -9), 'is cut short'],
  ['parquet', text => text.slice(0, 200), 'FILE cannot be read as parquet'],
])(
  'imported_days.%s that is not as it was written: nothing of the folder is imported',
  async (format, damage, error) => {
    using given = await anExport(format);
    rewrite(given.out, given.file, Buffer.from(damage(readFileSync(given.file, 'latin1')), 'latin1'));
    const { code, err } = await given.import();
    expect(code).toBe(1);
    expect(err.replaceAll(given.file, 'FILE')).toContain(error);
    expect(await given.site.get('/imports')).toMatchObject({ imports: [] });
    expect(await dayHits(given.site)).toEqual([0, 0, 0, 0]);
  },
);

test('a column that is not known is passed over', async () => {
  using given = await anExport('csv');
  const lines = readFileSync(given.file, 'utf8').trim().split('\n');
  rewrite(given.out, given.file, lines.map((line, index) => `${line},${index ? 'x' : 'colour'}\n`).join(''));
  expect(await given.import()).toMatchObject({ code: 0, err: '' });
  expect(await dayHits(given.site)).toEqual([9, 1, 0, 7]);
});

test('days of a range leave with it', async () => {
  using folder = temporaryFolder();
  const source = await aSite({}, server());
  const target = await aSite({}, server());
  const { hits } = server().services.stores;
  await importDays(hits, [aTotal('2026-02-28'), aTotal('2026-03-01'), aTotal('2026-03-02')], {
    siteId: source.id,
  });
  const out = join(folder.path, 'out');
  const { data } = server();
  await run(`export ${source.id} ${out} --start-date 2026-03-01 --end-date 2026-03-01`, { data });
  await run(`import ${target.id} ${out}`, { data });
  expect(await hits.importedSpans(target.id)).toMatchObject([{ first: '2026-03-01', last: '2026-03-01' }]);
});

test('a file that is not as the manifest says is refused, and one that is missing too', async () => {
  using given = await anExport('parquet');
  const whole = readFileSync(given.file);
  writeFileSync(given.file, whole.fill(~(whole[20] ?? 0), 20, 21));
  expect((await given.import()).err).toContain('it was changed, or is damaged');
  rmSync(given.file);
  expect((await given.import()).err).toContain('imported_days.parquet is missing');
  expect(readdirSync(join(server().data, 'tmp')).filter(name => name.startsWith('import-'))).toEqual([]);
  expect(await given.site.get('/imports')).toMatchObject({ imports: [] });
});
