/** Segments: named sets of filters, which every report takes. Source: decisions, section 10. */
import { expect, test } from 'bun:test';
import { filledPath } from '../support/filled-path.ts';
import { type OpenApiDocument, operationsOf } from '../support/openapi-document.ts';
import { refused, refusedWith } from '../support/refused.ts';
import { aMember, shareServer } from '../support/shared-server.ts';

const server = shareServer();

const HITS = [
  { path: '/a', country: 'DE', source: 'mail', visitor_id: 'ann', properties: { plan: 'pro' } },
  { path: '/b', country: 'DE', visitor_id: 'ann' },
  { path: '/b', country: 'FR', visitor_id: 'bob' },
  { path: '/a', country: 'US', visitor_id: 'cem', referrer: 'https://news.example/x' },
];

async function aSite() {
  const { id } = await server().given.site();
  await server().given.hits(id, HITS);
  const events = ['DE', 'FR'].map(country => ({ event: 'form.sent', country, path: '/a' }));
  await server().given.events(id, events);
  return id as number;
}
const add = (site: number, body: unknown, key = server().owner.full) =>
  server().post(`/sites/${site}/segments`, body, key);
const aSegment = async (site: number, filters: Record<string, unknown>, fields: object = {}) =>
  (await add(site, { name: 'One', filters, ...fields })).body.segment;
const ask = (site: number, query: string, kind = 'hits', key = server().owner.full) =>
  server().api('GET', `/sites/${site}/${kind}?${query}`, { key });
const file = (path: string) =>
  fetch(`${server().url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${server().owner.readOnly}`, 'user-agent': 'test' },
  });

test('a segment is created, listed by name, shown, changed and deleted', async () => {
  const site = await aSite();
  const filters = { country: ['DE', 'FR'], not_source: '', 'property:plan': 'pro' };
  const { status, body } = await add(site, { name: 'Zebra', filters });
  const segment = {
    id: expect.any(Number),
    name: 'Zebra',
    visibility: 'site',
    filters,
    created_at: '2026-03-10T12:00:00.000Z',
    updated_at: '2026-03-10T12:00:00.000Z',
  };
  expect([status, body]).toEqual([201, { segment }]);
  const other = await aSegment(site, { path: '/a' }, { name: 'Ape' });
  const { body: list } = await ask(site, '', 'segments', server().owner.readOnly);
  expect(list.segments).toEqual([other, segment]);
  const at = `/sites/${site}/segments/${body.segment.id}`;
  const changed = (await server().patch(at, { name: 'Yak', filters: { country: 'de' } })).body;
  expect(changed.segment).toEqual({ ...segment, name: 'Yak', filters: { country: 'DE' } });
  expect(await server().get(at)).toEqual(changed);
  expect((await server().api('DELETE', at)).status).toBe(204);
  expect((await server().api('GET', at)).status).toBe(404);
});

test.each([
  [{ country: 'DE' }, '', 2],
  [{ country: ['DE', 'FR'] }, '', 3],
  [{ not_country: 'DE' }, '', 2],
  [{ source: '' }, '', 3],
  [{ 'property:plan': 'pro' }, '', 1],
  [{ referrer: 'NEWS' }, '', 1],
  [{ country: 'DE' }, 'path=/b', 1],
  // Both hold where both name the same filter.
  [{ country: ['DE', 'FR'] }, 'country=FR&country=US', 1],
  [{ country: 'DE' }, 'country=FR', 0],
  [{ path: '/a' }, 'not_path=/a', 0],
  [{ entry_page: '/a' }, 'entry_page=/a', 3],
  [{ event: 'form.sent' }, 'event=other', 0],
])('segment %j with %p leaves %d hits', async (filters, query, count) => {
  const site = await aSite();
  const { id } = await aSegment(site, filters);
  const { status, body } = await ask(site, `${query}&segment=${id}`);
  expect([status, body.summary?.total_hits, body.filters?.segment]).toEqual([200, count, id]);
});

