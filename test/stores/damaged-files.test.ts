/** Each file of a data folder, damaged: the check names it, or a server shows the same figures as before. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { checkFolder } from '../../src/compose/check.ts';
import { createFollowStates } from '../../src/features/imports/follow-states.ts';
import { formatCheckedJson, parseCheckedJson } from '../../src/lib/checked-json.ts';
import { openAcmeStore } from '../../src/server/tls/acme/acme-store.ts';
import { readClickHouseFile, writeClickHouseFile } from '../../src/stores/clickhouse-file.ts';
import { startTestServer } from '../support/server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';
import { temporaryPath } from './durability-folder.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const place = temporaryPath();
const whole = join(place.path, 'whole');
const copy = join(place.path, 'copy');
afterAll(() => place[Symbol.dispose]());

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const FOLLOWED = 'imports/follow-1-0123456789abcdef.json';
let key = '';

/** Starts a server, where a browser visits a page once more. Returns the figures, and what was logged. */
async function visit(data: string) {
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: line => void logged.push(JSON.parse(line).msg) });
  await using server = await startTestServer({ data, log });
  if (key === '') key = server.owner.full;
  const [site = await server.given.site({}, key)] = (await server.api('GET', '/sites', { key })).body.sites;
  await fetch(`${server.url}/page/${site.uid}`, {
    method: 'POST',
    headers: { 'user-agent': BROWSER },
    body: '{"url":"https://shop.example/visited"}',
  });
  const goals = (await server.api('GET', `/sites/${site.id}/goals`, { key })).body.goals.length;
  const { hits, summary } = (await server.api('GET', `/sites/${site.id}/hits?group_by=path`, { key })).body;
  return { figures: { goals, hits, summary }, logged, server };
}

beforeAll(async () => {
  const { server } = await visit(whole);
  {
    await using again = await startTestServer({ data: whole, clock: server.clock });
    const rows = Array.from({ length: 300 }, (_, n) => ({ path: `/${n}`, visitor_id: `v${n}` }));
    await again.given.hits(1, rows, key);
    await again.services.stores.hits.maintain({ force: true });
    await again.services.stores.db.checkpoint({ force: true });
    await again.given.hits(1, rows.slice(0, 50), key);
    await again.api('POST', '/sites/1/goals', { key, body: { name: 'goal', path: '/1' } });
  }
  const { pathOf } = { pathOf: (...names: string[]) => join(whole, ...names) };
  mkdirSync(pathOf('imports'));
  await createFollowStates({ pathOf }).saveTo(pathOf(FOLLOWED), { position: null, pending: null });
});

const BITS = [0.01, 0.5, 0.99];
const flip = (bytes: Buffer, share: number) => {
  const at = Math.floor(bytes.length * share);
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  return bytes;
};
type Change = (bytes: Buffer) => Buffer | undefined;
const CHANGES: readonly (readonly [what: string, change: Change])[] = [
  ...BITS.map((share): [string, Change] => [`a bit at ${share}`, bytes => flip(bytes, share)]),
  ['cut in half', bytes => bytes.subarray(0, bytes.length >> 1)],
  ['emptied', () => Buffer.alloc(0)],
  ['of other bytes', bytes => Buffer.alloc(bytes.length || 700, 0x5a)],
];
const DAMAGES: typeof CHANGES = [...CHANGES, ['removed', () => undefined]];

function copyWhole(): void {
  rmSync(copy, { recursive: true, force: true });
  cpSync(whole, copy, { recursive: true });
}

function inflict(file: string, change: Change): void {
  const bytes = change(readFileSync(file));
  if (bytes === undefined) rmSync(file);
  else writeFileSync(file, bytes);
}

test.each(DAMAGES)('each file: %s', async (_what, change) => {
  copyWhole();
  const { figures } = await visit(copy);
  const names = readdirSync(whole, { recursive: true, encoding: 'utf8' }).filter(name =>
    /^[\w-]+\.(?:\w+\.)?[\w-]+$|^imports\/./.test(name),
  );
  const unnoticed: unknown[] = [];
  for (const name of names) {
    copyWhole();
    inflict(join(copy, name), change);
    const { faults, warnings } = await checkFolder(copy);
    if (faults.length + warnings.length > 0) continue;
    const found = await visit(copy).catch(error => ({ figures: String(error) }));
    if (!Bun.deepEquals(found.figures, figures)) unnoticed.push([name, found.figures]);
  }
  expect(unnoticed).toEqual([]);
});

test.each([
  ['of other bytes', 'salt.db is damaged: visitors of today who have no id of their own count once more'],
  ['removed', 'salt.db is missing: visitors of today who have no id of their own count once more'],
])('the log says what a salt %s means', async (what, message) => {
  copyWhole();
  inflict(join(copy, 'salt.db'), DAMAGES.find(([name]) => name === what)?.[1] ?? (() => undefined));
  expect((await visit(copy)).logged).toEqual([message]);
});

test.each(CHANGES)('where the hits are, when not in the folder: %s', async (_what, change) => {
  copyWhole();
  const pathOf = (...names: string[]) => join(copy, ...names);
  const content = { location: 'clickhouse.example/footfall', isOpened: true };
  writeClickHouseFile({ pathOf, temporary: name => pathOf('tmp', name) }, content);
  expect(readClickHouseFile({ pathOf })).toEqual(content);
  inflict(pathOf('clickhouse.json'), change);
  const fault = `${pathOf('clickhouse.json')}, which says that the hits are on ClickHouse and where, is damaged: restore it from a copy of the folder`;
  expect((await checkFolder(copy)).faults).toEqual([fault]);
  expect(visit(copy)).rejects.toThrow(fault);
});

test('where the hits are, when not in the folder: removed', async () => {
  copyWhole();
  for (const name of ['0-positions.json', 'z-positions.json']) {
    const note = parseCheckedJson(readFileSync(join(copy, name), 'utf8'));
    const text = formatCheckedJson({ ...note, hitsLocation: 'clickhouse.example/footfall' });
    writeFileSync(join(copy, name), text);
  }
  const fault =
    'clickhouse.json is missing: the hits are on ClickHouse (clickhouse.example/footfall), and reports have none of them unless FOOTFALL_HITS_URL is set';
  expect((await checkFolder(copy)).faults).toEqual([fault]);
  expect((await visit(copy)).logged).toContain(fault);
});

test.each(DAMAGES)('an account at an authority, and its attempts: %s', (_what, change) => {
  const path = join(place.path, 'tls');
  const store = openAcmeStore(path);
  const { url } = store.readAccount('https://authority.example');
  store.writeAttempts({ failures: 3, nextAt: '2026-03-10T12:00:00.000Z' });
  for (const name of ['account.json', 'attempts.json']) inflict(join(path, name), change);
  expect(store.readAttempts()).toEqual({ failures: 0, nextAt: null });
  expect(store.readAccount('https://authority.example').url).toBe(url);
});
