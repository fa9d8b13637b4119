/**
 * Whoever may read a part of a site learns of no region or city with fewer than five visitors, however they ask. Source: decisions,
 * section 9.
 */
import { describe, expect, test } from 'bun:test';
import { PUBLIC_SECTIONS } from '../../src/core/public-page.ts';
import { VIEW_SECTIONS } from '../../src/core/view.ts';
import { IS_LONG } from '../support/fuzz.ts';
import { givenSite } from '../support/given-site.ts';
import { connectMcp } from '../support/mcp-client.ts';
import { type OpenApiDocument, operationsOf } from '../support/openapi-document.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { share } from '../support/share.ts';
import { shareClickHouse } from '../support/shared-clickhouse.ts';
import { aSiteMember } from '../support/site-members.ts';

const clickHouse = shareClickHouse();

/** Two questions that have the same answer: the first one is of a place with one visitor. */
const SAME: readonly (readonly [of: string, as: string])[] = [
  ['city=Alone', 'city=None'],
  ['region=Alone', 'region=None'],
  ['not_city=Alone', 'not_city=None'],
  ['not_region=Alone', 'not_region=None'],
  ['city=Alone&city=Munich', 'city=Munich'],
  ['region=Bavaria&city=Alone', 'region=Bavaria&city=None'],
  // Fewer than five visitors are elsewhere, all together.
  ['not_city=Munich', 'city=None'],
  ['not_region=Bavaria', 'region=None'],
  ['not_city=Munich&not_city=Alone', 'not_city=Munich'],
  // A name of two places.
  ['country=AT&city=Munich', 'country=AT&city=None'],
];

/** How an answer is wanted, of endpoints that take all of these parameters. */
const FORMS = [
  '',
  'compare=previous_period',
  'group_by=path&include_visitors=true&goal=GOAL&order_by=visitors&attribution=visit',
  'group_by=date&interval=hour&include_engagement=true&attribution=visit&goal=GOAL',
  'group_by=city&attribution=visit',
  'attribution=visit&include_usual=true&include_changes=true&include_page_engagement=true',
];

const PERIOD = 'start_date=2026-03-10&end_date=2026-03-10';
const MUNICH = { country: 'DE', region: 'Bavaria', city: 'Munich' };
const ALONE = { country: 'DE', region: 'Alone', city: 'Alone' };

/** Six visitors of Munich, one of a village, and one of another place of the same name. */
async function aSite(server: TestServer) {
  const site = await givenSite(server, { public: true });
  await site.set({ location_detail: 'city', public_page: { sections: PUBLIC_SECTIONS } });
  const visitors = Array.from({ length: 6 }, (_, number) => ({ visitor_id: `v${number}`, ...MUNICH }));
  const lone = { visitor_id: 'alone', ...ALONE };
  const all = [...visitors, lone, { visitor_id: 'tyrol', country: 'AT', region: 'Tyrol', city: 'Munich' }];
  await site.hits(all.map(row => ({ ...row, path: `/${row.region}` })));
  server.clock.advance({ minutes: 1 });
  await site.hits(all.map(row => ({ ...row, path: '/2' })));
  await site.events(all.map(row => ({ ...row, event: 'order.paid', properties: { plan: row.region } })));
  const { goal } = (await site.post('/goals', { name: 'Two', path: '/2' })).body;
  const steps = [{ path: '/**' }, { path: '/2' }];
  const { funnel } = (await site.post('/funnels', { name: 'All', steps })).body;
  const document: OpenApiDocument = await server.get('/openapi.json');
  const reports = operationsOf(document)
    .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'city'))
    .map(({ path, parameters = [] }) => {
      const names = new Set(parameters.map(({ name }) => name));
      const fits = (form: string) => [...new URLSearchParams(form).keys()].every(name => names.has(name));
      const forms = path.endsWith('.csv') ? FORMS.slice(0, 1) : FORMS.filter(fits);
      const at = path.replace('{id}', `${site.id}`).replace('{funnel_id}', funnel.id);
      return forms.map(form => `${at}?${PERIOD}&${form.replace('GOAL', goal.id)}`);
    });
  const segmentOf = async (filters: string): Promise<number> => {
    const query = new URLSearchParams(filters);
    const values = Object.fromEntries([...query.keys()].map(name => [name, query.getAll(name)]));
    return (await site.post('/segments', { name: filters, filters: values })).body.segment.id;
  };
  return { ...site, reports, segmentOf };
}
type Site = Awaited<ReturnType<typeof aSite>>;

interface Grouped {
  readonly grouped_hits?: readonly { readonly path: string }[];
}
interface Stats {
  readonly pages: readonly { readonly path: string }[];
  readonly cities: readonly object[];
}

const withoutEcho = ({ filters: _, updated_at: __, ...body }: Record<string, unknown>) => body;
const read = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  return response.headers.get('content-type')?.includes('json') ? withoutEcho(JSON.parse(text)) : text;
};

