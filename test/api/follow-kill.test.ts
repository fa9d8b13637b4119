/** A log that is followed while server and command are killed (`kill -9`) at random times: every line counts, and once. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { appendFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toDay } from '../../src/lib/time.ts';
import { DAY_MS } from '../../src/lib/time-units.ts';
import { temporaryFolder } from '../support/cli.ts';
import { line as pageLine } from '../support/followed-log.ts';
import { FUZZ_SEED, fuzzCases } from '../support/fuzz.ts';
import { createRandom } from '../support/random.ts';
import { aFolderWithOwner, startProcess } from '../support/server-process.ts';
import { root } from '../support/source-tree.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';
import { until } from '../support/until.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const ROUNDS = fuzzCases(40) + 2;
const VICTIMS = ['server', 'command', 'both'] as const;

/** A line of yesterday, by the clock of the machine. */
const yesterday = new Date(Date.now() - DAY_MS);
const MONTH = yesterday.toLocaleString('en', { month: 'short', timeZone: 'UTC' });
const DAY = `${toDay(yesterday, 'UTC').slice(8)}/${MONTH}/${yesterday.getUTCFullYear()}`;
const line = (page: number): string => pageLine(page).replace('10/Mar/2026', DAY);

test('no line of a followed log is lost, and none counts twice', async () => {
  using folder = await aFolderWithOwner();
  using logs = temporaryFolder();
  const log = join(logs.path, 'access.log');
  const { next, pick } = createRandom(FUZZ_SEED);
  const start = () => startProcess(folder.data);
  let server = await start();
  const { body } = await folder.api(server, 'POST', '/sites', { url: 'https://a.example' });
  const { id } = body.site;
  const follow = () => {
    const words = ['import', String(id), log, '--follow', '--data', folder.data];
    return Bun.spawn([process.execPath, join(root, 'src/main.ts'), ...words], {
      ...{ env: { PATH: '/usr/bin:/bin' }, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
    });
  };
  writeFileSync(log, '');
  let command = follow();
  let written = 0;
  const count = async (more = '') => {
    const range = `start_date=${toDay(yesterday, 'UTC')}&end_date=${toDay(yesterday, 'UTC')}`;
    return (await folder.api(server, 'GET', `/sites/${id}/hits?${range}&per_page=1${more}`)).body.pagination
      .total_count;
  };
  /** Writes lines, of which one is in the middle of being written for a moment. */
  const write = async () => {
    for (let pieces = 1 + next(4); pieces > 0; pieces--) {
      const text = Array.from({ length: 1 + next(300) }, () => line(written++)).join('');
      const cut = next(text.length);
      appendFileSync(log, text.slice(0, cut));
      await Bun.sleep(next(50));
      appendFileSync(log, text.slice(cut));
    }
  };
  // What is rotated before a log was ever read is no part of it.
  await write();
  await until(async () => (await count()) === written);
  for (let round = 0; round < ROUNDS; round++) {
    await write();
    if (next(3) === 0) {
      if (existsSync(`${log}.1`)) renameSync(`${log}.1`, `${log}.2`);
      renameSync(log, `${log}.1`);
      writeFileSync(log, '');
      await write();
    }
    await Bun.sleep(next(1500));
    const victim = pick(VICTIMS);
    if (victim !== 'command') server.kill();
    if (victim !== 'server') command.kill('SIGKILL');
    await write();
    if (victim !== 'command') {
      await server.ended;
      server = await start();
    }
    if (victim !== 'server') {
      await command.exited;
      command = follow();
    }
    // The next log may take the place of the one before, which must have been read by then.
    const so = written;
    await until(async () => {
      // As a service manager does: it ends where the server was gone when it began.
      if (command.exitCode !== null) command = follow();
      return (await count()) >= so;
    });
  }
  expect([await count(), await count('&group_by=path')]).toEqual([written, written]);
  command.kill();
  await command.exited;
  await server.stop();
});
