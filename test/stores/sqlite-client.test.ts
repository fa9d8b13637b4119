import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteClient } from '../../src/stores/sqlite/client.ts';

function givenClient() {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-client-'));
  const file = join(folder, 'a.db');
  writeFileSync(file, '');
  const client = new SqliteClient(file);
  client.run('create table pages (path text)');
  return Object.assign(client, {
    [Symbol.dispose]() {
      client.end();
      rmSync(folder, { recursive: true });
    },
  });
}

test('every way to execute a statement that may write is counted, once', () => {
  using client = givenClient();
  const insert = "insert into pages values ('/a') returning path";
  const ways: Readonly<Record<string, () => unknown>> = {
    run: () => client.run(insert),
    exec: () => client.exec(insert),
    'query.run': () => client.query(insert).run(),
    'query.get': () => client.query(insert).get(),
    'query.all': () => client.query(insert).all(),
    'query.iterate': () => [...client.query(insert).iterate()],
    'prepare.values': () => client.prepare(insert).values(),
    'prepare.raw': () => client.prepare(insert).raw(),
    transaction: () => client.transaction(() => client.query(insert).run()).immediate(),
  };
  for (const [name, write] of Object.entries(ways)) {
    const before = client.writes;
    write();
    expect([name, client.writes - before]).toEqual([name, 1]);
  }
  expect(client.query('select count(*) from pages').values()).toEqual([[Object.keys(ways).length]]);
});

test('a statement that only reads is not counted', () => {
  using client = givenClient();
  const before = client.writes;
  client.query('with every as (select path from pages) select * from every').all();
  client.query('pragma user_version').get();
  expect(client.writes).toBe(before);
});
