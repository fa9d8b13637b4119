/** A history that moves to ClickHouse and back while the server dies by `kill -9` at random statements: each site's days are equal. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type ChdbServer, startChdbServer } from '../support/chdb.ts';
import { run } from '../support/cli.ts';
import { createDatabase } from '../support/clickhouse-hit-store.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { createRandom } from '../support/random.ts';
import { aFolderWithOwner, type Process, startProcess } from '../support/server-process.ts';

setDefaultTimeout(900_000);

let clickHouse: ChdbServer;
let proxy: FaultProxy;
beforeAll(async () => {
  clickHouse = await startChdbServer();
  proxy = await startFaultProxy(clickHouse.url);
});
afterAll(async () => {
  proxy.stop();
  await clickHouse.stop();
});

/** Others with each run of all tests: a failure names its seed. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 18);
const KILLS = 3;

test(`there and back, killed at random statements (seed ${SEED})`, async () => {
  await createDatabase(clickHouse.url, 'moves');
  const url = `clickhouse+http://${new URL(proxy.url).host}/moves`;
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
  const readDays = async (from: Process) =>
    Promise.all(
      [1, 2].flatMap(id =>
        ['hits?group_by=date', 'events?group_by=date', 'hits?group_by=path'].map(
          async report => (await api(from, 'GET', `/sites/${id}/${report}`)).body,
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
