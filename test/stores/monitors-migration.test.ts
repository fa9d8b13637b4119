/** Monitors of folders from before there were several a site. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { monitors } from '../../src/features/uptime/tables.ts';
import { upgradeConfiguration } from './former-configuration.ts';

test('monitors from before there were several a site stay that of the site’s address, with their history', () => {
  using upgraded = upgradeConfiguration(
    name => name < '0047',
    earlier => {
      for (const id of [7, 9])
        earlier.run(
          sql`insert into monitors (id, site_id, state, last_error_code, next_check_at, check_interval_s, created_at, updated_at)
        values (${id}, ${id + 1}, '{"isDown":true}', 'dns', 5, 60, 1, 2)`,
        );
      earlier.run(sql`delete from monitors where id = 9`);
      earlier.run(sql`insert into downtimes (monitor_id, error, started_at) values (7, 'a', 3)`);
      earlier.run(sql`insert into watch_gaps values (7, 1, 2)`);
      earlier.run(sql`insert into check_hours values (0, 7, 2, 1, 1, 30, null)`);
    },
  );
  const { db } = upgraded;
  expect(db.select().from(monitors).all()).toMatchObject([
    { id: 7, siteId: 8, isHome: true, state: { isDown: true }, lastErrorCode: 'dns', checkIntervalS: 60 },
  ]);
  for (const table of ['downtimes', 'watch_gaps', 'check_hours'])
    expect(db.all(sql.raw(`select monitor_id from ${table}`))).toEqual([{ monitor_id: 7 }]);
  db.run(sql`pragma foreign_keys = off`);
  const add = (isHome: number) =>
    sql`insert into monitors (site_id, is_home, state, next_check_at, check_interval_s, created_at, updated_at)
      values (8, ${isHome}, '{}', 0, 60, 0, 0)`;
  expect(() => db.run(add(1))).toThrow();
  db.run(add(0));
  // Ids are not given twice, also not that of one that was deleted before.
  expect(db.all(sql`select max(id) as id from monitors`)).toEqual([{ id: 10 }]);
  db.run(sql`pragma foreign_keys = on`);
  db.run(sql`delete from monitors where id = 7`);
  expect(db.all(sql`select * from downtimes`)).toEqual([]);
});
