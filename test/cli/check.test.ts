/** `footfall check` on folders that are not whole, and `upgrade-check`: a copy of the folder, opened by another program. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { formatCheckedJson, parseCheckedJson } from '../../src/lib/checked-json.ts';
import { run, temporaryFolder } from '../support/cli.ts';
import { DAMAGES, madeFolder, otherFolder } from '../support/damages.ts';
import { startTestServer } from '../support/server.ts';
import { aFolderWithOwner, startProcess } from '../support/server-process.ts';
import { root } from '../support/source-tree.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';
import { until } from '../support/until.ts';

setDefaultTimeout(TIME_LIMIT_MS);

/** Damages a new data folder in the named way, and returns the output of the check. */
async function checkAfter(folder: string, what: string) {
  const data = join(folder, 'data');
  const other = join(folder, 'other');
  await madeFolder(data);
  await otherFolder(other);
  DAMAGES.find(damage => damage.what === what)?.inflict(data, other);
  return await run('check', { data });
}

test('hits that were recorded and are missing', async () => {
  using folder = temporaryFolder();
  const { code, out, err } = await checkAfter(folder.path, 'half their journal');
  expect([code, err]).toEqual([1, 'footfall: missing: 2 hits that were recorded']);
  expect(out).toContain('rows: 1 hits');
  expect(out).not.toMatch(/\bok\b/);
});

test('lines cut off the end of a journal that were noted since, after a kill and in a copy of what it left', async () => {
  using place = temporaryFolder();
  using given = await aFolderWithOwner();
  const copy = join(place.path, 'copy');
  const server = await startProcess(given.data);
  const addSite = (name: string) => given.api(server, 'POST', '/sites', { url: `https://${name}.example` });
  await addSite('one');
  for (const path of ['/kept', '/lost', '/lost']) await given.api(server, 'POST', '/sites/1/hits', { path });
  // Both databases note the others' position before the answer.
  await addSite('two');
  server.kill();
  await server.ended;
  cpSync(given.data, copy, { recursive: true, filter: path => !path.endsWith('.sock') });
  for (const data of [given.data, copy]) {
    const journal = join(data, 'hits.000001.journal');
    const lines = readFileSync(journal, 'utf8').split(/(?<=\n)/);
    const kept = lines.slice(
      0,
      lines.findIndex(line => line.includes('/lost')),
    );
    // The clock of the file system may stand for some milliseconds.
    await until(() => {
      writeFileSync(journal, kept.join(''));
      return statSync(journal).ctimeMs > statSync(join(data, 'z-positions.json')).ctimeMs;
    });
    expect((await run('check', { data })).err).toContain('missing: 2 hits that were recorded');
    const errors: string[] = [];
    const log = pino({ level: 'error' }, { write: line => void errors.push(JSON.parse(line).msg) });
    await (await startTestServer({ data, hasOwner: false, log })).stop();
    expect(errors).toContain(
      'hits that were stored before are not in the files of hits; their ids are not given again',
    );
  }
});

test('two folders mixed', async () => {
  using folder = temporaryFolder();
  const { code, err } = await checkAfter(folder.path, 'the hits, for those of another folder');
  expect(code).toBe(1);
  expect(err.split('\n')).toContain(
    'footfall: the configuration and the hits come from two different data folders',
  );
});

test('hits of sites that are not known, for good once their loss was accepted', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  await madeFolder(data);
  for (const name of readdirSync(data).filter(each => each.endsWith('-wal'))) rmSync(join(data, name));
  const [older, orphans] = (await run('check', { data })).err.split('\n');
  expect(older).toMatch(/^footfall: the configuration lacks \d+ changes? to/);
  expect(orphans).toBe('footfall: hits of sites that the configuration does not know: 1 such sites');
  await (await startTestServer({ data, acceptsLoss: true })).stop();
  for (const at of [data, join(folder.path, 'copy')]) {
    if (at !== data) cpSync(data, at, { recursive: true });
    expect(await run('check', { data: at })).toMatchObject({ code: 1, err: orphans });
  }
});

test('rows of the configuration that refer to a site that is not there', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  {
    await using server = await startTestServer({ data });
    const { id } = await server.given.site();
    const body = { signal: { title: 'Sale', occurred_at: '2026-03-01T00:00:00Z', external_id: 'sale' } };
    expect((await server.post(`/sites/${id}/signals`, body)).status).toBeLessThan(300);
    server.services.stores.db.run('pragma foreign_keys = off');
    server.services.stores.db.run('update signals set site_id = 99');
  }
  expect(await run('check', { data })).toMatchObject({
    code: 1,
    err: 'footfall: the configuration has 1 rows in signals that refer to sites that are not there',
  });
});

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const data = join(folder.path, 'data');
const environment = { PATH: process.env['PATH'] ?? '', HOME: folder.path };

