/** What every engine must make of visits: a part of the suite in `hit-store-contract.ts`. */
import { expect } from 'bun:test';
import type { Dimension, HitQuery } from '../../src/core/hits/query.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aQuery, between } from '../support/hit-rows.ts';
import { importRows } from '../support/import-rows.ts';
import { type ContractTests, ONE_BY_ONE } from '../support/tests-on-one-store.ts';
import {
  type Append,
  describeFreshAndCompacted,
  eventAt,
  groupVisits,
  hitAt,
  NO_VISITS,
  ofVisits,
} from '../support/visit-rows.ts';

/** Runs the suite, with the rows that each test begins with fresh, and compacted. */
export const describeVisits = (store: () => TestHitStore, tests = ONE_BY_ONE): void =>
  describeFreshAndCompacted('visits', store, given => {
    testRuns(store, given, tests);
    testChanges(store, given, tests);
    testEngagement(store, given, tests);
  });

const testRuns = (store: () => TestHitStore, given: Append, { test }: ContractTests): void => {
  const groups = (dimension?: Dimension, query?: Partial<HitQuery>) => groupVisits(store(), dimension, query);

  test('a pause of 30 minutes is within a visit, a longer one ends it', async () => {
    await given(hitAt('10:00:00.000', '/a'), hitAt('10:30:00.000', '/b'), hitAt('11:00:00.001', '/c'));
    expect(await groups()).toEqual(['/a 2 1', '/c 1 1']);
    expect(await groups('exit_page')).toEqual(['/b 2 1', '/c 1 1']);
    expect((await store().totals(aQuery(), { countsVisits: true })).visits).toBe(2);
  });

  test('the end of the UTC day ends a visit, of stable visitors too', async () => {
    await given(
      hitAt('23:50:00', '/a'),
      hitAt('23:59:59.999', '/b'),
      hitAt('', '/c', { at: '2026-03-11T00:00:00Z' }),
      hitAt('', '/d', { at: '2026-03-11T00:20:00Z' }),
      hitAt('23:59:00', '/today', { visitor: 20n, visitorScope: 'day' }),
      hitAt('', '/tomorrow', { visitor: 21n, visitorScope: 'day', at: '2026-03-11T00:01:00Z' }),
    );
    expect(await groups()).toEqual(['/a 2 1', '/c 2 1', '/today 1 1', '/tomorrow 1 1']);
  });

  test('an event joins two runs of hits, unless it is of another visitor or site, or anonymous', async () => {
    await given(hitAt('10:00:00', '/a'), hitAt('10:50:00', '/b'));
    await store().append([
      eventAt('10:25:00', { visitor: 2n }),
      eventAt('10:25:00', { siteId: 2 }),
      eventAt('10:25:00', { visitor: null }),
      hitAt('10:25:00', '/spam', { kind: 'spam_hit' }),
    ]);
    expect(await groups()).toEqual(['/a 1 1', '/b 1 1']);
    await store().append([eventAt('10:25:00')]);
    expect(await groups()).toEqual(['/a 2 1']);
    expect(await groups('entry_page', { kind: 'event' })).toEqual(['(none) 2 1', '/a 1 1']);
  });

  test('of hits of the same instant, the one stored first begins the visit and the last ends it', async () => {
    await given(eventAt('10:00:00'), hitAt('10:00:00', '/first'), hitAt('10:00:00', '/second'));
    await store().append([hitAt('10:00:00', '/third')]);
    expect(await groups()).toEqual(['/first 3 1']);
    expect(await groups('exit_page')).toEqual(['/third 3 1']);
  });

  test('the same visitor has visits of its own on every site', async () => {
    await given(hitAt('10:00:00', '/a'), hitAt('10:20:00', '/b', { siteId: 2 }), hitAt('10:40:00', '/c'));
    expect(await groups()).toEqual(['/a 1 1', '/c 1 1']);
    expect(await groups('entry_page', { siteId: 2 })).toEqual(['/b 1 1']);
  });

  test('visitors have visits of their own, also at the same time', async () => {
    await given(
      hitAt('10:00:00', '/a'),
      hitAt('10:01:00', '/b', { visitor: 0xffff_ffff_ffff_fffen }),
      hitAt('10:02:00', '/c'),
    );
    expect(await groups()).toEqual(['/a 2 1', '/b 1 1']);
  });

  test('anonymous rows belong to no visit', async () => {
    await given(
      hitAt('10:00:00', '/a', { visitor: null, country: 'DE' }),
      hitAt('10:01:00', '/b', { visitor: null, country: 'FR' }),
      eventAt('10:02:00', { visitor: null }),
    );
    expect(await groups()).toEqual(['(none) 2 0']);
    expect(await groups('exit_page')).toEqual(['(none) 2 0']);
    expect(await groups('country')).toEqual(['DE 1 0', 'FR 1 0']);
    expect(await groups('path', { filters: [{ dimension: 'event', is: null }] })).toHaveLength(2);
    expect(await store().totals(ofVisits(), { countsVisits: true })).toMatchObject({ hits: 2, visits: 0 });
  });
};

