import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { CommandError } from '../../src/core/errors.ts';
import { createInsightsStore } from '../../src/features/insights/store.ts';
import { monitors } from '../../src/features/uptime/tables.ts';
import type { Migration } from '../../src/stores/migrate.ts';
import type { AppDb } from '../../src/stores/sqlite/app-db.ts';
import { openAppDb } from '../../src/stores/sqlite/open.ts';
import { until } from '../support/until.ts';
import { openTestFolder } from './durability-folder.ts';
import { upgradeConfiguration } from './former-configuration.ts';

const first: Migration = {
  name: '0001-notes',
  sql: 'CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT',
};
const second: Migration = {
  name: '0002-marks',
  sql: "ALTER TABLE notes ADD COLUMN mark TEXT NOT NULL DEFAULT 'none'",
};
const write = (db: AppDb, body: string) =>
  db.transaction(tx => void tx.run(sql`INSERT INTO notes (body) VALUES (${body})`));
const bodies = (db: AppDb) =>
  db.all<{ body: string }>(sql`SELECT body FROM notes ORDER BY id`).map(row => row.body);

test('a checkpoint keeps every row, and prepared statements follow it', async () => {
  using folder = openTestFolder();
  const db = openAppDb(folder, [first]);
  const count = db.prepared(
    current => () => current.all<{ n: number }>(sql`SELECT count(*) AS n FROM notes`)[0],
  );
  write(db, 'before');
  expect(count()()?.n).toBe(1);
  await db.checkpoint({ force: true });
  write(db, 'after');
  expect(bodies(db)).toEqual(['before', 'after']);
  expect(count()()?.n).toBe(2);
  expect(folder.snapshots('app')).toEqual([2, 1]);
  db.close();
});

test('a checkpoint ends beside writers that never pause, with every row', async () => {
  using folder = openTestFolder();
  const db = openAppDb(folder, [first]);
  const MOST = 5000;
  let written = 0;
  const isDone = () => folder.snapshots('app').length > 1 || written >= MOST;
  const rest = () => new Promise(setImmediate);
  const writeOne = () => write(db, `${written++}`.padEnd(6000));
  for (let n = 0; n < 100; n += 1) writeOne();
  const writers = Array.from({ length: 4 }, async () => {
    for (; !isDone(); await rest()) writeOne();
  });
  await db.checkpoint({ force: true });
  await Promise.all(writers);
  expect(written).toBeLessThan(MOST);
  write(db, 'after');
  expect(bodies(db)).toHaveLength(written + 1);
  db.close();
});

test('a checkpoint that fails after its file has a name leaves nothing behind that a start would take', async () => {
  using folder = openTestFolder();
  const publish = (temporary: string, name: string) => {
    folder.publish(temporary, name);
    if (name.endsWith('app.000002.db')) throw new Error('EIO');
  };
  const db = openAppDb({ ...folder, publish }, [first]);
  await expect(db.checkpoint({ force: true })).rejects.toThrow('EIO');
  write(db, 'after');
  db.close();
  const again = openAppDb(folder, [first]);
  expect(bodies(again)).toEqual(['after']);
  await again.checkpoint({ force: true });
  again.close();
});

