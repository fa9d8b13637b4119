/** Resident memory: idle, after a day's traffic of a busy site, and while everything is asked about all time. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryOf } from './machine.ts';
import { questionsOf, rangesOf } from './questions.ts';
import { callApi, createKey, createSite, type Server, startServer } from './server.ts';
import { runSteadily } from './steady.ts';
import { figure, type Row, type Section } from './table.ts';
import { collectRequests } from './visits.ts';
import type { Workplace } from './workplace.ts';
import type { World } from './world.ts';

const DAY_HITS = 100_000;
const DAY_HITS_A_SECOND = 4_000;
const SETTLE_MS = 3_000;
const IDLE_MIB = 160;
const DAY_MIB = 400;
const ROUNDS = 3;

export async function measureMemory(place: Workplace, world: World): Promise<Section> {
  const settings = { FOOTFALL_MEMORY_LIMIT: place.memoryLimit, FOOTFALL_TRUSTED_PROXIES: '127.0.0.0/8' };
  place.tell('memory of a quiet server and of a busy day');
  const small = await startServer(place, { data: join(place.folder, 'quiet'), settings });
  const rows = await measureDay(place, small);
  await small.stop();
  place.tell('memory during reports');
  const big = await startServer(place, { data: world.data, settings });
  rows.push(...(await measureReports(place, big, world)));
  await big.stop();
  return {
    title: `Resident memory, MiB (FOOTFALL_MEMORY_LIMIT=${place.memoryLimit})`,
    reference: 'peak',
    rows,
    notes: [
      'The limit is for the analytics engine; the program itself comes on top. The peak is the highest value since the line before.',
    ],
  };
}

/** Now and the highest since the last call, as a row. */
function rowOf(what: string, { pid }: Server, aimMiB?: number): Row {
  const { nowMiB, peakMiB } = memoryOf(pid);
  // Written to this file, 5 resets the highest value that the system remembers.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const aim = aimMiB === undefined ? {} : { aim: `under ${figure(aimMiB)}`, isMet: nowMiB < aimMiB };
  return { what, ours: figure(nowMiB), reference: figure(peakMiB), ...aim };
}

async function measureDay(place: Workplace, server: Server): Promise<Row[]> {
  await Bun.sleep(SETTLE_MS);
  const rows = [rowOf('idle, empty folder', server, IDLE_MIB)];
  const site = await createSite(server, await createKey(server));
  const hits = Math.min(DAY_HITS, Math.max(1_000, place.hits));
  const load = await runSteadily({
    url: server.url,
    perSecond: DAY_HITS_A_SECOND,
    connections: 32,
    seconds: hits / DAY_HITS_A_SECOND,
    requests: collectRequests(site.uid, Math.min(hits, 50_000)),
  });
  if (load.failures > 0) throw new Error(`${load.failures} page reports failed`);
  return [...rows, rowOf(`after ${figure(hits)} page reports of 20,000 visitors`, server, DAY_MIB)];
}

async function measureReports(place: Workplace, server: Server, world: World): Promise<Row[]> {
  await Bun.sleep(SETTLE_MS);
  const hits = figure(place.hits);
  const rows = [rowOf(`idle, ${hits} hits`, server, IDLE_MIB)];
  for (const range of rangesOf(new Date())) {
    const asks = questionsOf(range, Math.max(2, Math.floor(place.hits / 1200))).map(
      ({ query }) =>
        () =>
          callApi(server, world.key, { path: `/sites/${world.siteId}/hits?${query}` }),
    );
    for (let round = 0; round < ROUNDS; round++) {
      // Four at once, as a dashboard asks.
      for (let start = 0; start < asks.length; start += 4) {
        await Promise.all(asks.slice(start, start + 4).map(ask => ask()));
      }
    }
    const what = `during and after every report, ${range.name}, ${hits} hits`;
    rows.push(range.name === 'all time' ? heldAgainstLimit(place, rowOf(what, server)) : rowOf(what, server));
  }
  await Bun.sleep(SETTLE_MS);
  return [...rows, rowOf('a moment later', server)];
}

function heldAgainstLimit({ memoryLimit }: Workplace, row: Row): Row {
  const [, amount = '', unit = ''] = /^(\d+)(MB|GB)$/.exec(memoryLimit) ?? [];
  const limitMiB = (Number(amount) * (unit === 'GB' ? 1e9 : 1e6)) / 1024 ** 2;
  if (!(limitMiB > 0)) return row;
  return {
    ...row,
    aim: `peak under ${memoryLimit}`,
    isMet: Number(row.reference?.replaceAll(',', '')) < limitMiB,
  };
}
