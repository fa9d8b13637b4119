/**
 * A history that moves to ClickHouse and back while the server, ClickHouse or the command dies by `kill -9` at random
 * statements: each site's days are equal.
 */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { run } from '../support/cli.ts';
import { FUZZ_SEED, IS_LONG } from '../support/fuzz.ts';
import { createRandom } from '../support/random.ts';
import { aFolderWithOwner, type Process, startProcess } from '../support/server-process.ts';
import { shareClickHouse } from '../support/shared-clickhouse.ts';
import { root } from '../support/source-tree.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';
import { until } from '../support/until.ts';

const clickHouse = shareClickHouse();
setDefaultTimeout(TIME_LIMIT_MS);

/** Each way, at statements that the seed picks. */
const KILLS = IS_LONG ? 3 : 1;

/** Two sites with hits and events, and what reads them by day and by page. */
async function aHistory() {
  const site = await aFolderWithOwner();
  const { data, api } = site;
  const server = await startProcess(data);
  for (const host of ['a', 'b']) {
    const { id } = (await api(server, 'POST', '/sites', { url: `https://${host}.example` })).body.site;
    const hits = Array.from({ length: 40 }, (_, row) => ({ path: `/${row % 7}`, visitor_id: `v${row % 5}` }));
    await api(server, 'POST', `/sites/${id}/hits/batch`, hits);
    await api(server, 'POST', `/sites/${id}/events`, { event: 'a.b', visitor_id: 'v1' });
  }
  /** Asks again on a machine that is busy with other tests, or while ClickHouse is away. */
  const read = async (from: Process, path: string) => {
    let answer = await api(from, 'GET', path);
    await until(async () => {
      if (answer.status === 503) answer = await api(from, 'GET', path);
      return answer.status !== 503;
    });
    return answer.body;
  };
  const readDays = async (from: Process) =>
    Promise.all(
      [1, 2].flatMap(id =>
        ['hits?group_by=date', 'events?group_by=date', 'hits?group_by=path'].map(report =>
          read(from, `/sites/${id}/${report}`),
        ),
      ),
    );
  return { ...site, server, readDays };
}

test(`there and back, killed at random statements (seed ${FUZZ_SEED})`, async () => {
  const { proxy } = clickHouse();
  const { url } = await clickHouse().createDatabase();
  const random = createRandom(FUZZ_SEED);
  using history = await aHistory();
  const { data, readDays } = history;
  let { server } = history;
  const before = await readDays(server);
  const moveWithKills = async (to: string, hitsUrl?: string) => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      let left = 1 + random.next(hitsUrl === undefined ? 30 : 6);
      const victim = server;
      const moment = random.pick(['lost answer', 'lost connection'] as const);
      proxy.failWith(() => {
        left -= 1;
        if (left > 0) return undefined;
        victim.kill();
        return moment;
      });
      const moved = await run(`move-hits --to ${to}`, { data });
      proxy.failWith(() => undefined);
      if (left > 0) expect(moved.code).toBe(0);
      victim.kill();
      await victim.ended;
      // A move that ended before the kill has stored them already.
      const isBack = hitsUrl !== undefined && left > 0;
      server = await startProcess(data, isBack ? undefined : hitsUrl);
      expect(await readDays(server)).toEqual(before);
      if (isBack) return;
    }
    expect(await run(`move-hits --to ${to}`, { data })).toMatchObject({ code: 0 });
    await server.stop();
    server = await startProcess(data, hitsUrl === undefined ? url : undefined);
    expect(await readDays(server)).toEqual(before);
  };
  await moveWithKills(url);
  await moveWithKills('embedded', url);
  await server.stop();
  expect(await run('check', { data })).toMatchObject({ code: 0, err: '' });
});

/** What is killed at a statement; the answer resolves once it is, and is there again. */
type Kill = (move: { kill(): void }) => Promise<void>;

const VICTIMS: Readonly<Record<string, Kill>> = {
  'ClickHouse is killed': async () => {
    await clickHouse().server.kill();
    await clickHouse().server.restart();
  },
  'the command is killed': async move => move.kill(),
};

test.each(Object.entries(VICTIMS))(
  `there and back, while %s at random statements (seed ${FUZZ_SEED})`,
  async (_, kill) => {
    const { proxy } = clickHouse();
    const { url } = await clickHouse().createDatabase();
    const random = createRandom(FUZZ_SEED);
    using history = await aHistory();
    const { data, readDays } = history;
    let { server } = history;
    const before = await readDays(server);
    const startMove = (to: string) =>
      Bun.spawn([process.execPath, join(root, 'src/main.ts'), 'move-hits', '--to', to, '--data', data], {
        stdout: 'ignore',
        stderr: 'ignore',
      });
    for (const [to, statements] of [
      [url, 30],
      ['embedded', 4],
    ] as const) {
      for (let round = 0; round < KILLS; round += 1) {
        let left = 1 + random.next(statements);
        let killed: Promise<void> | undefined;
        const moment = random.pick(['lost answer', undefined] as const);
        const move = startMove(to);
        proxy.failWith(() => {
          left -= 1;
          if (left > 0 || killed) return undefined;
          killed = kill({ kill: () => move.kill('SIGKILL') });
          return moment;
        });
        const code = await move.exited;
        await killed;
        proxy.failWith(() => undefined);
        // One that has ended has moved all.
        if (code === 0) break;
        if (to === url) expect(await readDays(server)).toEqual(before);
      }
      const { code, err } = await run(`move-hits --to ${to}`, { data });
      // One that lost its command may have come to its end.
      if (code !== 0)
        expect([to, err]).toEqual(['embedded', expect.stringContaining('estart the server without')]);
      await server.stop();
      server = await startProcess(data, to === 'embedded' ? undefined : url);
      expect(await readDays(server)).toEqual(before);
    }
    await server.stop();
    expect(await run('check', { data })).toMatchObject({ code: 0, err: '' });
  },
);
