/** A goal's fall, from the hits of a site to the insight. */
import { expect, test } from 'bun:test';
import { fillDays, generateAt, insightsOf } from '../support/insight-sites.ts';
import { createMovableClock, startTestServer } from '../support/server.ts';

test('a goal that is reached far less is a finding with its name and id, and repeated with less weight', async () => {
  await using server = await startTestServer({ clock: createMovableClock('2026-03-10T12:00:00Z') });
  const { id } = await server.given.site();
  const add = (name: string, path: string) =>
    server.api('POST', `/sites/${id}/goals`, { body: { name, path } });
  const { goal } = (await add('Order <placed>', '/thanks')).body;
  await add('Any page', '/**');
  const counts = new Array<number>(42).fill(60);
  await fillDays(server, id, {
    until: '2026-03-10',
    counts,
    make: (number, ago) => ({ path: number < (ago < 7 ? 2 : 10) ? '/thanks' : `/${number % 3}` }),
  });
  await generateAt(server, '2026-03-11T01:00:00Z');
  const [insight] = (await insightsOf(server, id, '?include_sentences=true')).insights;
  const found = insight.signals.find((signal: { type: string }) => signal.type === 'goal_fall');
  expect(found).toMatchObject({
    headline: 'Fewer conversions of “Order <placed>”',
    summary: '“Order <placed>”: 14 conversions in the last 7 days, down from 70 the week before.',
    payload_excerpt: {
      ...{ direction: 'down', goal: 'Order <placed>', goal_id: goal.id, compared_with: 'previous_7_days' },
      ...{ current_conversions: 14, previous_conversions: 70, absolute_change: -56, change_percentage: -80 },
    },
  });
  expect(insight.summary).toContain('14 conversions in the last 7 days');
  expect(insight.recommendations).toContain('Try it yourself');
  await fillDays(server, id, {
    until: '2026-03-11',
    counts: [60],
    make: number => ({ path: number < 2 ? '/thanks' : `/${number % 3}` }),
  });
  await generateAt(server, '2026-03-12T01:00:00Z');
  const again = (await insightsOf(server, id)).insights[0].signals.find(
    (signal: { type: string }) => signal.type === 'goal_fall',
  );
  expect(again.importance_score).toBeLessThan(found.importance_score);
});
