/** Alerts of folders from before there were any on goals. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { alertFirings, alerts } from '../../src/features/alerts/tables.ts';
import { upgradeConfiguration } from './former-configuration.ts';

test('alerts keep their ids, thresholds, state and history', () => {
  using upgraded = upgradeConfiguration(
    name => name < '0052',
    earlier => {
      for (const id of [3, 5])
        earlier.run(
          sql`insert into alerts values (${id}, 8, 'drop', 'Night', '{"percent":40}', '[2]', 9, 'firing', 1, 1, 2)`,
        );
      earlier.run(sql`delete from alerts where id = 5`);
      earlier.run(sql`insert into alert_firings values (1, 3, 4, null, '{"hits":1}', 1)`);
    },
  );
  const { db } = upgraded;
  expect(db.select().from(alerts).all()).toMatchObject([
    {
      id: 3,
      siteId: 8,
      kind: 'drop',
      goalId: null,
      name: 'Night',
      thresholds: { percent: 40 },
      channelIds: [2],
    },
  ]);
  expect(db.select().from(alertFirings).all()).toMatchObject([
    { alertId: 3, facts: { hits: 1 }, isSent: true },
  ]);
  db.run(sql`pragma foreign_keys = off`);
  const add = (kind: string, goalId: number | null) =>
    db.run(sql`insert into alerts (site_id, kind, goal_id, thresholds, state, since, created_at, updated_at)
      values (8, ${kind}, ${goalId}, '{}', 'ok', 0, 0, 0)`);
  expect(() => add('goal', null)).toThrow();
  expect(() => add('drop', 1)).toThrow();
  add('goal', 1);
  // No id is given twice, also not that of one that was deleted before.
  expect(db.all(sql`select max(id) as id from alerts`)).toEqual([{ id: 6 }]);
  db.run(sql`pragma foreign_keys = on`);
  db.run(sql`delete from alerts where id = 3`);
  expect(db.all(sql`select * from alert_firings`)).toEqual([]);
});
