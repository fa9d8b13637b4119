/** What every engine must do with campaigns: count the visits that began with the values of a link. */
import { expect } from 'bun:test';
import type { CampaignValues } from '../../src/core/hits/campaigns.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, between } from '../support/hit-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';

const CAMPAIGNS = { shape: 'groups', of: 'campaigns', siteId: 1 } as const;

const NOTHING = { source: null, medium: null, campaign: null, term: null, content: null };
const aCampaign = (values: Partial<CampaignValues>): CampaignValues => ({ ...NOTHING, ...values });
const MAIL = aCampaign({ source: 'newsletter', medium: 'email' });
const SPRING = { ...MAIL, campaign: 'späti & co', term: "o'x", content: 'top' };

const through = ({ source, ...tags }: CampaignValues, given: Parameters<typeof aHit>[0] = {}): NewHit => {
  const parameters = Object.entries(tags).flatMap(([name, value]) =>
    value === null ? [] : [[`utm_${name}`, value]],
  );
  return aHit({ ...given, source, url: `https://shop.example/?${new URLSearchParams(parameters)}` });
};

export const campaignsAreCounted = (store: () => TestHitStore, { test } = ONE_BY_ONE): void => {
  test('visits count for the campaign that they began with, and visitors once', async () => {
    await store().append([
      through(MAIL, { visitor: 1n, at: '2026-03-10T08:00:00Z' }),
      aHit({ visitor: 1n, at: '2026-03-10T08:01:00Z', path: '/a' }),
      // The same visit, which another link led on.
      through(SPRING, { visitor: 1n, at: '2026-03-10T08:02:00Z' }),
      through(MAIL, { visitor: 1n, at: '2026-03-10T10:00:00Z' }),
      through(SPRING, { visitor: 2n, at: '2026-03-10T11:00:00Z' }),
      through(MAIL, { visitor: null, at: '2026-03-10T11:00:00Z' }),
      through(MAIL, { visitor: 3n, at: '2026-03-10T11:00:00Z', kind: 'event', event: 'a.b', path: null }),
      through(aCampaign({ source: 'Facebook' }), { visitor: 5n, at: '2026-03-10T11:00:00Z' }),
      through(MAIL, { visitor: 4n, at: '2026-03-10T11:00:00Z', siteId: 2 }),
    ]);
    const campaigns = [
      SPRING,
      MAIL,
      { ...MAIL, medium: null },
      MAIL,
      { ...SPRING, source: null },
      aCampaign({ source: 'Newsletter', medium: 'email' }),
      aCampaign({ source: 'fb' }),
    ];
    const none = { visits: 0, visitors: 0 };
    for (const isStored of [false, true]) {
      if (isStored) await store().maintain({ force: true });
      expect(await store().ask({ ...CAMPAIGNS, span: null, campaigns })).toEqual([
        { visits: 1, visitors: 1 },
        { visits: 2, visitors: 1 },
        none,
        { visits: 2, visitors: 1 },
        none,
        { visits: 2, visitors: 1 },
        { visits: 1, visitors: 1 },
      ]);
    }
    expect(await store().ask({ ...CAMPAIGNS, span: null, campaigns: [] })).toEqual([]);
  });

  test('visits count in spans that they have a hit in, as reports count them', async () => {
    await store().append([
      through(MAIL, { visitor: 1n, at: '2026-03-10T08:50:00Z' }),
      aHit({ visitor: 1n, at: '2026-03-10T09:10:00Z' }),
      through(MAIL, { visitor: 2n, at: '2026-03-11T09:00:00Z' }),
    ]);
    const count = async (start: string, end: string) =>
      (await store().ask({ ...CAMPAIGNS, span: between(start, end), campaigns: [MAIL] }))[0]?.visits;
    for (const isStored of [false, true]) {
      if (isStored) await store().maintain({ force: true });
      expect(await count('2026-03-10T09:00:00Z', '2026-03-10T10:00:00Z')).toBe(1);
      expect(await count('2026-03-10T09:00:00Z', '2026-03-12T09:00:00Z')).toBe(2);
      expect(await count('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z')).toBe(1);
      expect(await count('2026-03-10T09:11:00Z', '2026-03-10T10:00:00Z')).toBe(0);
    }
  });
};