beforeAll(async () => {
  await using server = await startTestServer({ data });
  const { id } = await server.given.site();
  await server.post(`/sites/${id}/hits`, { path: '/' });
});

/** A program that runs the sources, with lines of shell before and after. */
function program(name: string, { before = '', after = '' } = {}): string {
  const path = join(folder.path, name);
  writeFileSync(
    path,
    `#!/bin/sh\n${before}\n"${process.execPath}" "${root}/src/main.ts" "$@" || exit\n${after}\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

const check = (binary: string) => run(`upgrade-check ${binary}`, { data, environment });
const copies = () => readdirSync(tmpdir()).filter(name => name.startsWith('footfall-upgrade-'));
const contentOf = () =>
  readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(db|db-wal|duckdb|journal)$/.test(name))
    .map(name => [name, Bun.hash(readFileSync(join(data, name)))]);

test('a version that finds everything is fine; the folder stays as it is and no copy is left', async () => {
  const [before, left] = [contentOf(), copies()];
  const { code, out, err } = await check(program('new'));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^now: .*\nnew: \d+\.\d+\.\d+.*first start [\d.]+ s\nrows: 1 hits, 0 events,.*\nok: /);
  expect(contentOf()).toEqual(before);
  expect(copies()).toEqual(left);
});

test('the version that wrote the folder is named, not the one that runs the command', async () => {
  const copy = join(folder.path, 'copy-of-earlier');
  cpSync(data, copy, { recursive: true });
  const note = parseCheckedJson(readFileSync(join(copy, '0-positions.json'), 'utf8'));
  for (const [version, shown] of [
    ['0.1.7 (abc, 2026-01-01)', '0.1.7 (abc, 2026-01-01)'],
    [undefined, 'unknown version'],
  ]) {
    for (const name of ['0-positions.json', 'z-positions.json'])
      writeFileSync(join(copy, name), formatCheckedJson({ ...note, version }));
    const { out } = await run(`upgrade-check ${program('newer')}`, { data: copy, environment });
    expect(out).toStartWith(`now: ${shown}, configuration `);
  }
});

test('beside a running server too, and without its settings', async () => {
  await using _server = await startTestServer({ data, hasOwner: false });
  const spy = program('spy', { before: `env | grep FOOTFALL_ >>"${folder.path}/seen"` });
  expect((await run(`upgrade-check ${spy}`, { data, environment })).code).toBe(0);
  expect(readFileSync(join(folder.path, 'seen'), 'utf8')).toBe('');
  // It is no backup, and not recorded as one.
  const { configuration } = JSON.parse((await run('check --json', { data })).out);
  expect(configuration.rows).toMatchObject({ users: 1, last_backup: 0 });
});

test('rows that the new version lacks are named, with exit code 1', async () => {
  const lossy = program('lossy', {
    before: `if [ "$1" = check ]; then "${process.execPath}" "${root}/src/main.ts" "$@" | sed 's/"hit":1/"hit":0/; s/"users":1/"users":0/'; exit; fi`,
  });
  expect(await check(lossy)).toMatchObject({
    code: 1,
    err: 'footfall: hit: 1 rows now, 0 with the new version\nfootfall: users: 1 rows now, 0 with the new version',
  });
});

test('hits on ClickHouse are not in the folder, and not compared', async () => {
  const path = join(folder.path, 'elsewhere');
  cpSync(data, path, { recursive: true });
  writeFileSync(join(path, 'clickhouse.json'), '{}');
  const { code, err } = await run(`upgrade-check ${program('new')}`, { data: path, environment });
  expect([code, err]).toEqual([1, expect.stringContaining('the hits are on ClickHouse')]);
});

test('what does not open the copy, is no Footfall or not there is said in one line', async () => {
  const refuses = program('refuses', {
    before: '[ "$1" = user ] && { echo "footfall: this folder is of a newer version" >&2; exit 1; }',
  });
  expect(await check(refuses)).toMatchObject({
    code: 1,
    err: `footfall: ${refuses} user: this folder is of a newer version`,
  });
  expect((await check('/bin/true')).err).toBe('footfall: /bin/true is not Footfall: it reports no version');
  expect((await check('/nowhere/footfall')).err).toBe('footfall: there is no /nowhere/footfall');
  writeFileSync(join(folder.path, 'text'), 'not a program');
  expect((await check(join(folder.path, 'text'))).err).toContain('cannot be run here');
});
