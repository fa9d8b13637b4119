/** A history that moves to ClickHouse and back while the server dies by `kill -9` at random statements: each site's days are equal. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { run } from '../support/cli.ts';
import { createRandom } from '../support/random.ts';
import { aFolderWithOwner, type Process, startProcess } from '../support/server-process.ts';
import { shareClickHouse } from '../support/shared-clickhouse.ts';
import { until } from '../support/until.ts';

setDefaultTimeout(900_000);

const clickHouse = shareClickHouse();

/** Others with each run of all tests: a failure names its seed. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 18);
const KILLS = 3;

test(`there and back, killed at random statements (seed ${SEED})`, async () => {
  const { proxy } = clickHouse();
  const { url } = await clickHouse().createDatabase();
  const random = createRandom(SEED);
  using site = await aFolderWithOwner();
  const { data, api } = site;
  let server = await startProcess(data);
  for (const host of ['a', 'b']) {
    const { id } = (await api(server, 'POST', '/sites', { url: `https://${host}.example` })).body.site;
    const hits = Array.from({ length: 40 }, (_, row) => ({
      path: `/${row % 7}`,
      visitor_id: `v${row % 5}`,
    }));
    await api(server, 'POST', `/sites/${id}/hits/batch`, hits);
    await api(server, 'POST', `/sites/${id}/events`, { event: 'a.b', visitor_id: 'v1' });
  }
  /** Asks again on a machine that is busy with other tests. */
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
