/** A site with three visits: what every report that speaks of visits is tried on. */
import type { NewHit } from '../../src/core/hits/row.ts';
import { aHit } from './hit-rows.ts';
import type { TestServer } from './server.ts';

const ANN = 1n;
const BOB = 2n;

const ROWS: readonly Parameters<typeof aHit>[0][] = [
  // Ann comes from Google, reads on and signs up.
  {
    at: '2026-03-10T08:00:00Z',
    visitor: ANN,
    path: '/landing',
    url: 'https://shop.example/landing?utm_campaign=spring',
    referrer: 'https://www.google.com/',
    source: 'Google',
    country: 'DE',
  },
  { at: '2026-03-10T08:05:00Z', visitor: ANN, path: '/pricing', country: 'DE' },
  {
    at: '2026-03-10T08:06:00Z',
    visitor: ANN,
    path: '/pricing',
    country: 'DE',
    kind: 'event',
    event: 'sign.up',
  },
  // An hour later she returns by herself.
  { at: '2026-03-10T09:06:00Z', visitor: ANN, path: '/landing', country: 'DE' },
  { at: '2026-03-10T09:00:00Z', visitor: BOB, path: '/pricing', country: 'FR' },
  // Sent by a server, without a visitor.
  { at: '2026-03-10T09:00:00Z', path: '/pricing', source: 'mail' },
];

/** Stores those rows in a new site, all of them so many days earlier. */
export async function givenVisits(server: TestServer, { daysEarlier = 0, key = server.owner.full } = {}) {
  const site = await server.given.site({}, key);
  const earlier = (row: NewHit): NewHit => ({
    ...row,
    siteId: site.id,
    createdAt: new Date(+row.createdAt - daysEarlier * 86_400_000),
  });
  await server.services.stores.hits.append(ROWS.map(row => earlier(aHit(row))));
  const ask = async (path: string) => {
    const { status, body } = await server.api('GET', `/sites/${site.id}/${path}`, { key });
    return status === 200 ? body : { status, ...body };
  };
  return { site, ask };
}
