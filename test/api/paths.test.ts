/** Paths: the pages of visits, step by step. Source: decisions, section 10. */
import { expect, test } from 'bun:test';
import { memoize } from '../../src/lib/memoize.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

const WALKS: Readonly<Record<string, readonly string[]>> = {
  ann: ['/', '/price', 'order.paid', '/thanks'],
  bob: ['/', '/blog', '/price'],
  cem: ['/'],
  dan: ['/blog', '/price', '/thanks'],
};

/** One site for all tests, which only read. */
const fill = memoize(async (): Promise<number> => {
  const { id } = await server().given.site();
  for (let index = 0; index < 4; index++) {
    const steps = Object.entries(WALKS).map(([visitor_id, walk]) => {
      const visitor = { visitor_id, country: visitor_id === 'bob' ? 'FR' : 'DE' };
      return { ...visitor, step: walk[index] ?? '' };
    });
    const pages = steps.filter(({ step }) => step.startsWith('/'));
    const events = steps.filter(({ step }) => step.includes('.'));
    await server().given.hits(
      id,
      pages.map(({ step: path, ...hit }) => ({ ...hit, path })),
    );
    if (events.length > 0)
      await server().given.events(
        id,
        events.map(({ step: event, ...row }) => ({ ...row, event })),
      );
    server().clock.advance({ ms: 30_000 });
  }
  return id;
});
const ask = async (site: number, query: string) =>
  server().api('GET', `/sites/${site}/paths?${query}`, { key: server().owner.readOnly });

const none = { visits: 0, share: 0 };

test('paths after a page: pages, others and ends of each step, and what leads to what', async () => {
  const site = await fill();
  const { body } = await ask(site, 'start_path=/&steps=2&pages_per_step=1');
  expect(body).toMatchObject({
    visits: 3,
    steps: [
      {
        pages: [{ path: '/blog', visits: 1, share: 33.3 }],
        other: { visits: 1, share: 33.3 },
        ended: { visits: 1, share: 33.3 },
      },
      { pages: [{ path: '/price', visits: 1, share: 33.3 }], other: { visits: 1 }, ended: none },
    ],
    counted_from: null,
    filters: { start_path: '/', start_event: null, direction: 'after', via: [], country: null },
  });
  expect(body.links).toContainEqual({
    ...{ step: 2, visits: 1 },
    from: { kind: 'page', path: '/blog' },
    to: { kind: 'page', path: '/price' },
  });
});

test.each([
  ['steps=1', ['/', '/blog']],
  ['steps=1&direction=before', ['/thanks', '/', '/price']],
  ['steps=1&direction=before&start_event=order.paid', ['/price']],
  ['steps=1&start_event=order.paid', ['/thanks']],
  ['steps=1&start_path=/price&direction=before&country=FR', ['/blog']],
  ['steps=2&via=/blog', ['/blog']],
  ['steps=1&start_path=/none', []],
])('paths of %s', async (query, pages) => {
  const { steps } = (await ask(await fill(), query)).body;
  expect(steps[0].pages.map(({ path }: { path: string }) => path)).toEqual(pages);
});

test.each([
  ['steps=9', 'steps must be an integer from 1 to 8, got 9'],
  [
    'start_path=/&start_event=order.paid',
    'start_path and start_event exclude each other: leave one of them out',
  ],
  ['steps=1&via=/a', 'via may have fewer pages than there are steps (1), got 1'],
  ['direction=up', 'direction must be one of after, before, got "up"'],
])('%s is refused', async (query, error) => {
  const { id } = await server().given.site();
  expect(await ask(id, query)).toMatchObject({ status: 400, body: { error } });
});

test('a file has every link', async () => {
  const site = await fill();
  const csv = await fetch(`${server().url}/api/v1/sites/${site}/paths.csv?start_path=/blog&steps=1`, {
    headers: { authorization: `Bearer ${server().owner.readOnly}`, 'user-agent': 'test' },
  });
  expect(await csv.text()).toBe(
    'step,from_kind,from_path,to_kind,to_path,visits\r\n1,start,,page,/price,2\r\n',
  );
});
