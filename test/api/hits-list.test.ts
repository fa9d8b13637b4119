/** Listing hits: order, filters, pages, summary. Source: api-v1, Endpoints, Hits; decisions, section 2. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { aHit } from '../support/hit-rows.ts';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';
import { HIT_FIELDS } from '../support/wire-hits.ts';

const server = shareServer();

const HITS = [
  { path: '/a', country: 'DE', referrer: 'https://News.example/today', visitor_id: 'ann' },
  { path: '/a', country: 'DE', referrer: 'https://news.example/yesterday', visitor_id: 'bob' },
  { path: '/b', country: 'FR', referrer: 'https://other.example/100%_sure', visitor_id: 'ann' },
  { path: '/A', country: 'XX' },
];

async function aSiteWith(hits: readonly object[]) {
  const site = await givenSite(server());
  await site.hits(hits);
  const ask = (query: Record<string, string> = {}) => site.ask(`/hits?${new URLSearchParams(query)}`);
  const paths = async (query: Record<string, string>) =>
    (await ask(query)).body.hits.map((hit: { path: string }) => hit.path).sort();
  return { site, ask, paths };
}

test('a list is hits, pagination, filters and summary, each with all its fields', async () => {
  const { ask } = await aSiteWith(HITS);
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['hits', 'pagination', 'filters', 'summary']);
  expect(Object.keys(body.hits[0])).toEqual(HIT_FIELDS);
  expect(body.pagination).toEqual({ current_page: 1, per_page: 100, total_count: 4, total_pages: 1 });
  const { start_date, end_date, time_zone, attribution, ...others } = body.filters;
  expect([start_date, end_date, time_zone, attribution]).toEqual(['2026-02-08', '2026-03-10', 'utc', 'hit']);
  for (const name of ['country', 'path', 'referrer', 'grouped', 'group_by', 'interval'])
    expect([name, others[name]]).toEqual([name, null]);
  expect(Object.values(others).filter(value => value !== null)).toEqual([]);
  expect(body.summary).toEqual({ total_hits: 4, unique_visitors: 2, distinct_paths: 3 });
});

test('the newest hit comes first', async () => {
  const { ask } = await aSiteWith(HITS);
  const ids = (await ask()).body.hits.map((hit: { id: number }) => hit.id);
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
});

test('country and path match exactly, and referrer by a part whatever its case', async () => {
  const { paths } = await aSiteWith(HITS);
  expect(await paths({ country: 'DE' })).toEqual(['/a', '/a']);
  expect(await paths({ path: '/a' })).toEqual(['/a', '/a']);
  expect(await paths({ path: '/' })).toEqual([]);
  expect(await paths({ referrer: 'NEWS.EXAMPLE' })).toEqual(['/a', '/a']);
  expect(await paths({ referrer: 'example' })).toEqual(['/a', '/a', '/b']);
  expect(await paths({ country: 'DE', referrer: 'yesterday' })).toEqual(['/a']);
});

test('signs that mean something to a database mean themselves', async () => {
  const { paths } = await aSiteWith(HITS);
  expect(await paths({ referrer: '100%_sure' })).toEqual(['/b']);
  expect(await paths({ referrer: '%' })).toEqual(['/b']);
  expect(await paths({ referrer: '_' })).toEqual(['/b']);
  expect(await paths({ path: "' or 1=1 --" })).toEqual([]);
});

test('filters that are set are echoed, and the summary is of what they leave', async () => {
  const { ask } = await aSiteWith(HITS);
  const { body } = await ask({ country: 'DE', path: '/a', referrer: 'news', grouped: 'false' });
  expect(body.filters).toMatchObject({ country: 'DE', path: '/a', referrer: 'news', grouped: false });
  expect(body.summary).toEqual({ total_hits: 2, unique_visitors: 2, distinct_paths: 1 });
});

test('a bad filter is 400 and names the allowed values', async () => {
  const { ask } = await aSiteWith([]);
  const cases: [Record<string, string>, string][] = [
    [{ country: 'DEU' }, 'country must be a two-letter country code, got "DEU"'],
    [{ grouped: 'yes' }, 'grouped must be true or false, got "yes"'],
    [
      { group_by: 'town' },
      'group_by must be one of path, country, referrer, browser_name, platform_name, source, date, referrer_host, campaign, medium, term, content, hostname, channel, device, screen, entry_page, exit_page, region, city, language, browser_version, platform_version or property:NAME, got "town"',
    ],
    [{ interval: 'year' }, 'interval must be one of hour, day, week, month, got "year"'],
    [
      { start_date: '9999-12-30' },
      'start_date must be a date in the form YYYY-MM-DD from 1000-01-01 to 9998-12-31, got "9999-12-30"',
    ],
    [{ start_date: 'yesterday' }, 'start_date must be a date in the form YYYY-MM-DD, got "yesterday"'],
    [
      { start_date: '2020-01-01' },
      'a range from start_date to end_date may be at most 730 days long, first and last day included, got 2261 from 2020-01-01 to 2026-03-10',
    ],
  ];
  for (const [query, error] of cases) expect([query, await ask(query)]).toEqual([query, refused(400, error)]);
});

test('pages cut the list, and the summary stays that of the whole', async () => {
  const { ask } = await aSiteWith(Array.from({ length: 25 }, (_, n) => ({ path: `/${n}` })));
  const pages = [];
  for (const page of ['1', '2', '3']) pages.push((await ask({ page, per_page: '10' })).body);
  expect(pages.map(({ hits }) => hits.length)).toEqual([10, 10, 5]);
  expect(new Set(pages.flatMap(({ hits }) => hits.map((hit: { id: number }) => hit.id))).size).toBe(25);
  expect(pages[2].pagination).toEqual({ current_page: 3, per_page: 10, total_count: 25, total_pages: 3 });
  expect(pages[2].summary.total_hits).toBe(25);
});

test('a page past the end is 200 with an empty list, however far past', async () => {
  const { ask } = await aSiteWith(HITS);
  for (const page of ['2', '1000000000', '999999999999999']) {
    const { status, body } = await ask({ page, per_page: '1000' });
    expect([page, status, body.hits]).toEqual([page, 200, []]);
    expect(body.pagination).toMatchObject({ current_page: Number(page), total_count: 4, total_pages: 1 });
  }
});

test('a site without hits has an empty list of no pages', async () => {
  const { ask } = await aSiteWith([]);
  expect((await ask()).body).toMatchObject({
    hits: [],
    pagination: { total_count: 0, total_pages: 0 },
    summary: { total_hits: 0, unique_visitors: 0, distinct_paths: 0 },
  });
});

test('hits of other sites are never among them', async () => {
  const { ask } = await aSiteWith([]);
  await aSiteWith(HITS);
  expect((await ask()).body.summary.total_hits).toBe(0);
});

test('a day ends at its last millisecond', async () => {
  const { id: siteId, get } = await givenSite(server());
  const instants = [
    '2026-03-10T23:59:59.999Z',
    '2026-03-11T00:00:00.000Z',
    '2026-03-11T23:59:59.999Z',
    '2026-03-12T00:00:00.000Z',
  ];
  await server().services.stores.hits.append(instants.map(at => aHit({ siteId, at })));
  const { hits } = await get('/hits?start_date=2026-03-11&end_date=2026-03-11');
  expect(hits.map((hit: { created_at: string }) => hit.created_at)).toEqual([instants[2], instants[1]]);
});

test('a written hit is in the very next answer, also with many at once', async () => {
  const { site, ask } = await aSiteWith([]);
  let written = 0;
  const writeAndRead = async () => {
    expect((await site.post('/hits', { path: '/' })).status).toBe(201);
    const atLeast = ++written;
    expect((await ask({ per_page: '1' })).body.summary.total_hits).toBeGreaterThanOrEqual(atLeast);
  };
  await Promise.all(Array.from({ length: 40 }, writeAndRead));
  expect((await ask()).body.summary.total_hits).toBe(40);
});
