/** Commands on a data folder that is damaged refuse it and change nothing: only the server mends one. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { chmodSync, cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../src/cli/main.ts';
import { run, temporaryFolder } from '../support/cli.ts';
import { DAMAGES, fingerprint, madeFolder, otherFolder } from '../support/damages.ts';
import { startTestServer } from '../support/server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const folder = temporaryFolder();
const inside = (name: string) => join(folder.path, name);
const whole = inside('whole');
const data = inside('data');
const target = inside('target');

beforeAll(async () => {
  await madeFolder(whole);
  await otherFolder(inside('other'));
  writeFileSync(inside('rows.csv'), 'path\n/\n');
  writeFileSync(inside('next'), '#!/bin/sh\necho 9.9.9\n');
  chmodSync(inside('next'), 0o755);
});
afterAll(() => folder[Symbol.dispose]());

const inflict = (what: string) => {
  for (const path of [data, target]) rmSync(path, { recursive: true, force: true });
  cpSync(whole, data, { recursive: true });
  DAMAGES.find(damage => damage.what === what)?.inflict(data, inside('other'));
};

/** Commands that open no data folder, or tell what is wrong with it. */
const OTHERS = ['serve', 'health', 'check', 'demo export', 'version', 'licenses', 'completion'];
const WORDS: Readonly<Record<string, string>> = {
  SITE_ID: '1',
  'FILE…': inside('rows.csv'),
  DIR: target,
  NEW_BINARY: inside('next'),
  'IMPORT_ID…': '1',
  KEY_ID: '1',
  SIGNUP_ID: '1',
  SOCKET: 'command.sock',
  'admin|viewer': 'viewer',
  'URL|embedded': 'embedded',
};
const wordFor = (name: string) => WORDS[name] ?? 'ann@example.org';
const LINES = COMMANDS.filter(({ name }) => !OTHERS.includes(name)).map(({ name, positionals, flags }) => [
  name === 'user set' ? 'user set --plan zen' : name,
  ...positionals.map(wordFor),
  ...Object.entries(flags).flatMap(([flag, { value, isRequired }]) =>
    isRequired ? [`--${flag}`, wordFor(value ?? '')] : [],
  ),
]);

async function expectRefusal(line: string) {
  const before = fingerprint(data);
  const found = await run('check', { data });
  const { code, out, err } = await run(line, { data });
  expect([line, code, out]).toEqual([line, 1, '']);
  expect(err).toStartWith(`footfall: the data folder ${data} is damaged: `);
  expect(err).toEndWith(
    '. Start the server, which mends what it can and logs what is lost, or restore a copy of the folder; `footfall check` lists every fault',
  );
  expect(err).not.toContain('\n');
  expect([fingerprint(data), existsSync(target)]).toEqual([before, false]);
  expect(await run('check', { data })).toEqual(found);
}

describe('a bit of a hit in the journal', () => {
  test.each(LINES.map(words => words.join(' ')))('%s', async line => {
    inflict('a bit of a hit in the middle of their journal');
    await expectRefusal(line);
  });
});

describe.each(DAMAGES.map(({ what }) => what))('without %s', what => {
  test.each(['backup', 'user list'])('%s', async command => {
    inflict(what);
    await expectRefusal(command === 'backup' ? `backup ${target}` : command);
  });
});

test('hits of sites that are not known are no damage: a backup of them is made', async () => {
  inflict('its log');
  const server = await startTestServer({ data, acceptsLoss: true });
  await server.stop();
  expect((await run('check', { data })).err).toBe(
    'footfall: hits of sites that the configuration does not know: 1 such sites',
  );
  expect(await run(`backup ${target}`, { data })).toMatchObject({ code: 0, err: '' });
});