test('a segment holds for groups, series, comparison, sums, hours, journeys and files', async () => {
  const site = await aSite();
  const { id } = await aSegment(site, { country: 'DE' });
  const get = async (query: string, kind?: string) => (await ask(site, `${query}&segment=${id}`, kind)).body;
  expect((await get('group_by=country')).grouped_hits).toEqual([expect.objectContaining({ country: 'DE' })]);
  const series = (await get('group_by=date&compare=previous_period')).grouped_hits;
  expect(series.reduce((sum: number, day: { hit_count: number }) => sum + day.hit_count, 0)).toBe(2);
  expect((await get('', 'events')).summary.total_events).toBe(1);
  expect((await get('compare=previous_period', 'overview')).figures).toMatchObject({ hits: 2, events: 1 });
  expect((await get('', 'hours')).summary.total_hits).toBe(2);
  expect((await get('', 'user_journeys')).summary.total_visitors).toBe(1);
  expect((await get('path=/b', 'user_journeys/pages')).views).toBe(1);
  expect((await get('', 'properties')).properties).toEqual([
    expect.objectContaining({ name: 'plan', hits: 1 }),
  ]);
  const csv = await file(`/sites/${site}/hits.csv?segment=${id}&group_by=country`);
  expect((await csv.text()).split('\n').filter(line => line !== '')).toHaveLength(2);
});

test('every report takes a segment: each endpoint that has a filter', async () => {
  const document: OpenApiDocument = await server().get('/openapi.json');
  const reports = operationsOf(document).filter(({ method, parameters = [] }) => {
    return method === 'GET' && parameters.some(({ name }) => name.startsWith('not_'));
  });
  expect(reports.map(({ path }) => path.replace('/sites/{id}/', '')).sort()).toEqual(
    expect.arrayContaining([
      ...['agent_visits', 'agent_visits.csv', 'events', 'events.csv', 'hits', 'hits.csv', 'hours', 'kudos'],
      ...['kudos.csv', 'overview', 'properties', 'user_journeys'],
    ]),
  );
  for (const { path } of reports) {
    const at = await filledPath(server(), path);
    const { id } = await aSegment(Number(at.split('/')[2]), { path: '/a' });
    const status = async (segment: number) => (await file(`${at}?segment=${segment}`)).status;
    // A page is what this one is asked about, so that it is no filter there.
    const known = path.endsWith('/user_journeys/pages') ? 400 : 200;
    expect([path, await status(id), await status(999_999)]).toEqual([path, known, 400]);
  }
});

test('a report without one of its filters says so', async () => {
  const site = await aSite();
  const { id } = await aSegment(site, { channel: 'Direct' });
  const lacks = `segment ${id} filters by channel, which this report does not support`;
  for (const kind of ['agent_visits', 'kudos'])
    expect(await ask(site, `segment=${id}`, kind)).toEqual(refused(400, lacks));
  const entry = await aSegment(site, { entry_page: '/a' });
  const needs = `entry_page of segment ${entry.id} needs attribution=visit, got attribution=hit`;
  expect(await ask(site, `segment=${entry.id}`, 'events')).toEqual(refused(400, needs));
  expect((await ask(site, `segment=${entry.id}&attribution=visit`, 'events')).status).toBe(200);
});

test('an unknown segment, one of another site and a bad one are named', async () => {
  const [site, other] = [await aSite(), await aSite()];
  const { id } = await aSegment(other, { country: 'DE' });
  for (const bad of [id, 999_999]) {
    expect(await ask(site, `segment=${bad}`)).toEqual(
      refused(400, `segment must be the id of a segment of this site, got ${bad}`),
    );
    expect((await ask(site, '', `segments/${bad}`)).status).toBe(404);
  }
  for (const bad of ['', 'x', '0', '1.5', '1&segment=2'])
    expect([bad, (await ask(site, `segment=${bad}`)).status]).toEqual([bad, 400]);
});

