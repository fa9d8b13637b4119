/** A folder that is not whole is refused with one line, or has everything again; nothing starts silently with less. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { checkRunning } from '../../src/compose/check.ts';
import { DAMAGES, type Damage, madeFolder, otherFolder } from '../support/damages.ts';
import { startTestServer } from '../support/server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';
import { temporaryPath } from './durability-folder.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const place = temporaryPath();
const data = join(place.path, 'data');
const other = join(place.path, 'other');
const copy = join(place.path, 'copy');

beforeAll(async () => {
  await madeFolder(data);
  await otherFolder(other);
});
afterAll(() => place[Symbol.dispose]());

/** Starts a server on a folder: why it is refused, or the hits that it has and the errors in its log. */
async function start(folder: string) {
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(JSON.parse(line).msg) });
  const server = await startTestServer({ data: folder, log }).catch((error: Error) => error);
  if (server instanceof Error) return { refusal: server.message };
  await using running = server;
  return { hits: checkRunning(await running.services.stores.check()).hits.rows?.hit, errors };
}

/** What a start must come to. */
const expected = ({ start }: Damage) => {
  if ('refusal' in start) return { refusal: expect.stringMatching(start.refusal) };
  const lost = expect.stringMatching(/their ids are not given again|the journal of hits was damaged/);
  const { hits } = start;
  return { hits, errors: hits < 3 ? expect.arrayContaining([lost]) : expect.not.arrayContaining([lost]) };
};

test('a whole folder starts with everything and no error', async () => {
  expect(await start(data)).toEqual({ hits: 3, errors: [] });
});

test.each(DAMAGES.map(damage => [damage.what, damage] as const))('without %s', async (_what, damage) => {
  rmSync(copy, { recursive: true, force: true });
  cpSync(data, copy, { recursive: true });
  damage.inflict(copy, other);
  const started = await start(copy);
  expect(started).toEqual(expected(damage));
  expect(started.refusal ?? '').not.toContain('\n');
});