test('a transaction whose work throws leaves nothing', () => {
  using folder = openTestFolder();
  const db = openAppDb(folder, [first]);
  expect(() =>
    db.transaction(tx => {
      tx.run(sql`INSERT INTO notes (body) VALUES ('half')`);
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(bodies(db)).toEqual([]);
  db.close();
});

test('closing changes no file: the log stays, and the base is as it was', () => {
  using folder = openTestFolder();
  const db = openAppDb(folder, [first]);
  write(db, 'kept');
  const base = readFileSync(folder.databaseFile('app', 1));
  db.close();
  Bun.gc(true);
  expect(readFileSync(folder.databaseFile('app', 1)).equals(base)).toBe(true);
  expect(readFileSync(`${folder.databaseFile('app', 1)}-wal`).length).toBeGreaterThan(0);
  expect(bodies(openAppDb(folder, [first]))).toEqual(['kept']);
});

test('a copy of the running database opens with every committed row', () => {
  using folder = openTestFolder();
  using copy = openTestFolder();
  const db = openAppDb(folder, [first]);
  for (let n = 0; n < 20; n += 1) write(db, `note ${n}`);
  for (const name of readdirSync(folder.path))
    if (name.startsWith('app.')) cpSync(join(folder.path, name), join(copy.path, name));
  expect(bodies(openAppDb(copy, [first]))).toHaveLength(20);
});

test('before the schema of an existing database changes, a copy of it is kept', () => {
  using folder = openTestFolder();
  const old = openAppDb(folder, [first]);
  write(old, 'old');
  old.close();
  const db = openAppDb(folder, [first, second]);
  expect(db.all<{ mark: string }>(sql`SELECT mark FROM notes`)[0]?.mark).toBe('none');
  const kept = new Database(folder.pathOf('backups', 'app-before-0002-marks.db'), { readonly: true });
  expect(kept.query('SELECT * FROM notes').all()).toEqual([{ id: 1, body: 'old' }]);
  kept.close();
});

test('kudos and notes of a folder of before imports could take them back stay, and are of no import', () => {
  const site = {
    uid: 'aaaa',
    owner_id: 1,
    url: 'https://a.example',
    label: 'a',
    created_at: 1,
    updated_at: 1,
  };
  const user = { email: 'a@b.example', name: 'A', plan: 'ultra', time_zone: 'UTC', week_start: 'monday' };
  const note = {
    site_id: 1,
    occurred_at: 5,
    title: 'Launch',
    category: 'other',
    created_at: 5,
    updated_at: 5,
  };
  using upgraded = upgradeConfiguration(
    name => name < '0034',
    former => {
      const insert = (table: string, row: Record<string, string | number>) =>
        former.run(
          sql`insert into ${sql.raw(`${table} (${Object.keys(row)})`)} values ${Object.values(row)}`,
        );
      insert('users', { ...user, password_hash: 'x', created_at: 1, updated_at: 1 });
      insert('sites', site);
      insert('kudos', { site_id: 1, uid: 'u', path: '/', created_at: 5 });
      insert('signals', note);
    },
  );
  const { db } = upgraded;
  expect(db.values(sql`select uid, import_key from kudos`)).toEqual([['u', null]]);
  expect(db.values(sql`select title, import_key from signals`)).toEqual([['Launch', null]]);
});

/** Writes a user, a site that is crawled, and a page of it. */
function writeCrawled(former: AppDb): void {
  former.run(sql`insert into users (email, name, plan, time_zone, week_start, password_hash, created_at, updated_at)
    values ('a@b.example', 'A', 'ultra', 'UTC', 'monday', 'x', 1, 1)`);
  former.run(sql`insert into sites (uid, owner_id, url, label, created_at, updated_at)
    values ('aaaa', 1, 'https://a.example', 'a', 1, 1)`);
  former.run(sql`insert into content_monitors (site_id, next_crawl_at) values (1, 7)`);
  former.run(sql`insert into content_links (site_id, number, url, kind, found_on, found_count, seen_in, checked_in, read_in)
    values (1, 1, 'https://a.example/', 'page', '[]', 0, 1, 1, 1)`);
}

test.each(['0036', '0037', '0038', '0040'])(
  'a configuration of before migration %s keeps what it had',
  before => {
    using upgraded = upgradeConfiguration(name => name < before, writeCrawled);
    const { db, folder } = upgraded;
    expect(db.values(sql`select url, capture, location_detail from sites`)).toEqual([
      ['https://a.example', '{}', 'country'],
    ]);
    expect(db.values(sql`select url, snippet from content_links`)).toEqual([['https://a.example/', null]]);
    expect(() => db.run(sql`update content_links set snippet = 'odd'`)).toThrow();
    expect(() => db.run(sql`update sites set location_detail = 'street'`)).toThrow();
    db.run(sql`update content_links set snippet = 'other_uid'`);
    const addLink = (siteId: number) =>
      db.run(sql`insert into campaign_links (site_id, url, source, created_at, updated_at)
        values (${siteId}, 'https://a.example/', 'mail', 1, 1)`);
    addLink(1);
    expect(() => addLink(2)).toThrow();
    db.close();
    const again = openAppDb(folder);
    expect(again.values(sql`select source from campaign_links`)).toEqual([['mail']]);
    again.close();
  },
);

test('a migration that fails leaves the snapshot before it in use', () => {
  using folder = openTestFolder();
  openAppDb(folder, [first]).close();
  const broken = {
    name: '0002-broken',
    sql: 'CREATE TABLE marks (id INTEGER); INSERT INTO nothing VALUES (1)',
  };
  expect(() => openAppDb(folder, [first, broken])).toThrow();
  expect(bodies(openAppDb(folder, [first]))).toEqual([]);
});

test('a database of a newer version and one with an edited migration are refused by name', () => {
  using folder = openTestFolder();
  openAppDb(folder, [first, second]).close();
  expect(() => openAppDb(folder, [first])).toThrow(/app\.000001\.db was written by a newer version/);
  expect(() => openAppDb(folder, [first, { ...second, sql: 'SELECT 1' }])).toThrow(/another build/);
});

test('a damaged newest file is refused with a line, and replaced by an older one only with --accept-loss', async () => {
  using folder = openTestFolder();
  const db = openAppDb(folder, [first]);
  write(db, 'whole');
  await db.checkpoint({ force: true });
  db.close();
  writeFileSync(folder.databaseFile('app', 2), readFileSync(folder.databaseFile('app', 2)).subarray(0, 5000));
  expect(() => openAppDb(folder, [first])).toThrow(/app\.000002\.db is damaged.*--accept-loss/);
  const opened = openAppDb(folder, [first], { acceptsLoss: true });
  expect(bodies(opened)).toEqual(['whole']);
  expect(readdirSync(folder.pathOf('damaged')).some(name => name.startsWith('app.000002.db'))).toBe(true);
  opened.close();
  const again = openAppDb(folder, [first]);
  expect(bodies(again)).toEqual(['whole']);
  again.close();
});

test('a file that another program has opened, which folds the log in, is whole and goes on in the next one', async () => {
  using folder = openTestFolder();
  const db = openAppDb(folder, [first]);
  write(db, 'kept');
  // The checksum of the file is noted in its log without holding anybody up.
  await until(() => db.position('').frames >= 3);
  db.close();
  const other = new Database(folder.databaseFile('app', 1));
  other.run("INSERT INTO notes (body) VALUES ('by hand')");
  other.close(true);
  const again = openAppDb(folder, [first]);
  expect(bodies(again)).toEqual(['kept', 'by hand']);
  expect(folder.snapshots('app')[0]).toBe(2);
  again.close();
});

test('a foreign or empty file is refused with a line and not overwritten', () => {
  for (const content of ['only text, not a database', '']) {
    using folder = openTestFolder();
    writeFileSync(folder.databaseFile('app', 1), content);
    expect(() => openAppDb(folder, [first])).toThrow(CommandError);
    expect(readFileSync(folder.databaseFile('app', 1), 'utf8')).toBe(content);
  }
});

test('a process that ends, regularly or not, leaves base and log as they were', async () => {
  for (const isClosed of [true, false]) {
    using folder = openTestFolder();
    openAppDb(folder, [first]).close();
    folder.close();
    const base = readFileSync(folder.databaseFile('app', 1));
    const script = join(import.meta.dir, 'durability-exit.ts');
    expect(
      await Bun.spawn([process.execPath, script, folder.path, String(isClosed)], { stderr: 'inherit' })
        .exited,
    ).toBe(0);
    expect(readFileSync(folder.databaseFile('app', 1)).equals(base)).toBe(true);
    expect(readFileSync(`${folder.databaseFile('app', 1)}-wal`).length).toBeGreaterThan(0);
  }
});

test('a folder from before reports, that has been through later steps, gets their table, and what waits in its outbox stays', () => {
  using upgraded = upgradeConfiguration(
    name => name !== '0019-mail-reports',
    earlier => {
      const user = `'a@example.org', 'A', 'ultra', 'UTC', 'monday', 'x', 'system', 0, 0`;
      earlier.run(
        sql.raw(
          `insert into users (email, name, plan, time_zone, week_start, password_hash, theme, created_at, updated_at) values (${user})`,
        ),
      );
      earlier.run(
        sql`insert into mail_outbox (kind, user_id, message, status, created_at) values ('monitor_up', 1, '{}', 'waiting', 0)`,
      );
    },
  );
  const { db } = upgraded;
  expect(db.all(sql`select id from mail_reports`)).toEqual([]);
  expect(db.all(sql`select kind, report_id as report from mail_outbox`)).toEqual([
    { kind: 'monitor_up', report: null },
  ]);
});

test('a folder from before notified expiries have standard names keeps those that were notified', () => {
  const notified = { expiresAtMs: 5, threshold: 14 };
  const certificate = { host: 'a.example', expiresAtMs: 5, isValid: true };
  const domain = { name: 'a.example', answer: { atMs: 1, expiresAtMs: 5, source: 'rdap' } };
  using upgraded = upgradeConfiguration(
    name => name !== '0028-expiry-notifications',
    earlier => {
      const insert = (id: number, certificateText: string | null, domainText: string | null) =>
        earlier.run(
          sql`insert into monitors (id, site_id, state, next_check_at, check_interval_s, certificate, domain, created_at, updated_at)
        values (${id}, ${id}, '{}', 0, 60, ${certificateText}, ${domainText}, 0, 0)`,
        );
      insert(
        1,
        JSON.stringify({ ...certificate, told: notified }),
        JSON.stringify({ ...domain, askedAtMs: 7, told: null }),
      );
      insert(
        2,
        JSON.stringify({ ...certificate, told: null }),
        JSON.stringify({ ...domain, askedAtMs: 8, told: notified }),
      );
      insert(3, null, null);
    },
  );
  const { db } = upgraded;
  expect(
    db.select({ certificate: monitors.certificate, domain: monitors.domain }).from(monitors).all(),
  ).toEqual([
    {
      certificate: { ...certificate, lastNotified: notified },
      domain: { ...domain, lookedUpAtMs: 7, lastNotified: null },
    },
    {
      certificate: { ...certificate, lastNotified: null },
      domain: { ...domain, lookedUpAtMs: 8, lastNotified: notified },
    },
    { certificate: null, domain: null },
  ] as never);
});

test('downtimes from before codes of failures get those that their sentences name', () => {
  using upgraded = upgradeConfiguration(
    name => name < '0031',
    earlier => {
      const errors = [
        'a.test answered with status 503',
        'no address for a.test was found in time',
        'a.test did not take the connection in time',
        'a.test takes no connection on port 1',
        'the certificate of a.test has expired',
        'the certificate of a.test is not signed by a trusted authority (X)',
        'a.test sends its answer in too many tiny chunks',
      ];
      for (const error of errors)
        earlier.run(
          sql`insert into downtimes (monitor_id, error, started_at, ended_at) values (1, ${error}, 0, 1)`,
        );
    },
  );
  const { db } = upgraded;
  const rows = db.all<{ error_code: string | null; status_code: number | null }>(
    sql`select error_code, status_code from downtimes order by id`,
  );
  expect(rows.map(({ error_code }) => error_code)).toEqual([
    'status',
    'dns',
    'timeout',
    'connect',
    'certificate_expired',
    'certificate_untrusted',
    null,
  ]);
  expect(rows.map(({ status_code }) => status_code)).toEqual([503, null, null, null, null, null, null]);
});

test('a folder from before insights of earlier weeks keeps the day up to which each site was analyzed', () => {
  using upgraded = upgradeConfiguration(
    name => name !== '0029-insight-history',
    earlier => {
      earlier.run(sql`insert into insight_turns (site_id, last_date) values (1, '2026-03-10')`);
    },
  );
  const { db } = upgraded;
  const store = createInsightsStore(db);
  expect([store.findLastDay(1), store.findFirstDay(1)]).toEqual(['2026-03-10', undefined]);
  store.saveFirstDay(1, '2026-03-03');
  expect([store.findLastDay(1), store.findFirstDay(1)]).toEqual(['2026-03-10', '2026-03-03']);
});
