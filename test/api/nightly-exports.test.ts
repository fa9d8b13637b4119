/** Exports of every night, to a folder and to a bucket. Source: decisions, section 8, Export. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run, temporaryFolder } from '../support/cli.ts';
import { startS3Server } from '../support/s3-server.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const JOB = 'export.days';

/** Writes a hit, an event, an agent visit and a kudo on each of some days, and lets the last of them end. */
async function fillDays({ api, clock }: TestServer, siteId: number, days: readonly string[]): Promise<void> {
  for (const day of days) {
    clock.set(`${day}T12:00:00Z`);
    await api('POST', `/sites/${siteId}/hits`, { body: { path: `/${day}`, visitor_id: 'u1' } });
    await api('POST', `/sites/${siteId}/events`, { body: { event: 'cart.add' } });
    await api('POST', `/sites/${siteId}/agent_visits`, { body: { path: '/', user_agent: 'GPTBot/1' } });
    await api('POST', `/sites/${siteId}/kudos`, { body: { path: '/' } });
  }
  clock.advance({ hours: 13 });
}

type Place = Awaited<ReturnType<(typeof PLACES)['folder' | 'bucket']>>;

/** Reads what was exported of a site's day; undefined where nothing was. */
async function readManifest(place: Place, siteId: number, day: string) {
  const manifest = await place.read(`sites/${siteId}/${day}/manifest.json`);
  return manifest && JSON.parse(String(Buffer.from(manifest)));
}
/** Counts the rows of each file of a day. */
const countRows = async (place: Place, siteId: number, day: string): Promise<number[] | undefined> =>
  (await readManifest(place, siteId, day))?.files.map((file: { rows: number }) => file.rows);

const runDue = ({ services, clock }: TestServer) =>
  services.nightlyExports?.runDue(clock.now(), new AbortController().signal);

/** The places of exports: how Footfall is told, what is there, and how it fails and recovers. */
const PLACES = {
  async folder() {
    const folder = temporaryFolder();
    const root = join(folder.path, 'exports');
    return {
      settings: { FOOTFALL_EXPORT_URL: `file://${root}` },
      read: async (name: string) =>
        existsSync(join(root, name)) ? readFileSync(join(root, name)) : undefined,
      // A file in the place of the folder.
      stop: async () => writeFileSync(root, ''),
      start: async () => {
        await Bun.file(root).delete();
      },
      async [Symbol.asyncDispose]() {
        folder[Symbol.dispose]();
      },
    };
  },
  bucket: startS3Server,
};

for (const kind of ['folder', 'bucket'] as const) {
  test(`${kind}: each finished day once, and a backup every week`, async () => {
    await using place = await PLACES[kind]();
    await using server = await startTestServer({ settings: place.settings });
    const { id } = await server.given.site();
    expect(await runDue(server)).toMatchObject({ days: 0, failed: 0, hasBackup: true });
    await fillDays(server, id, ['2026-03-11', '2026-03-13']);
    expect(await runDue(server)).toMatchObject({ days: 2, failed: 0, hasBackup: false });
    expect(await runDue(server)).toMatchObject({ days: 0, failed: 0 });
    for (const day of ['2026-03-11', '2026-03-13']) {
      const manifest = await readManifest(place, id, day);
      expect(manifest).toMatchObject({
        format_version: 1,
        site: { id, url: 'https://shop.example', zone: 'UTC' },
      });
      expect(manifest.files.map((file: { name: string; rows: number }) => [file.name, file.rows])).toEqual(
        ['hits', 'events', 'agent_visits', 'kudos'].map(type => [`${type}.parquet`, 1]),
      );
    }
    expect(await place.read(`sites/${id}/2026-03-12/manifest.json`)).toBeUndefined();
    server.clock.set('2026-03-17T00:30:00Z');
    expect(await runDue(server)).toMatchObject({ days: 0, hasBackup: true });
    expect((await server.get('/operator')).data.last_backup_at).toContain('2026-03-17');
  });

  test(`${kind}: what failed is made up for, and days and backup bring a server back`, async () => {
    await using place = await PLACES[kind]();
    await using server = await startTestServer({ settings: place.settings });
    using folder = temporaryFolder();
    const { id } = await server.given.site();
    await fillDays(server, id, ['2026-03-11']);
    await place.stop();
    expect(await runDue(server)).toMatchObject({ days: 0, failed: 2, hasBackup: false });
    expect(String(await server.job(JOB).catch(String))).toBe('Error: 2 exports failed: see the log');
    await place.start();
    await fillDays(server, id, ['2026-03-12']);
    expect(await runDue(server)).toMatchObject({ days: 2, failed: 0, hasBackup: true });
    await fillDays(server, id, ['2026-03-13']);
    expect(await runDue(server)).toMatchObject({ days: 1, failed: 0 });

    const fetchFolder = async (from: string, to: string) => {
      const manifest = await place.read(`${from}/manifest.json`);
      const { files } = JSON.parse(String(Buffer.from(manifest ?? '')));
      for (const name of [...files.map((file: { name: string }) => file.name), 'manifest.json']) {
        mkdirSync(dirname(join(to, name)), { recursive: true });
        writeFileSync(join(to, name), (await place.read(`${from}/${name}`)) ?? '');
      }
      return to;
    };
    const data = await fetchFolder('backups/2026-03-13', join(folder.path, 'data'));
    expect(await run('check', { data })).toMatchObject({ code: 0 });
    const day = await fetchFolder(`sites/${id}/2026-03-13`, join(folder.path, 'day'));
    expect(await run(`import ${id} ${day}`, { data })).toMatchObject({ code: 0, err: '' });
    await using restored = await startTestServer({ data });
    const key = { key: server.owner.full };
    const query = 'start_date=2026-03-01&end_date=2026-03-20';
    for (const report of ['hits?group_by=path', 'events?', 'agent_visits?', 'kudos?group_by=date'])
      expect((await restored.api('GET', `/sites/${id}/${report}&${query}`, key)).body).toEqual(
        await server.get(`/sites/${id}/${report}&${query}`),
      );
  });
}