const testChanges = (store: () => TestHitStore, given: Append, { test }: ContractTests): void => {
  const groups = (dimension?: Dimension, query?: Partial<HitQuery>) => groupVisits(store(), dimension, query);

  test('a late hit joins two visits', async () => {
    await given(hitAt('10:00:00', '/a'), hitAt('10:50:00', '/b'));
    await store().append([hitAt('10:25:00', '/late')]);
    expect(await groups()).toEqual(['/a 3 1']);
    expect(await groups('exit_page')).toEqual(['/b 3 1']);
  });

  test('a hit that is stored out of order becomes the entry page', async () => {
    await given(hitAt('10:10:00', '/b', { referrer: 'https://b.example/' }));
    await store().append([hitAt('10:00:00', '/a', { referrer: 'https://a.example/' })]);
    expect(await groups()).toEqual(['/a 2 1']);
    expect(await groups('referrer_host')).toEqual(['a.example 2 1']);
  });

  test('without its first hit a visit begins with the next', async () => {
    await given(hitAt('10:00:00', '/a'), hitAt('10:10:00', '/b', { country: 'DE' }), hitAt('10:20:00', '/c'));
    await store().remove({ siteId: 1, kinds: ['hit'], which: { ids: [1] } });
    expect(await groups()).toEqual(['/b 2 1']);
    expect(await groups('country')).toEqual(['DE 2 1']);
    const which = { before: new Date('2026-03-10T10:15:00Z') };
    await store().remove({ siteId: 1, kinds: ['hit', 'event'], which });
    expect(await groups()).toEqual(['/c 1 1']);
    await store().remove({ siteId: 1, kinds: ['hit'], which: 'all' });
    expect(await groups()).toEqual([]);
  });

  test('without the hit or the event in its middle a visit becomes two', async () => {
    await given(
      hitAt('10:00:00', '/a'),
      hitAt('10:25:00', '/middle'),
      hitAt('10:50:00', '/b'),
      eventAt('11:15:00'),
      hitAt('11:40:00', '/c'),
    );
    expect(await groups()).toEqual(['/a 4 1']);
    await store().remove({ siteId: 1, kinds: ['hit'], which: { ids: [2] } });
    expect(await groups()).toEqual(['/b 2 1', '/a 1 1']);
    await store().remove({ siteId: 1, kinds: ['event'], which: { ids: [1] } });
    expect(await groups()).toEqual(['/a 1 1', '/b 1 1', '/c 1 1']);
  });

  test('restored spam hits belong to visits as if they had been stored as hits', async () => {
    const spam = { kind: 'spam_hit', reason: 'a list' } as const;
    await given(hitAt('10:10:00', '/a'), hitAt('11:00:00', '/b'), hitAt('10:00:00', '/spam', spam));
    await store().append([hitAt('10:35:00', '/more-spam', spam)]);
    expect(await groups()).toEqual(['/a 1 1', '/b 1 1']);
    await store().restoreSpam({ siteId: 1, which: { ids: [1] } });
    expect(await groups()).toEqual(['/spam 2 1', '/b 1 1']);
    await store().restoreSpam({ siteId: 1, which: 'all' });
    expect(await groups()).toEqual(['/spam 4 1']);
  });

  test('imported rows belong to visits, with each other and with stored ones', async () => {
    await given(hitAt('10:50:00', '/stored'));
    await importRows(store(), [
      { created_at: '2026-03-10T10:25:00Z', type: 'event', event: 'a.b', visitor_hash: '0000000000000001' },
      { created_at: '2026-03-10T10:00:00Z', path: '/imported', visitor_hash: '0000000000000001' },
      { created_at: '2026-03-10T10:00:00Z', path: '/anonymous' },
    ]);
    expect(await groups()).toEqual(['/imported 2 1', '(none) 1 0']);
  });

  test('the same visits after a compaction, and with more rows after it', async () => {
    await given(hitAt('10:00:00', '/a'), hitAt('12:00:00', '/b'));
    await store().append([hitAt('10:10:00', '/c')]);
    await store().maintain({ force: true });
    expect(await groups('exit_page')).toEqual(['/c 2 1', '/b 1 1']);
    await store().append([hitAt('09:45:00', '/d'), hitAt('12:10:00', '/e'), hitAt('15:00:00', '/f')]);
    for (let round = 0; round < 2; round += 1) {
      expect(await groups()).toEqual(['/d 3 1', '/b 2 1', '/f 1 1']);
      await store().maintain({ force: true });
    }
  });
};

