import { expect } from 'bun:test';
import { CHANNELS } from '../../src/core/channels/rules.ts';
import { createSourceFinder } from '../../src/ingest/source.ts';
import { CHANNEL_ADDRESSES } from '../support/channel-addresses.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, toText } from '../support/hit-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';

const ALL = { offset: 0, limit: 1_000 };
const SITE = { siteHosts: ['shop.example'] };

/** What every engine must say about the channels of real addresses. */
export const channelsFollow = (store: () => TestHitStore, { test, testAlone } = ONE_BY_ONE): void => {
  testAlone(
    'real addresses are of the channels that the rules decide for, of rows and of visits',
    async () => {
      const findSource = createSourceFinder();
      const rows = CHANNEL_ADDRESSES.map(({ url, referrer }, index) => {
        const source = findSource({ given: null, url, referrer, siteHosts: SITE.siteHosts });
        return aHit({ path: `/${index}`, url, referrer, source, visitor: BigInt(index + 1) });
      });
      await store().append(rows);
      const expectChannels = async () => {
        for (const attribution of ['hit', 'visit'] as const) {
          const found: (string | undefined)[] = [];
          for (const channel of CHANNELS) {
            const filters = [{ dimension: 'channel', is: channel }] as const;
            for (const { path } of await store().list(aQuery({ ...SITE, filters, attribution }), ALL))
              found[Number(path?.slice(1))] = channel;
          }
          expect(CHANNEL_ADDRESSES.map((address, index) => ({ ...address, channel: found[index] }))).toEqual(
            CHANNEL_ADDRESSES.map(address => ({ ...address })),
          );
          const { rows: groups } = await store().group(aQuery({ ...SITE, attribution }), 'channel', ALL);
          const counts = Object.entries(Object.groupBy(CHANNEL_ADDRESSES, ({ channel }) => channel));
          expect(Object.fromEntries(groups.map(({ key, hits }) => [key, hits]))).toEqual(
            Object.fromEntries(counts.map(([channel, those]) => [channel, those?.length])),
          );
        }
      };
      await expectChannels();
      await store().maintain({ force: true });
      await expectChannels();
    },
  );

  test('visitors and visits of a channel are counted once, also where the site refers to itself, and by new rows', async () => {
    const visit = (visitor: bigint, day: number, referrer: string | null) =>
      aHit({ visitor, at: `2026-03-0${day}T10:00:00Z`, path: `/${day}`, referrer });
    const google = 'https://www.google.com/';
    await store().append([
      visit(1n, 1, google),
      visit(1n, 2, google),
      visit(2n, 2, google),
      visit(3n, 3, null),
    ]);
    const groups = async (...siteHosts: string[]) => {
      const query = aQuery({ siteHosts, attribution: 'visit' });
      const { rows } = await store().group(query, 'channel', { ...ALL, countsVisitors: true });
      return Object.fromEntries(rows.map(row => [row.key, [row.hits, row.visitors, row.visits]]));
    };
    const expected = { 'Organic Search': [3, 2, 3], Direct: [1, 1, 1] };
    expect(await groups('shop.example')).toEqual(expected);
    await store().maintain({ force: true });
    expect(await groups('shop.example')).toEqual(expected);
    await store().append([visit(4n, 3, 'https://blog.shop.example/'), visit(1n, 4, google)]);
    const later = { 'Organic Search': [4, 2, 4], Direct: [1, 1, 1], Internal: [1, 1, 1] };
    expect(await groups('shop.example')).toEqual(later);
    await store().maintain({ force: true });
    expect(await groups('shop.example')).toEqual(later);
    const { Internal: referral, ...others } = later;
    expect(await groups('other.example')).toEqual({ ...others, Referral: referral });
    const hits = async (...siteHosts: string[]) => {
      const { rows } = await store().group(aQuery({ siteHosts }), 'channel', ALL);
      return Object.fromEntries(rows.map(row => [row.key, row.hits]));
    };
    expect(await hits('shop.example')).toEqual({ 'Organic Search': 4, Direct: 1, Internal: 1 });
    await store().append([visit(5n, 4, 'https://other.example/'), visit(5n, 5, 'https://news.example/')]);
    expect(await hits('other.example')).toEqual({ 'Organic Search': 4, Direct: 1, Referral: 2, Internal: 1 });
    expect(await hits('third.example')).toEqual({ 'Organic Search': 4, Direct: 1, Referral: 3 });
    // Further hosts stand for themselves, and for what is below them only where they say so.
    const internal = async (...further: string[]) =>
      (await hits('third.example', ...further))['Internal'] ?? 0;
    for (const isStored of [false, true]) {
      if (isStored) await store().maintain({ force: true });
      expect(await internal('other.example', 'shop.example')).toBe(1);
      expect(await internal('*.shop.example')).toBe(1);
      expect(await internal('*.other.example')).toBe(0);
      expect(await internal('*.google.com', 'news.example')).toBe(1);
      expect(await internal('google.com', 'news.example')).toBe(5);
    }
    const further = await groups('third.example', '*.shop.example', 'news.example');
    expect(further['Internal']).toEqual([2, 2, 2]);
  });

  test('a link within the site that names a source without a tag is internal, also once channels are stored', async () => {
    const url = 'https://shop.example/a?ref=instagram';
    const referrer = 'https://blog.shop.example/';
    await store().append([
      aHit({ visitor: 1n, url, referrer, source: 'Instagram' }),
      aHit({ visitor: 2n, url, referrer: 'https://other.example/', source: 'Instagram' }),
    ]);
    for (const isStored of [false, true]) {
      if (isStored) await store().maintain({ force: true });
      for (const attribution of ['hit', 'visit'] as const) {
        const { rows } = await store().group(aQuery({ ...SITE, attribution }), 'channel', ALL);
        expect(rows.map(row => toText(row, 'hits'))).toEqual(['Internal 1', 'Organic Social 1']);
      }
    }
  });

  test('a source decides before the referrer, and an empty one does not count', async () => {
    const referrer = 'https://www.facebook.com/';
    await store().append([
      aHit({ path: '/named', referrer, source: 'Google' }),
      aHit({ path: '/unknown', referrer, source: 'somebody' }),
      aHit({ path: '/empty', referrer, source: '' }),
      aHit({ path: '/only', source: 'somebody' }),
      aHit({ path: '/blank', source: '' }),
    ]);
    const channels = Object.fromEntries(
      await Promise.all(
        ['named', 'unknown', 'empty', 'only', 'blank'].map(async name => {
          const filters = [{ dimension: 'path', is: `/${name}` }] as const;
          return [name, (await store().group(aQuery({ ...SITE, filters }), 'channel', ALL)).rows[0]?.key];
        }),
      ),
    );
    expect(channels).toEqual({
      named: 'Organic Search',
      unknown: 'Organic Social',
      empty: 'Organic Social',
      only: 'Referral',
      blank: 'Direct',
    });
  });
};
