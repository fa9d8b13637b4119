/** Which hits reports of engagement belong to. */
import { expect, test } from 'bun:test';
import { createDepthReader } from '../../../src/features/webhooks/deliveries/depth-reader.ts';
import { aHit, between } from '../../support/hit-rows.ts';
import { createMemoryHitStore } from '../../support/memory-hit-store.ts';

/** As many as are looked at of a visitor and day: anybody can send them. */
const MANY = 5_000;

test('thousands of hits and reports of one visitor are matched in a moment', async () => {
  const hits = createMemoryHitStore();
  const startMs = Date.parse('2026-03-10T00:00:00Z');
  const send = (kind: 'hit' | 'engagement', fields: object, ms: number) =>
    aHit({ kind, visitor: 7n, path: '/old', createdAt: new Date(startMs + ms), ...fields });
  await hits.append([
    ...Array.from({ length: MANY }, (_, ms) => send('hit', { path: ms === 0 ? '/old' : '/new' }, ms)),
    ...Array.from({ length: MANY }, (_, ms) =>
      send('engagement', { engagedSeconds: 1, scrollDepth: Math.floor(ms / 50) }, MANY + ms),
    ),
  ]);
  const visitor = {
    siteId: 1,
    visitorHash: '0000000000000007',
    span: between('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z'),
  };
  const reports = await hits.listVisitor(
    { ...visitor, kind: 'engagement' },
    { offset: MANY - 400, limit: 400 },
  );
  const found = await createDepthReader(hits, () => 'UTC')(reports);
  expect(found.map(({ hit, from, to }) => [hit.path, from, to])).toEqual(
    [92, 93, 94, 95, 96, 97, 98, 99].map(depth => ['/old', depth - 1, depth]),
  );
});

test('a report belongs to a hit of its day in the zone of the site', async () => {
  const hits = createMemoryHitStore();
  const send = (kind: 'hit' | 'engagement', instant: string, fields: object = {}) =>
    aHit({ kind, visitor: 7n, path: '/', createdAt: new Date(`2026-03-${instant}Z`), ...fields });
  await hits.append([
    send('hit', '10T23:50:00'),
    send('engagement', '11T00:10:00', { engagedSeconds: 9, scrollDepth: 40 }),
    send('engagement', '11T04:10:00', { engagedSeconds: 9, scrollDepth: 90 }),
  ]);
  const visitor = { siteId: 1, visitorHash: '0000000000000007', span: between('2026-03-10', '2026-03-12') };
  const reports = await hits.listVisitor({ ...visitor, kind: 'engagement' }, { offset: 0, limit: 9 });
  const depthsIn = async (zone: string) =>
    (await createDepthReader(hits, () => zone)(reports)).map(({ to }) => to);
  expect([await depthsIn('UTC'), await depthsIn('America/New_York')]).toEqual([[], [40]]);
});