const testEngagement = (store: () => TestHitStore, given: Append, { test }: ContractTests): void => {
  test('a bounce is a visit of one hit and no event', async () => {
    await given(
      hitAt('10:00:00', '/bounce'),
      hitAt('12:00:00', '/two'),
      hitAt('12:00:10', '/two'),
      hitAt('14:00:00', '/sent'),
      eventAt('14:00:30'),
      eventAt('16:00:00'),
      hitAt('10:00:00', '/anonymous', { visitor: null }),
      hitAt('10:00:00', '/bounce', { visitor: 2n }),
    );
    const all = { visitors: 2, visits: 4, bounces: 2, hits: 5, totalDurationSeconds: 40 };
    expect(await store().engagement(aQuery())).toEqual(all);
    expect(await store().engagement(aQuery({ kind: 'event' }))).toEqual(NO_VISITS);
    expect(await store().engagement(aQuery({ siteId: 2 }))).toEqual(NO_VISITS);
  });

  test('visits count as a whole, with what is before and after the span and what the filters exclude', async () => {
    await given(
      eventAt('10:00:00.500'),
      hitAt('10:01:00', '/a', { source: 'letter' }),
      hitAt('10:10:00', '/b'),
      hitAt('10:20:00.750', '/c'),
      hitAt('12:00:00', '/b'),
      hitAt('12:00:00', '/other', { visitor: 2n }),
    );
    const whole = { visitors: 1, visits: 1, bounces: 0, hits: 3, totalDurationSeconds: 1200.25 };
    const span = between('2026-03-10T10:05:00Z', '2026-03-10T10:15:00Z');
    expect(await store().engagement(aQuery({ span }))).toEqual(whole);
    const letter = [{ dimension: 'source', is: 'letter' }] as const;
    expect(await store().engagement(aQuery({ filters: letter }))).toEqual(whole);
    expect(await store().engagement(aQuery({ filters: letter, span }))).toEqual(NO_VISITS);
    expect(await store().engagement(ofVisits({ filters: letter, span }))).toEqual(whole);
    const page = [{ dimension: 'path', is: '/b' }] as const;
    expect(await store().engagement(aQuery({ filters: page }))).toEqual({
      ...whole,
      visits: 2,
      bounces: 1,
      hits: 4,
    });
  });

  test('a series of engagement has that of the visits of each bucket, each as a whole', async () => {
    await given(
      eventAt('09:50:00'),
      hitAt('10:10:00', '/a', { source: 'letter' }),
      hitAt('10:30:00', '/b'),
      hitAt('11:30:00', '/bounce'),
      hitAt('11:40:00', '/anonymous', { visitor: null }),
      hitAt('10:59:00', '/other', { visitor: 2n }),
      hitAt('11:01:00', '/other', { visitor: 2n }),
    );
    const edges = ['09', '10', '11', '12', '13'].map(hour => new Date(`2026-03-10T${hour}:00:00Z`));
    const sums = async (query: HitQuery) =>
      (await store().series(query, edges, { countsEngagement: true })).map(({ engagement }) => engagement);
    const none = { visits: 0, bounces: 0, hits: 0, totalDurationSeconds: 0 };
    const first = { visits: 1, bounces: 0, hits: 2, totalDurationSeconds: 2400 };
    const both = { visits: 2, bounces: 0, hits: 4, totalDurationSeconds: 2520 };
    const second = { visits: 2, bounces: 1, hits: 3, totalDurationSeconds: 120 };
    expect(await sums(aQuery())).toEqual([none, both, second, none]);
    expect(await sums(aQuery({ kind: 'event' }))).toEqual([none, none, none, none]);
    const letter = [{ dimension: 'source', is: 'letter' }] as const;
    const page = [{ dimension: 'path', is: '/b' }] as const;
    for (const query of [letter, page].flatMap(filters => [aQuery({ filters }), ofVisits({ filters })]))
      expect(await sums(query)).toEqual([none, first, none, none]);
  });
};
