import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFolder, checkRunning } from '../../src/server/check.ts';
import { startTestServer } from '../support/server.ts';
import { temporaryPath } from './durability-folder.ts';

/** A stopped server's folder: a site with hits in two generations and in the journal. */
async function madeFolder(data: string): Promise<void> {
  await using server = await startTestServer({ data });
  const site = await server.given.site();
  const send = (path: string) => server.api('POST', `/sites/${site.id}/hits`, { body: { path } });
  await send('/folded');
  await server.job('hits.rotate');
  await server.services.hits.maintain({ force: true });
  await send('/late');
  await server.given.site({ url: 'https://second.example' });
}

const listFiles = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
const fingerprint = (root: string) =>
  listFiles(root).map(file => [
    file.slice(root.length),
    statSync(file).mtimeMs,
    createHash('sha256').update(readFileSync(file)).digest('hex'),
  ]);
const newest = (root: string, pattern: RegExp): string =>
  join(
    root,
    readdirSync(root)
      .filter(name => pattern.test(name))
      .sort()
      .at(-1) ?? '',
  );
const flip = (file: string, at: number) => {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
};
const cutHalf = (file: string) => truncateSync(file, statSync(file).size >> 1);

test('a whole folder is found whole, a copy of it as well, and not a byte is changed', async () => {
  using place = temporaryPath();
  const data = join(place.path, 'data');
  await madeFolder(data);
  const before = fingerprint(data);
  const checked = await checkFolder(data);
  expect(checked).toMatchObject({ faults: [], hits: { rows: { hit: 2, event: 0 } } });
  expect(checked.configuration.schema).toMatch(/^\d{4}-/);
  expect(fingerprint(data)).toEqual(before);
});

test('a folder that is none, or empty, is refused and not made', async () => {
  using place = temporaryPath();
  expect(checkFolder(join(place.path, 'nope'))).rejects.toThrow(/no Footfall data in .*nope/);
  await checkFolder(join(place.path, 'nope')).catch(() => undefined);
  expect(readdirSync(place.path)).toEqual([]);
  expect(checkFolder(place.path)).rejects.toThrow(/name the folder with --data/);
});

const DAMAGES: readonly [string, (root: string) => void, RegExp][] = [
  ['a bit of the configuration', root => flip(newest(root, /^app.*db$/), 20_000), /app\.\d+\.db is/],
  ['half its log', root => cutHalf(newest(root, /^app.*-wal$/)), /older than its hits know|damaged/],
  ['a bit of its log', root => flip(newest(root, /^app.*-wal$/), 9000), /app\.\d+\.db-wal is damaged/],
  ['its log', root => rmSync(newest(root, /^app.*-wal$/)), /older than its hits know/],
  ['its file', root => rmSync(newest(root, /^app.*db$/)), /db-wal is there without|is missing/],
  ['a bit of the hits', root => flip(newest(root, /^hits.*duckdb$/), 20_000), /hits\.\d+\.duckdb/],
  ['half their journal', root => cutHalf(newest(root, /^hits.*journal$/)), /missing|damaged|lacks/],
  ['their journal', root => rmSync(newest(root, /^hits.*journal$/)), /journal is missing/],
  ['the newest file of hits', root => rmSync(newest(root, /^hits.*duckdb$/)), /without its file of hits/],
];

test('every loss makes a fault of it', async () => {
  using place = temporaryPath();
  const data = join(place.path, 'data');
  await madeFolder(data);
  for (const [what, damage, fault] of DAMAGES) {
    const copy = join(place.path, 'copy');
    rmSync(copy, { recursive: true, force: true });
    cpSync(data, copy, { recursive: true });
    damage(copy);
    const before = fingerprint(copy);
    const { faults } = await checkFolder(copy);
    expect([what, faults.join('; ')]).toEqual([what, expect.stringMatching(fault)]);
    expect(fingerprint(copy)).toEqual(before);
  }
});

test('a running server checks itself', async () => {
  await using server = await startTestServer();
  const site = await server.given.site();
  await server.api('POST', `/sites/${site.id}/hits`, { body: { path: '/a' } });
  expect(checkRunning(await server.services.checkStores())).toMatchObject({
    faults: [],
    hits: { rows: { hit: 1 } },
  });
  expect(readdirSync(join(server.data, 'tmp')).filter(name => name.startsWith('check-'))).toEqual([]);
});

test('a server that counts hits while it checks itself misses none of them', async () => {
  await using server = await startTestServer();
  const { id } = await server.given.site();
  const sending = new AbortController();
  const send = async () => {
    while (!sending.signal.aborted) await server.api('POST', `/sites/${id}/hits`, { body: { path: '/a' } });
  };
  const senders = [send(), send(), send()];
  const faults: string[] = [];
  for (let n = 0; n < 10; n += 1) faults.push(...checkRunning(await server.services.checkStores()).faults);
  sending.abort();
  await Promise.all(senders);
  expect(faults).toEqual([]);
});
