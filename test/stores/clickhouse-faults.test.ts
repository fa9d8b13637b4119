/** Failures of a ClickHouse server and of the network before it: nothing is half read, and nothing is stored twice. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { AppError } from '../../src/core/errors.ts';
import { type ClickHouse, type ConnectOptions, connect } from '../../src/stores/clickhouse/client.ts';
import { READ_LIMITS } from '../../src/stores/read-limits.ts';
import { raw, sql } from '../../src/stores/sql/fragment.ts';
import { toChdbAddress } from '../support/chdb.ts';
import { temporaryFolder } from '../support/cli.ts';
import { type Fault, startFaultProxy } from '../support/fault-proxy.ts';
import { shareClickHouse } from '../support/shared-clickhouse.ts';

const PASSWORD = 'correct-horse';

const clickHouse = shareClickHouse();
let direct: ClickHouse;
let db: ClickHouse;
let lines: string[];

const connectThrough = (url: string, options: ConnectOptions = {}) =>
  connect(
    { ...toChdbAddress(url, direct.database), username: 'ann', password: PASSWORD },
    { log: pino({ level: 'info' }, { write: line => void lines.push(JSON.parse(line).msg) }), ...options },
  );

beforeAll(async () => {
  direct = await clickHouse().server.openMigratedDatabase();
});
afterAll(() => direct.close());
beforeEach(() => {
  lines = [];
  clickHouse().proxy.failWith(() => undefined);
  db = connectThrough(clickHouse().proxy.url);
});
afterEach(() => db.close());

const aRow = (id: number, createdAt = '2026-03-01 00:00:00') => ({
  kind: 'hit',
  id,
  site_id: 1,
  created_at: createdAt,
});
const read = (from = db) => from.readWith()<{ number: number }>(raw('select number from numbers(1000)'));
const countRows = async () =>
  (await direct.readWith()<{ rows: number }>(raw('select count() as rows from rows')))[0]?.rows;

const work = {
  read: () => read(),
  insert: () => db.insert('rows', [aRow(1)], { token: 'a' }),
  change: () => db.run(sql`alter table rows delete where id = ${2}`),
} satisfies Readonly<Record<string, () => Promise<unknown>>>;

const failureOf = (name: keyof typeof work): Promise<Error> =>
  work[name]().then(
    () => expect.unreachable(),
    (reason: Error) => reason,
  );

const REFUSALS: readonly (readonly [Fault, sentence: string])[] = [
  [
    'wrong password',
    'refuses the user or the password (516 AUTHENTICATION_FAILED): check user and password of the address',
  ],
  [
    'unknown database',
    'has no such database (81 UNKNOWN_DATABASE): create it, or name another in the address',
  ],
  ['unknown setting', 'does not know a setting that Footfall uses: it may be too old (115 UNKNOWN_SETTING)'],
  ['read-only user', 'lets this user only read (164 READONLY): grant the user all rights on the database'],
  ['too many statements', 'runs too many statements at once (202 TOO_MANY_SIMULTANEOUS_QUERIES)'],
  ['full disk', 'has a full disk (243 NOT_ENOUGH_SPACE): free some space there'],
  ['full memory', 'has not enough memory for a statement (241 MEMORY_LIMIT_EXCEEDED)'],
  ['too slow', 'stopped a statement that took too long (159 TIMEOUT_EXCEEDED)'],
  ['status 500', 'is not ClickHouse, or not ready'],
  ['status 503', 'is not ClickHouse, or not ready'],
  ['status 404', 'is not ClickHouse, or not ready'],
  ['lost connection', 'does not answer (ECONNRESET)'],
  ['lost answer', 'does not answer (ECONNRESET)'],
  ['an error within the answer', 'was not whole'],
];

describe.each(['read', 'insert', 'change'] as const)('a %s', name => {
  test.each(REFUSALS)('that fails by: %s', async (fault, sentence) => {
    clickHouse().proxy.failWith(() => fault);
    const error = await failureOf(name);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ kind: 'unavailable', details: { headers: { 'retry-after': '10' } } });
    expect(error.message).not.toContain('ClickHouse');
    expect(lines).toEqual([expect.stringContaining(sentence)]);
    expect(lines.join()).not.toContain(PASSWORD);
  });

  test('that ClickHouse does not understand is a mistake of ours, and says so', async () => {
    clickHouse().proxy.failWith(() => 'syntax error');
    const error = await failureOf(name);
    expect(error).not.toBeInstanceOf(AppError);
    expect(error.message).toContain('refused a statement (62)');
  });
});

test.each(['half an answer', 'a shortened answer'] satisfies Fault[])('%s is an error', async fault => {
  clickHouse().proxy.failWith(() => fault);
  await expect(read()).rejects.toMatchObject({ kind: 'unavailable' });
});

test.each([
  ['too slow', 'The answer took longer than 20 seconds: request a shorter period'],
  ['full memory', 'The answer needs more memory than the server may use: request a shorter period'],
] satisfies [Fault, string][])(
  'a read that fails by: %s, has the words of the embedded engine',
  async (fault, text) => {
    clickHouse().proxy.failWith(() => fault);
    await expect(read()).rejects.toThrow(text);
  },
);

test('a server that is not there', async () => {
  const closed = await startFaultProxy(clickHouse().server.url);
  closed.stop();
  const absent = connectThrough(closed.url);
  await expect(read(absent)).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(absent.ping()).rejects.toMatchObject({ kind: 'unavailable' });
  expect(lines).toEqual([expect.stringContaining('does not answer (ECONNREFUSED)')]);
  await absent.close();
});

test('a server that never answers', async () => {
  const timeouts = { graceMs: 1, insertMs: 1, changeMs: 1 };
  const limits = { ...READ_LIMITS, maxWaiting: 1, maxWaitMs: 1000, maxTotalMs: 0 };
  const impatient = connectThrough(clickHouse().proxy.url, { timeouts, limits });
  clickHouse().proxy.failWith(() => 'no answer and no statement');
  const late = impatient.readWith({ queue: 'a' })(raw('select 1'));
  await expect(late).rejects.toThrow('The answer took longer than');
  await expect(impatient.insert('rows', [aRow(1)], { token: 'a' })).rejects.toMatchObject({
    kind: 'unavailable',
  });
  await expect(impatient.run(raw('select 1'))).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(impatient.ping()).rejects.toMatchObject({ kind: 'unavailable' });
  await impatient.close();
});

test('a failure is noted once, and its end', async () => {
  clickHouse().proxy.failWith(() => 'status 503');
  await Promise.allSettled([read(), read()]);
  clickHouse().proxy.failWith(() => undefined);
  await read();
  await read();
  expect(lines).toEqual([expect.stringContaining('not ready'), expect.stringContaining('answers again')]);
});

test('the connection of a client that left is closed, so that the server stops', async () => {
  clickHouse().proxy.failWith(() => 'no answer and no statement');
  const client = new AbortController();
  const reading = db.readWith({ signal: client.signal })(raw('select 1'));
  await clickHouse().proxy.asked();
  const left = clickHouse().proxy.clientLeft();
  client.abort(new Error('the client left'));
  await expect(reading).rejects.toThrow('the client left');
  await left;
  expect(lines).toEqual([]);
});

test('reports of one account leave statements to others, and to writes', async () => {
  await db.close();
  db = connectThrough(clickHouse().proxy.url, {
    limits: { ...READ_LIMITS, maxWaiting: 1, maxWaitMs: 0, maxTotalMs: 60_000 },
  });
  clickHouse().proxy.failWith(statement =>
    statement.includes('slow') ? 'no answer and no statement' : undefined,
  );
  const client = new AbortController();
  const ask = (queue: string, statement: string) =>
    db.readWith({ queue, signal: client.signal })(raw(statement));
  const slow = Promise.allSettled(Array.from({ length: 4 }, () => ask('a', "select 'slow' as answer")));
  const answers = await Promise.allSettled([ask('a', 'select 1 as one'), ask('a', 'select 1 as one')]);
  expect(answers.map(answer => answer.status === 'rejected' && answer.reason.kind)).toEqual([
    'unavailable',
    'rate_limited',
  ]);
  expect(await ask('b', 'select 1 as one')).toEqual([{ one: 1 }]);
  const others = Promise.allSettled(Array.from({ length: 4 }, () => ask('b', "select 'slow' as answer")));
  expect(await db.readWith({ isForIngest: true })(raw('select 1 as one'))).toEqual([{ one: 1 }]);
  client.abort();
  await Promise.all([slow, others]);
});

describe('an insert', () => {
  /** Only these look at what is stored. */
  beforeEach(async () => {
    await Promise.all([db.close(), direct.close()]);
    direct = await clickHouse().server.openMigratedDatabase();
    db = connectThrough(clickHouse().proxy.url);
  });

  const MONTHS = ['2026-01-31 00:00:00', '2026-02-01 00:00:00', '2026-03-01 00:00:00'];
  const rows = MONTHS.map((month, id) => aRow(id, month));

  test('is stored once under one token, in several months too', async () => {
    await db.insert('rows', rows, { token: 'a' });
    await db.insert('rows', rows, { token: 'a' });
    expect(await countRows()).toBe(3);
    await db.insert('rows', rows, { token: 'b' });
    expect(await countRows()).toBe(6);
  });

  test('that was stored in some months only is completed', async () => {
    await db.insert('rows', rows.slice(0, 1), { token: 'a' });
    await db.insert('rows', rows, { token: 'a' });
    expect(await countRows()).toBe(3);
  });

  test('whose answer was lost is stored, and not again', async () => {
    clickHouse().proxy.failWith(() => 'lost answer');
    await expect(db.insert('rows', rows, { token: 'a' })).rejects.toMatchObject({ kind: 'unavailable' });
    clickHouse().proxy.failWith(() => undefined);
    await db.insert('rows', rows, { token: 'a' });
    expect(await countRows()).toBe(3);
  });

  test.each(['half a statement', 'a shortened statement'] as const)(
    'of which %s arrives stores nothing',
    async fault => {
      const many = Array.from({ length: 2000 }, (_, id) => aRow(id, MONTHS[id % 3]));
      using folder = temporaryFolder();
      const file = join(folder.path, 'rows');
      await direct.writeParquet(
        sql`select 'hit' as kind, 2000 + number as id, 1 as site_id, toDateTime64('2026-03-01', 3, 'UTC') as created_at from numbers(2000)`,
        file,
      );
      const inserts = [
        () => db.insert('rows', many, { token: 'a' }),
        () => db.insert('rows', createReadStream(file), { token: 'b' }),
      ];
      for (const [index, insert] of inserts.entries()) {
        clickHouse().proxy.failWith(() => fault);
        await expect(insert()).rejects.toThrow();
        clickHouse().proxy.failWith(() => undefined);
        expect(await countRows()).toBe(index * 2000);
        await insert();
        expect(await countRows()).toBe((index + 1) * 2000);
      }
    },
  );

  test('is one block a month, whatever a profile of the user says', async () => {
    await direct.run(raw('system stop merges rows'));
    await direct.run(
      raw(
        'set max_insert_block_size = 10, min_insert_block_size_rows = 10, min_insert_block_size_bytes = 10',
      ),
    );
    const many = Array.from({ length: 20_000 }, (_, id) => aRow(id, MONTHS[id % 3]));
    await db.insert('rows', many, { token: 'a' });
    const parts = await direct.readWith()(raw('select uniqExact(_part) as parts, count() as rows from rows'));
    expect(parts).toEqual([{ parts: 3, rows: 20_000 }]);
    await direct.run(
      raw(
        'set max_insert_block_size = default, min_insert_block_size_rows = default, min_insert_block_size_bytes = default',
      ),
    );
  });

  test('of a Parquet file is stored once under one token, as one block a month, whatever a profile of the user says', async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, 'rows');
    const count = 200_000;
    await direct.writeParquet(
      sql`select 'hit' as kind, number as id, 1 as site_id, toDateTime64(arrayElement(${MONTHS}, number % 3 + 1), 3, 'UTC') as created_at
        from numbers(${count})`,
      file,
    );
    const insert = () => db.insert('rows', createReadStream(file), { token: 'a' });
    await direct.run(raw('system stop merges rows'));
    await direct.run(raw('set max_insert_block_size = 10, input_format_parquet_allow_missing_columns = 0'));
    clickHouse().proxy.failWith(() => 'lost answer');
    await expect(insert()).rejects.toMatchObject({ kind: 'unavailable' });
    clickHouse().proxy.failWith(() => undefined);
    await insert();
    const parts = await direct.readWith()(raw('select uniqExact(_part) as parts, count() as rows from rows'));
    expect(parts).toEqual([{ parts: 3, rows: count }]);
    await direct.run(
      raw('set max_insert_block_size = default, input_format_parquet_allow_missing_columns = default'),
    );
  });

  test('goes into more months than ClickHouse takes by default', async () => {
    const years = Array.from({ length: 150 }, (_, id) =>
      aRow(id, `${2010 + Math.floor(id / 12)}-${String((id % 12) + 1).padStart(2, '0')}-01 00:00:00`),
    );
    // 150 parts take more than a minute beside other work.
    const timeouts = { graceMs: 1000, insertMs: 300_000, changeMs: 300_000 };
    const patient = connectThrough(clickHouse().proxy.url, { timeouts });
    await patient.insert('rows', years, { token: 'a' });
    await patient.close();
    expect(await countRows()).toBe(150);
  });
});
