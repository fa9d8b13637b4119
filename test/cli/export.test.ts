/** `footfall export`. Source: decisions, section 8, Export. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startExportFolder } from '../../src/cli/export-folder.ts';
import { run, temporaryFolder } from '../support/cli.ts';
import { aTotal, importDays } from '../support/imported-days.ts';
import { prepareFolder } from '../support/prepared-folder.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

setDefaultTimeout(300_000);

/** Copies the folder of a stopped server with a site that has something of every type. */
const copyFilled = prepareFolder(async data => {
  await using server = await startTestServer({ data });
  const { id } = await server.given.site();
  const rows: readonly [string, object][] = [
    ['hits', { path: '/a', visitor_id: 'u1' }],
    ['hits', { path: '/b' }],
    ['events', { event: 'cart.add' }],
    ['agent_visits', { path: '/a', user_agent: 'GPTBot/1.2' }],
    ['kudos', { path: '/a' }],
    ['signals', { signal: { occurred_at: '2026-03-09T08:00:00Z', title: 'Launch' } }],
  ];
  for (const [list, body] of rows) await server.api('POST', `/sites/${id}/${list}`, { body });
  await importDays(server.services.stores.hits, [aTotal('2026-01-31')], { siteId: id });
  return server.owner;
});

const running = shareServer({ copyStarted: copyFilled });

const sha256 = (file: string) => new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest('hex');

for (const isRunning of [true, false])
  test.each(['parquet', 'ndjson', 'csv'])(
    `%s, ${isRunning ? 'beside a running server' : 'without a server'}`,
    async format => {
      using folder = temporaryFolder();
      const { data } = isRunning ? running() : { data: (await copyFilled(join(folder.path, 'data'))).folder };
      const target = join(folder.path, 'out');
      const { code, out, err } = await run(`export 1 ${target} --format ${format}`, { data });
      expect([code, err]).toEqual([0, '']);
      expect(out).toBe(
        `exported to ${target}: 2 in hits.${format}, 1 in events.${format}, 1 in agent_visits.${format}, 0 in engagement.${format}, 1 in kudos.${format}, 1 in imported_days.${format}, 0 in log_sums.${format}`,
      );
      const manifest = JSON.parse(readFileSync(join(target, 'manifest.json'), 'utf8'));
      expect(manifest).toMatchObject({ format_version: 1, site: { id: 1, url: 'https://shop.example' } });
      const names = manifest.files.map((file: { name: string }) => file.name);
      expect(readdirSync(target).toSorted()).toEqual([...names, 'manifest.json'].toSorted());
      for (const { name, bytes, sha256: sum } of manifest.files)
        expect([readFileSync(join(target, name)).length, sha256(join(target, name))]).toEqual([bytes, sum]);
      const site = JSON.parse(readFileSync(join(target, 'site.json'), 'utf8'));
      expect(site).toMatchObject({ site: { url: 'https://shop.example' }, signals: [{ title: 'Launch' }] });
      expect(readdirSync(join(data, 'tmp')).filter(name => name.startsWith('export-'))).toEqual([]);
    },
  );

test('days bound the rows', async () => {
  using folder = temporaryFolder();
  const write = async (name: string, range: string) =>
    (await run(`export 1 ${join(folder.path, name)} ${range} --format csv`, running())).out;
  expect(await write('out', '--end-date 2026-03-09')).toContain(
    '0 in hits.csv, 0 in events.csv, 0 in agent_visits.csv, 0 in engagement.csv, 0 in kudos.csv, 1 in imported_days.csv',
  );
  expect(await write('later', '--start-date 2026-02-01')).toContain('1 in kudos.csv, 0 in imported_days.csv');
});

test('a command that ends before the first file leaves no folder', async () => {
  using folder = temporaryFolder();
  const directory = join(folder.path, 'a', 'b');
  const { discard } = startExportFolder(directory, { owner: undefined, onProgress: () => undefined });
  expect(readdirSync(folder.path)).toEqual([]);
  discard();
});

test('what cannot be written is one clear line, and nothing is left', async () => {
  using folder = temporaryFolder();
  const { data } = running();
  const inside = (name: string) => join(folder.path, name);
  mkdirSync(inside('full'));
  writeFileSync(inside('full/kept'), 'x');
  const cases: readonly [args: string, code: number, error: string][] = [
    [
      `export 1 ${inside('full')}`,
      1,
      `footfall: ${inside('full')} is not empty: name a new folder for the export`,
    ],
    [`export 1 ${inside('full/kept')}`, 1, `footfall: ${inside('full/kept')} is not a folder: name another`],
    [`export 9 ${inside('new')}`, 1, 'footfall: there is no site 9'],
    [
      `export 1 ${join(data, 'in')}`,
      1,
      `footfall: ${join(data, 'in')} is inside the data folder: name a folder outside of it`,
    ],
    [
      `export 1 ${inside('new')} --start-date 2026-03-10 --end-date 2026-03-09`,
      1,
      'footfall: end_date must not be before start_date: 2026-03-09 is before 2026-03-10',
    ],
    [
      `export 1 ${inside('new')} --format xlsx`,
      2,
      'footfall: --format must be one of parquet, ndjson, csv, got "xlsx"',
    ],
    [
      `export 1 ${inside('new')} --end-date 2026-02-30`,
      2,
      'footfall: --end-date must be a day such as 2026-01-31, got "2026-02-30"',
    ],
  ];
  for (const [args, code, error] of cases) {
    const result = await run(args, { data });
    expect([result.code, result.err.split('\n')[0]]).toEqual([code, error]);
  }
  expect(existsSync(inside('new'))).toBe(false);
  expect(readdirSync(inside('full'))).toEqual(['kept']);
});
