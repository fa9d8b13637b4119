/** Resident memory: idle, after a day's traffic of a busy site, and during every report of all time. */
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import type { Fixture } from './fixture.ts';
import { readMemory, resetPeak } from './machine.ts';
import { listRanges, listReportCases } from './report-queries.ts';
import { callApi, createKey, createSite, type Server, startServer } from './server.ts';
import { runSteadily } from './steady.ts';
import { formatNumber, type Row, type Section } from './table.ts';
import { collectRequests } from './visits.ts';

const DAY_HITS = 100_000;
const DAY_HITS_A_SECOND = 4_000;
const SETTLE_MS = 3_000;
const IDLE_MIB = 160;
const DAY_MIB = 400;
const ROUNDS = 3;

export async function measureMemory(bench: BenchContext, fixture: Fixture): Promise<Section> {
  const settings = { FOOTFALL_MEMORY_LIMIT: bench.memoryLimit, FOOTFALL_TRUSTED_PROXIES: '127.0.0.0/8' };
  bench.log('memory of a quiet server and of a busy day');
  const small = await startServer(bench, { data: join(bench.folder, 'quiet'), settings });
  const rows = await measureDay(bench, small);
  await small.stop();
  bench.log('memory during reports');
  const big = await startServer(bench, { data: fixture.data, settings });
  rows.push(...(await measureReports(bench, big, fixture)));
  await big.stop();
  return {
    title: `Resident memory, MiB (FOOTFALL_MEMORY_LIMIT=${bench.memoryLimit})`,
    reference: 'peak',
    rows,
    notes: [
      'The limit is for the analytics engine; the program itself comes on top. The peak is the highest value since the line before.',
    ],
  };
}

/** Now and the highest since the last call, as a row. */
function toRow(what: string, { pid }: Server, aimMiB?: number): Row {
  const { nowMiB, peakMiB } = readMemory(pid);
  resetPeak(pid);
  const aim = aimMiB === undefined ? {} : { aim: `under ${formatNumber(aimMiB)}`, isMet: nowMiB < aimMiB };
  return { what, ours: formatNumber(nowMiB), reference: formatNumber(peakMiB), ...aim };
}

async function measureDay(bench: BenchContext, server: Server): Promise<Row[]> {
  await Bun.sleep(SETTLE_MS);
  const rows = [toRow('idle, empty folder', server, IDLE_MIB)];
  const site = await createSite(server, await createKey(server));
  const hits = Math.min(DAY_HITS, Math.max(1_000, bench.hits));
  const load = await runSteadily({
    url: server.url,
    perSecond: DAY_HITS_A_SECOND,
    connections: 32,
    seconds: hits / DAY_HITS_A_SECOND,
    requests: collectRequests(site.uid, Math.min(hits, 50_000)),
  });
  if (load.failures > 0) throw new Error(`${load.failures} page reports failed`);
  return [...rows, toRow(`after ${formatNumber(hits)} page reports of 20,000 visitors`, server, DAY_MIB)];
}

async function measureReports(bench: BenchContext, server: Server, fixture: Fixture): Promise<Row[]> {
  await Bun.sleep(SETTLE_MS);
  const hits = formatNumber(bench.hits);
  const rows = [toRow(`idle, ${hits} hits`, server, IDLE_MIB)];
  for (const range of listRanges(bench)) {
    const requests = listReportCases(range, Math.max(2, Math.floor(bench.hits / 1200))).map(
      ({ query }) =>
        () =>
          callApi(server, fixture.key, { path: `/sites/${fixture.siteId}/hits?${query}` }),
    );
    for (let round = 0; round < ROUNDS; round++) {
      // Four at once, as a dashboard does.
      for (let start = 0; start < requests.length; start += 4) {
        await Promise.all(requests.slice(start, start + 4).map(request => request()));
      }
    }
    const what = `during and after every report, ${range.name}, ${hits} hits`;
    rows.push(range.name === 'all time' ? heldAgainstLimit(bench, toRow(what, server)) : toRow(what, server));
  }
  await Bun.sleep(SETTLE_MS);
  return [...rows, toRow('a moment later', server)];
}

function heldAgainstLimit({ memoryLimit }: BenchContext, row: Row): Row {
  const [, amount = '', unit = ''] = /^(\d+)(MB|GB)$/.exec(memoryLimit) ?? [];
  const limitMiB = (Number(amount) * (unit === 'GB' ? 1e9 : 1e6)) / 1024 ** 2;
  if (!(limitMiB > 0)) return row;
  return {
    ...row,
    aim: `peak under ${memoryLimit}`,
    isMet: Number(row.reference?.replaceAll(',', '')) < limitMiB,
  };
}