test('personal segments are their user’s alone; viewers write those, admins those of the site', async () => {
  const site = await aSite();
  const viewer = await aMember(server(), 'viewer');
  const account = `?account_id=${server().owner.id}`;
  const post = (key: string, visibility: string) =>
    server().post(
      `/sites/${site}/segments${account}`,
      { name: 'Mine', filters: { country: 'DE' }, visibility },
      key,
    );
  expect((await post(viewer.full, 'site')).status).toBe(403);
  const { status, body } = await post(viewer.full, 'personal');
  expect([status, body.segment.visibility]).toEqual([201, 'personal']);
  const at = `/sites/${site}/segments/${body.segment.id}`;
  const asViewer = (method: string, change?: unknown) =>
    server().api(method, at + account, { key: viewer.full, ...(change ? { body: change } : {}) });
  expect((await asViewer('PATCH', { visibility: 'site' })).status).toBe(403);
  expect((await server().api('GET', at)).status).toBe(404);
  expect((await ask(site, '', 'segments')).body.segments).toEqual([]);
  expect((await ask(site, `segment=${body.segment.id}`)).status).toBe(400);
  expect(
    (await ask(site, `segment=${body.segment.id}&account_id=${server().owner.id}`, 'hits', viewer.full))
      .status,
  ).toBe(200);
  const shared = await aSegment(site, { country: 'FR' });
  const ofSite = `/sites/${site}/segments/${shared.id}${account}`;
  expect((await server().api('DELETE', ofSite, { key: viewer.full })).status).toBe(403);
  expect((await server().patch(ofSite, { name: 'x' }, viewer.full)).status).toBe(403);
  expect((await asViewer('DELETE')).status).toBe(204);
});

const named = (filters: object) => ({ name: 'x', filters });

test.each([
  [{ filters: { country: 'DE' } }, 'name is required'],
  [{ name: ' ', filters: { country: 'DE' } }, 'name must be a line'],
  [{ name: 'x'.repeat(201), filters: { country: 'DE' } }, 'name must be a line of at most 200 characters'],
  [{ name: 'x' }, 'filters is required'],
  [{ name: 'x', filters: [] }, 'filters must be a JSON object, got []'],
  [named({}), 'filters must have at least one of country'],
  [named({ colour: 'red' }), 'filters.colour is unknown, allowed are country'],
  [named({ segment: '1' }), 'filters.segment is unknown'],
  [named({ properties: 'a' }), 'filters.properties is unknown'],
  [named({ __proto__x: '1' }), 'filters.__proto__x is unknown'],
  [named({ country: 'Germany' }), 'filters.country must be a two-letter country code, got "Germany"'],
  [named({ country: 7 }), 'filters.country must be a string or an array, got 7'],
  [named({ path: [] }), 'filters.path must have at least one value, got []'],
  [named({ path: '' }), 'filters.path must be a string, got an empty value'],
  [named({ channel: 'Radio' }), 'filters.channel must be one of Direct'],
  [named({ 'property:a b': '1' }), 'filters.a parameter property:'],
  [
    named({ path: Array.from({ length: 21 }, (_, n) => `/${n}`) }),
    'filters.path may be given at most 20 times',
  ],
  [{ ...named({ country: 'DE' }), visibility: 'all' }, 'visibility must be one of site, personal, got "all"'],
])('%j is refused: %s', async (body, message) => {
  const site = (await server().given.site()).id;
  expect(await add(site, body)).toEqual(refusedWith(422, message));
});

test('200 segments are kept and listed; the 501st is refused', async () => {
  const site = (await server().given.site()).id;
  const { segments } = server().services.sites;
  const writer = { userId: server().owner.id, canWriteSite: true };
  for (let n = 0; n < 500; n++)
    segments.create(site, { name: `Segment ${n}`, filters: { path: `/${n}` } }, writer);
  expect((await ask(site, '', 'segments')).body.segments).toHaveLength(500);
  expect(await add(site, { name: 'One more', filters: { path: '/' } })).toEqual(
    refused(422, 'a site has at most 500 segments: delete one first'),
  );
});

test('what a report adds of imported days follows the segment, which is one filter when both are the same', async () => {
  const site = await aSite();
  const { id } = await aSegment(site, { country: 'DE' });
  const { body } = await ask(site, `segment=${id}&country=DE&group_by=country`);
  expect(body.grouped_hits).toEqual([expect.objectContaining({ country: 'DE', hit_count: 2 })]);
});

test('segments go with their site', async () => {
  const site = await aSite();
  await aSegment(site, { country: 'DE' });
  await server().api('DELETE', `/sites/${site}`);
  await server().job('sites.purge');
  expect(server().services.sites.segmentsStore.listOfSite(site)).toEqual([]);
});