/** Opens a link, and returns how it is asked. */
async function aLink(server: TestServer, { post }: Site, segment_id: number | null = null) {
  const sections = PUBLIC_SECTIONS.filter(name => name !== 'kudos' && name !== 'agents');
  const { token } = (await post('/shared_links', { name: 'Client', sections, segment_id })).body;
  return async (question: string) =>
    read(await fetch(`${server.url}/shared/${token}${question}`, { headers: { 'user-agent': 'test' } }));
}

describe.each(['folder', 'ClickHouse'])('hits in %s:', engine => {
  const isFolder = engine === 'folder';
  const server = share(async () => {
    const settings = isFolder ? {} : { FOOTFALL_HITS_URL: (await clickHouse().createDatabase()).url };
    return startTestServer({ settings });
  });
  let opened: Promise<Site> | undefined;
  const open = () => {
    opened ??= aSite(server());
    return opened;
  };

  const member = async ({ id }: Site) =>
    aSiteMember(server(), { role: 'viewer', site_ids: [id], sections: VIEW_SECTIONS });

  const ofCities = SAME.filter(([of]) => !of.includes('region'));
  test.each(isFolder ? SAME : IS_LONG ? ofCities : ofCities.slice(0, 2))(
    '%s is answered as %s',
    async (of, as) => {
      const site = await open();
      const [link, { call }] = [await aLink(server(), site), await member(site)];
      const byKey = async (question: string) => (await call('GET', question)).body;
      const byLink = (question: string) => link(`/api/v1${question}`);
      const asked = site.reports.flatMap(([first = '', ...more]) => [
        // The other forms of a report are made of the same reads: once is enough in the short run.
        ...(isFolder && (IS_LONG || of === SAME[0]?.[0]) ? [first, ...more] : [first]).map(
          form => [byKey, form] as const,
        ),
        [byLink, first] as const,
      ]);
      const segment = await site.segmentOf(of);
      for (const [ask, question] of asked) {
        const answer = async (filters: string) => {
          const body = await ask(`${question}&${filters}`);
          return [question, typeof body === 'string' ? body : withoutEcho(body as Record<string, unknown>)];
        };
        const same = await answer(as);
        expect(await answer(of)).toEqual(same);
        expect(await answer(`segment=${segment}`)).toEqual(same);
      }
    },
  );

  /** Views by page: of a key, and of a link that shows a segment alone. */
  const pagesOf = async (ask: (question: string) => Promise<unknown>, { id }: Site, filters = '') => {
    const answer = (await ask(`/sites/${id}/hits?${PERIOD}&group_by=path&${filters}`)) as Grouped;
    return answer.grouped_hits?.map(({ path }) => path).sort();
  };

  test('a place of five is shown as to the owner; the others are one place, which is there where they are five', async () => {
    const site = await aSite(server());
    const { call, full } = await member(site);
    const ask = async (question: string) => (await call('GET', question)).body;
    for (const filters of [
      'city=Munich&country=DE',
      'not_city=None&country=DE',
      'not_city=Munich&country=DE',
    ])
      expect(await pagesOf(ask, site, filters)).toEqual(
        filters.includes('not_city=Munich') ? [] : ['/2', '/Bavaria'],
      );
    const villages = ['Ede', 'Gouda', 'Delft', 'Breda'].map(city => ({
      visitor_id: city,
      city,
      country: 'NL',
    }));
    await site.hits(villages.map(row => ({ ...row, path: '/nl' })));
    expect(await pagesOf(ask, site, 'not_city=Munich')).toEqual(['/2', '/Alone', '/nl']);
    expect(await pagesOf(ask, site, 'not_city=Munich&not_city=Alone')).toEqual(['/2', '/Alone', '/nl']);
    expect(await pagesOf(ask, site, 'city=Alone')).toEqual([]);
    const owner = async (question: string) => await server().get(question);
    expect(await pagesOf(owner, site, 'city=Alone')).toEqual(['/2', '/Alone']);
    await using mcp = await connectMcp(server(), { key: full });
    const given = { site_id: site.id, account_id: server().owner.id, group_by: 'path', city: 'Alone' };
    expect((await mcp.call('list_hits', given)).body.grouped_hits).toEqual([]);
  });

  test('the segment of a link leaves out what it says, and shows no place of fewer than five', async () => {
    const site = await open();
    for (const [filters, pages] of [
      ['city=Alone', []],
      ['not_city=Munich', []],
      ['not_region=Bavaria', []],
      ['not_city=Alone', ['/2', '/Bavaria', '/Tyrol']],
      ['city=Munich', ['/2', '/Bavaria', '/Tyrol']],
    ] as const) {
      const link = await aLink(server(), site, await site.segmentOf(filters));
      expect([filters, await pagesOf(question => link(`/api/v1${question}`), site)]).toEqual([
        filters,
        [...pages],
      ]);
      const stats = (await link('/stats?period=today')) as Stats;
      expect(stats.pages.map(({ path }) => path).sort()).toEqual([...pages]);
      expect(JSON.stringify(stats.cities)).not.toContain('Alone');
    }
  });
});