test('days that an import or its undo changes are exported again', async () => {
  await using place = await PLACES.folder();
  await using server = await startTestServer({ settings: place.settings });
  using folder = temporaryFolder();
  const { id } = await server.given.site();
  await fillDays(server, id, ['2026-03-10', '2026-03-11', '2026-03-13']);
  await runDue(server);
  const file = join(folder.path, 'old.csv');
  writeFileSync(file, 'created_at,path\n2026-03-11T12:00:00Z,/old\n2026-03-12T12:00:00Z,/old\n');
  const { data } = server;
  await run(`import ${id} ${file}`, { data });
  const rowsOf = (day: string) => countRows(place, id, day);
  expect(await runDue(server)).toMatchObject({ days: 2, failed: 0 });
  expect([await rowsOf('2026-03-11'), await rowsOf('2026-03-12')]).toEqual([[2, 1, 1, 1], [1]]);
  await run(`import undo ${id} 1`, { data });
  const before = await place.read(`sites/${id}/2026-03-13/manifest.json`);
  expect(await runDue(server)).toMatchObject({ days: 2, failed: 0 });
  expect([await rowsOf('2026-03-11'), await rowsOf('2026-03-12')]).toEqual([[1, 1, 1, 1], []]);
  expect(await place.read(`sites/${id}/2026-03-13/manifest.json`)).toEqual(before);
  expect(await runDue(server)).toMatchObject({ days: 0, failed: 0 });
});

test('days that lines of a followed log are of are exported again', async () => {
  await using place = await PLACES.folder();
  await using server = await startTestServer({ settings: place.settings });
  const { id } = await server.given.site();
  await fillDays(server, id, ['2026-03-11', '2026-03-13']);
  await runDue(server);
  const line =
    '203.0.113.7 - - [11/Mar/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 9 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"\n';
  const log = { siteId: id, path: '/var/log/access.log', logFormat: null, timeZone: null };
  const to = { fingerprint: 'a', bytes: 9, offset: line.length };
  const lines = Buffer.from(line);
  expect(await server.services.follow.append(log, { from: null, to, lines, head: lines })).toMatchObject({
    rows: 1,
  });
  const countHits = async () => (await countRows(place, id, '2026-03-11'))?.[0];
  expect([await runDue(server), await countHits()]).toMatchObject([{ days: 1, failed: 0 }, 2]);
  await run(`import undo ${id} 1`, server);
  expect([await runDue(server), await countHits()]).toMatchObject([{ days: 1, failed: 0 }, 1]);
});

test('days that an import adds before the first are exported too', async () => {
  await using place = await PLACES.folder();
  await using server = await startTestServer({ settings: place.settings });
  using folder = temporaryFolder();
  const { id } = await server.given.site();
  await fillDays(server, id, ['2026-03-11']);
  await runDue(server);
  const file = join(folder.path, 'old.csv');
  writeFileSync(file, 'created_at,path\n2025-01-31T12:00:00Z,/old\n');
  await run(`import ${id} ${file}`, { data: server.data });
  expect(await runDue(server)).toMatchObject({ days: 1, failed: 0 });
  expect(await place.read(`sites/${id}/2025-01-31/hits.parquet`)).toBeDefined();
  expect(await runDue(server)).toMatchObject({ days: 0 });
});

test('a clock that is set back does not stop the exports, and the day that it cut short is exported again', async () => {
  await using place = await PLACES.folder();
  await using server = await startTestServer({ settings: place.settings });
  const { id } = await server.given.site();
  await fillDays(server, id, ['2026-03-11']);
  server.clock.set('2027-03-12T01:00:00Z');
  await runDue(server);
  server.clock.set('2026-03-11T14:00:00Z');
  await fillDays(server, id, ['2026-03-11']);
  expect(await runDue(server)).toMatchObject({ days: 1, failed: 0 });
  expect((await readManifest(place, id, '2026-03-11')).files[0]).toMatchObject({
    name: 'hits.parquet',
    rows: 2,
  });
  await fillDays(server, id, ['2026-03-12']);
  expect(await runDue(server)).toMatchObject({ days: 1, failed: 0 });
});
