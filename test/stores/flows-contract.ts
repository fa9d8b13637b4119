import { expect } from 'bun:test';
import type { GoalCondition } from '../../src/core/goals/condition.ts';
import type { FunnelQuery } from '../../src/core/hits/funnels.ts';
import type { PathsQuery } from '../../src/core/hits/paths.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { MINUTE_MS } from '../../src/lib/time-units.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, between } from '../support/hit-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';

const SPAN = between('2026-03-10', '2026-03-12');

/** Hits of a visitor, a minute apart; a name without a slash is an event. */
const walk = (visitor: bigint, steps: readonly string[], from = '2026-03-10T12:00:00Z'): NewHit[] =>
  steps.map((step, index) =>
    aHit({
      visitor,
      createdAt: new Date(Date.parse(from) + index * MINUTE_MS),
      ...(step.startsWith('/') ? { path: step } : { kind: 'event', event: step, path: '/' }),
    }),
  );

const toStep = (step: string): GoalCondition => (/^[/*]/.test(step) ? { path: step } : { event: step });

/** What every engine must say about funnels and paths. */
export const flowsAreFollowed = (store: () => TestHitStore, { test, testAlone } = ONE_BY_ONE): void => {
  const ask = (steps: readonly (string | GoalCondition)[], given: Partial<FunnelQuery> = {}) =>
    store().ask({
      ...{ shape: 'flows', of: 'funnel' },
      ...{ siteId: 1, span: SPAN, order: 'loose', withinMs: null, maxPaths: 10 },
      steps: steps.map(step => (typeof step === 'string' ? toStep(step) : step)),
      ...given,
    });
  const visitorsOf = async (...asked: Parameters<typeof ask>): Promise<number[]> =>
    (await ask(...asked)).steps.map(({ visitors }) => visitors);
  const follow = async (given: Partial<PathsQuery> = {}) => {
    const { links } = await store().ask({
      ...{ shape: 'flows', of: 'paths' },
      ...{ siteId: 1, span: SPAN, start: null, direction: 'after', steps: 2, maxPages: 10 },
      ...{ via: [], maxHits: 1000 },
      ...given,
    });
    const toText = (node: (typeof links)[number]['from']) => (node ? (node.path ?? node.kind) : 'start');
    return links.map(({ step, from, to, visits }) => `${step} ${toText(from)} > ${toText(to)}: ${visits}`);
  };

  test('a funnel counts visitors by how far they came, the time it took, and where the others went', async () => {
    await store().append([
      ...walk(1n, ['/', '/price', 'paid']),
      ...walk(2n, ['/', '/blog', '/price']),
      ...walk(3n, ['/', '/blog']),
      ...walk(4n, ['/price', '/']),
      aHit({ path: '/' }),
    ]);
    expect(await ask(['/', '/price', 'paid'])).toEqual({
      visitors: 4,
      steps: [
        {
          visitors: 4,
          medianMs: null,
          leftTo: [
            { path: '/blog', visitors: 1 },
            { path: null, visitors: 1 },
          ],
        },
        { visitors: 2, medianMs: 1.5 * MINUTE_MS, leftTo: [{ path: null, visitors: 1 }] },
        { visitors: 1, medianMs: MINUTE_MS, leftTo: [] },
      ],
    });
  });

  test('a funnel in strict order has no other page between, and a page that is reloaded is viewed once', async () => {
    await store().append([
      ...walk(1n, ['/a', '/a', 'sent', '/b', '/b', '/c']),
      ...walk(2n, ['/a', '/x', '/b', '/c']),
      ...walk(3n, ['/a', '/x', '/a', '/b']),
    ]);
    expect(await visitorsOf(['/a', '/b', '/c'], { order: 'strict' })).toEqual([3, 2, 1]);
    expect(await visitorsOf(['/a', '/b', '/c'])).toEqual([3, 3, 2]);
    expect(await visitorsOf(['/b', '/b'], { order: 'strict' })).toEqual([3, 0]);
    expect(await visitorsOf(['/a', 'sent', '/b'], { order: 'strict' })).toEqual([3, 1, 1]);
  });

  test('a row is one step alone: equal steps need it twice', async () => {
    await store().append([...walk(1n, ['/a']), ...walk(2n, ['/a', '/b', '/a']), ...walk(3n, ['/a', '/a'])]);
    expect(await visitorsOf(['/a', '/a'])).toEqual([3, 2]);
    expect(await visitorsOf(['/**', '/a', '/**'])).toEqual([3, 2, 0]);
  });

  test('with a limit of time a visitor may begin again, and counts for the longest chain', async () => {
    await store().append([
      ...walk(1n, ['/a', '/b', '/x', '/a', '/b', '/c']),
      ...walk(2n, ['/a', '/b', '/x', '/x', '/c']),
      ...walk(3n, ['/a'], '2026-03-10T23:59:00Z'),
      ...walk(3n, ['/b', '/c'], '2026-03-11T00:00:00Z'),
    ]);
    const steps = ['/a', '/b', '/c'];
    expect(await visitorsOf(steps, { withinMs: 3 * MINUTE_MS })).toEqual([3, 3, 2]);
    expect(await visitorsOf(steps, { withinMs: 2 * MINUTE_MS - 1 })).toEqual([3, 3, 0]);
    expect((await ask(steps, { withinMs: 2 * MINUTE_MS })).steps[2]).toMatchObject({ medianMs: MINUTE_MS });
  });

  test('a page can be a step, and how far it was read the next', async () => {
    const report = { kind: 'engagement', view: 1n, engagedSeconds: 20, path: '/post' } as const;
    await store().append([
      ...walk(1n, ['/post', '/join']),
      ...walk(2n, ['/post', '/join']),
      aHit({ ...report, visitor: 1n, scrollDepth: 80, at: '2026-03-10T12:00:50Z' }),
      aHit({ ...report, visitor: 2n, scrollDepth: 40, at: '2026-03-10T12:00:50Z' }),
    ]);
    expect(await visitorsOf(['/post', { scrollDepth: 75 }, '/join'])).toEqual([2, 1, 1]);
    expect(await visitorsOf([{ scrollDepth: 30 }, { scrollDepth: 30 }])).toEqual([2, 0]);
  });

  test('filters of a funnel speak of visits', async () => {
    await store().append([
      ...walk(1n, ['/a', '/b']).map(row => ({ ...row, country: 'DE' })),
      ...walk(2n, ['/a']),
      ...walk(2n, ['/b'], '2026-03-11T12:00:00Z').map(row => ({ ...row, country: 'DE' })),
    ]);
    expect(await visitorsOf(['/a', '/b'])).toEqual([2, 2]);
    const filters = [{ dimension: 'country', is: 'DE' }] as const;
    expect(await ask(['/a', '/b'], { filters })).toMatchObject({
      visitors: 2,
      steps: [{ visitors: 1 }, { visitors: 1 }],
    });
  });

  test('paths go from page to page, the largest by name, to the end of the visit', async () => {
    await store().append([
      ...walk(1n, ['/', '/a', '/a', '/b']),
      ...walk(2n, ['/', '/a']),
      ...walk(3n, ['/', '/c', 'sent', '/a']),
      ...walk(4n, ['/b']),
    ]);
    expect(await follow({ start: { path: '/' } })).toEqual([
      '1 start > /a: 2',
      '1 start > /c: 1',
      '2 /a > /b: 1',
      '2 /a > end: 1',
      '2 /c > /a: 1',
    ]);
    expect(await follow({ start: { path: '/' }, maxPages: 1, steps: 1 })).toEqual([
      '1 start > /a: 2',
      '1 start > other: 1',
    ]);
    expect(await follow({ steps: 1 })).toEqual(['1 start > /: 3', '1 start > /b: 1']);
    expect(await follow({ steps: 1, direction: 'before' })).toEqual(['1 start > /a: 2', '1 start > /b: 2']);
    expect(await follow({ via: ['/', '/c'], steps: 3 })).toEqual([
      '1 start > /: 1',
      '2 / > /c: 1',
      '3 /c > /a: 1',
    ]);
  });

  testAlone(
    'identified visitors come back in later weeks; anonymous ones do not, whatever the zone of the site was',
    async () => {
      const on = (day: string, visitor: bigint, scope: 'stable' | 'day' = 'stable') =>
        aHit({ visitor, visitorScope: scope, at: `${day}T23:30:00Z` });
      await store().append([
        ...['2026-02-20', '2026-03-10', '2026-03-12', '2026-03-17'].map(day => on(day, 1n)),
        ...['2026-03-09', '2026-03-22', '2026-03-23'].map(day => on(day, 2n)),
        on('2026-03-10', 3n),
        on('2026-03-10', 4n, 'day'),
        aHit({ visitor: 4n, visitorScope: 'day', at: '2026-03-10T22:30:00Z' }),
        aHit({ at: '2026-03-10T12:00:00Z' }),
        aHit({ kind: 'event', event: 'sent', visitor: 5n }),
        aHit({ siteId: 2, visitor: 6n }),
      ]);
      const read = async () =>
        (
          await store().ask({ shape: 'flows', of: 'returning', siteId: 1, firstDay: '2026-03-09', weeks: 2 })
        ).map(({ firstWeek, week, visitors }) => `${firstWeek} ${week}: ${visitors}`);
      const inUtc = ['-1 0: 1', '-1 1: 1', '0 0: 2', '0 1: 1'];
      expect(await read()).toEqual(inUtc);
      // In Berlin the last hit of the second visitor is on the Monday after, and the fourth is on two days.
      await store().setZones(new Map([[1, 'Europe/Berlin']]));
      expect(await read()).toEqual(['-1 0: 1', '-1 1: 1', '0 0: 2']);
      await store().setZones(new Map([[1, 'UTC']]));
      await store().maintain({ force: true });
      expect(await read()).toEqual(inUtc);
    },
  );

  test('paths begin at an event: before it is the page that sent it', async () => {
    await store().append([...walk(1n, ['/', '/cart', 'paid', '/thanks', 'paid']), ...walk(2n, ['/'])]);
    const start = { event: 'paid' };
    expect(await follow({ start, direction: 'before' })).toEqual(['1 start > /cart: 1', '2 /cart > /: 1']);
    expect(await follow({ start })).toEqual(['1 start > /thanks: 1', '2 /thanks > end: 1']);
  });
};
