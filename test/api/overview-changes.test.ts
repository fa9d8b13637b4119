/** What changed most between a period and the one it is compared with. */
import { expect, test } from 'bun:test';
import { aHit } from '../support/hit-rows.ts';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';

const server = shareServer();
const THIS_WEEK = '2026-03-08T10:00:00Z';
const WEEK_BEFORE = '2026-03-01T10:00:00Z';
const PERIOD = 'start_date=2026-03-04&end_date=2026-03-10';

/** A hit of a week, so many times. */
interface Given {
  readonly at: string;
  readonly path: string;
  readonly times: number;
  readonly country?: string;
  readonly source?: string;
  readonly referrer?: string;
  readonly visitor?: bigint;
}

async function aSite(given: readonly Given[]) {
  const site = await server().given.site();
  const rows = given.flatMap(({ times, ...hit }) =>
    Array.from({ length: times }, () => aHit({ country: 'DE', ...hit, siteId: site.id })),
  );
  await server().services.stores.hits.append(rows);
  return (query: string) => server().api('GET', `/sites/${site.id}/overview?${query}`);
}

test('the pages, referrers, sources and countries that changed most are listed, the largest change first', async () => {
  const ask = await aSite([
    {
      at: THIS_WEEK,
      path: '/new',
      times: 9,
      source: 'news',
      referrer: 'https://www.news.example/today',
      country: 'FR',
    },
    { at: THIS_WEEK, path: '/same', times: 4 },
    { at: WEEK_BEFORE, path: '/same', times: 4 },
    { at: WEEK_BEFORE, path: '/old', times: 3 },
  ]);
  const { body } = await ask(`${PERIOD}&compare=previous_period&include_changes=true`);
  expect(body.changes).toEqual({
    pages: table('path hits previous_hits', ['/new', 9, 0], ['/old', 0, 3]),
    referrers: table('referrer_host hits previous_hits', ['news.example', 9, 0], [null, 4, 7]),
    sources: table('source hits previous_hits', ['news', 9, 0], [null, 4, 7]),
    countries: table('country hits previous_hits', ['FR', 9, 0], ['DE', 4, 7]),
  });
});

test('a page that is common in one period alone has its true count in the other', async () => {
  const many = Array.from({ length: 101 }, (_, n) => ({ at: WEEK_BEFORE, path: `/many-${n}`, times: 3 }));
  const ask = await aSite([
    { at: THIS_WEEK, path: '/risen', times: 20 },
    ...many,
    { at: WEEK_BEFORE, path: '/risen', times: 2 },
  ]);
  const { body } = await ask(`${PERIOD}&compare=previous_period&include_changes=true`);
  expect(body.changes.pages[0]).toEqual({ path: '/risen', hits: 20, previous_hits: 2 });
  expect(body.changes.pages).toHaveLength(5);
});

test('changes keep to the filters, and end where the comparison ends', async () => {
  const ask = await aSite([
    { at: THIS_WEEK, path: '/a', times: 2, country: 'FR' },
    { at: THIS_WEEK, path: '/b', times: 5 },
    // Later in the day than it is now.
    { at: '2026-03-03T20:00:00Z', path: '/a', times: 7, country: 'FR' },
  ]);
  const { body } = await ask(`${PERIOD}&country=FR&compare=previous_period&include_changes=true`);
  expect(body.comparison.is_partial).toBe(true);
  expect(body.changes.pages).toEqual([{ path: '/a', hits: 2, previous_hits: 0 }]);
});

test('without a comparison there is nothing to have changed since', async () => {
  const ask = await aSite([]);
  expect(await ask('include_changes=true')).toEqual(
    refused(400, 'include_changes needs compare: name the period'),
  );
  expect((await ask('compare=previous_period')).body).not.toHaveProperty('changes');
});

test('changes are of the figure that is asked for', async () => {
  const ask = await aSite([
    { at: THIS_WEEK, path: '/a', times: 3, visitor: 1n },
    { at: WEEK_BEFORE, path: '/a', times: 1 },
  ]);
  const { body } = await ask(`${PERIOD}&compare=previous_period&include_changes=true&metric=visitors`);
  expect(body.changes.pages).toEqual([{ path: '/a', visitors: 1, previous_visitors: 0 }]);
  expect(await ask('metric=events')).toMatchObject({ status: 400 });
});

test('a comparison with days before the first hit says when that was', async () => {
  const ask = await aSite([{ at: THIS_WEEK, path: '/a', times: 3 }]);
  const since = async (query: string) => (await ask(query)).body.comparison.data_since;
  expect(await since(`${PERIOD}&compare=previous_year`)).toBe('2026-03-08');
  expect(await since('start_date=2026-03-09&end_date=2026-03-09&compare=previous_period')).toBeNull();
  // There was data, though none of this page.
  expect(
    await since(
      'start_date=2026-03-09&end_date=2026-03-10&compare=custom&compare_start_date=2026-03-08&compare_end_date=2026-03-08&path=/b',
    ),
  ).toBeNull();
});
