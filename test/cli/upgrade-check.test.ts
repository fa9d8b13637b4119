/** A copy of the folder, opened by another program: here by one that runs from the sources, and by ones that fail. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, temporaryFolder } from '../support/cli.ts';
import { startTestServer } from '../support/server.ts';
import { root } from '../support/source-tree.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const data = join(folder.path, 'data');
const environment = { PATH: process.env['PATH'] ?? '', HOME: folder.path };

beforeAll(async () => {
  await using server = await startTestServer({ data });
  const { id } = await server.given.site();
  await server.api('POST', `/sites/${id}/hits`, { body: { path: '/' } });
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
