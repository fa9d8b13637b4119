import { expect, test } from 'bun:test';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFolder, checkRunning } from '../../src/compose/check.ts';
import { DAMAGES, fingerprint, listFiles, madeFolder, otherFolder } from '../support/damages.ts';
import { startTestServer } from '../support/server.ts';
import { temporaryPath } from './durability-folder.ts';

test('a whole folder is found whole, a copy of it as well, and not a byte is changed', async () => {
  using place = temporaryPath();
  const data = join(place.path, 'data');
  await madeFolder(data);
  const before = fingerprint(data);
  const checked = await checkFolder(data);
  expect(checked).toMatchObject({ faults: [], hits: { rows: { hit: 3, event: 0 } } });
  expect(checked.configuration.schema).toMatch(/^\d{4}-/);
  expect(fingerprint(data)).toEqual(before);
});

test('the journal that a kill leaves before its file of hits is published is no fault', async () => {
  using place = temporaryPath();
  await madeFolder(place.path);
  const journal = listFiles(place.path).findLast(file => /hits\.\d+\.journal$/.test(file)) ?? '';
  const [header = ''] = readFileSync(journal, 'utf8').split('\n');
  const next = journal.replace(/\d{6}(?=\.journal$)/, '000099');
  writeFileSync(next, `${header}\n`);
  expect((await checkFolder(place.path)).faults).toEqual([]);
  writeFileSync(next, readFileSync(journal));
  expect((await checkFolder(place.path)).faults.join()).toContain('without its file of hits');
});

test('the hits of a site that was purged are no unknown ones, although the file still has them', async () => {
  using place = temporaryPath();
  const server = await startTestServer({ data: place.path });
  const { id } = await server.given.site();
  await server.api('POST', `/sites/${id}/hits`, { body: { path: '/gone' } });
  await server.services.stores.hits.maintain({ force: true });
  await server.api('DELETE', `/sites/${id}`);
  server.clock.advance({ hours: 1 });
  await server.job('sites.purge');
  await server.stop();
  expect(await checkFolder(place.path)).toMatchObject({ faults: [], hits: { rows: { hit: 0 } } });
});

test('a path that is no folder, or an empty one, is refused and not created', async () => {
  using place = temporaryPath();
  expect(checkFolder(join(place.path, 'nope'))).rejects.toThrow(/no Footfall data in .*nope/);
  await checkFolder(join(place.path, 'nope')).catch(() => undefined);
  expect(readdirSync(place.path)).toEqual([]);
  expect(checkFolder(place.path)).rejects.toThrow(/name the folder with --data/);
});

test('every loss is reported as a fault', async () => {
  using place = temporaryPath();
  const data = join(place.path, 'data');
  const other = join(place.path, 'other');
  await madeFolder(data);
  await otherFolder(other);
  for (const { what, inflict, fault } of DAMAGES) {
    const copy = join(place.path, 'copy');
    rmSync(copy, { recursive: true, force: true });
    cpSync(data, copy, { recursive: true });
    inflict(copy, other);
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
  expect(checkRunning(await server.services.stores.check())).toMatchObject({
    faults: [],
    hits: { rows: { hit: 1 } },
  });
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
  for (let n = 0; n < 10; n += 1) faults.push(...checkRunning(await server.services.stores.check()).faults);
  sending.abort();
  await Promise.all(senders);
  expect(faults).toEqual([]);
});
