/**
 * The same rows on both engines: a history that moves to ClickHouse and back, every report in turns, hits accepted, and how far
 * their delivery is behind. ClickHouse is the engine that tests use, behind its own HTTP; it runs one statement at a time.
 */
import { type ChdbServer, chdbObstacle, startChdbServer } from '../../test/support/chdb.ts';
import type { BenchContext } from './context.ts';
import { copyFixture, type Fixture } from './fixture.ts';
import { type LoadResult, runLoad, writeMix, wrkObstacle } from './load.ts';
import { readCpuMs } from './machine.ts';
import { listRanges, listReportCases, type Range } from './report-queries.ts';
import { callApi, runProgram, type Server, startServer } from './server.ts';
import { runSteadily } from './steady.ts';
import { formatCosts, formatNumber, formatSpread, type Row, type Section, summarize } from './table.ts';
import { batchRequests, createRequests, hitBody } from './visits.ts';

const REPORT_RATIO = 2;
const REPORT_MS = 60;
const MOVE_SECONDS = 120;
const MOVE_HITS = 10_000_000;
const DELIVERED_A_SECOND = 5000;
const BEHIND_SECONDS = 2;
const BATCH_ROWS = 50;
const CONNECTIONS = 64;
const MIX_SIZE = 2000;

/** Why the section cannot be measured; undefined when it can. */
export const clickHouseObstacle = (): string | undefined => wrkObstacle() ?? chdbObstacle();

interface Engines {
  readonly clickHouse: Server;
  readonly embedded: Server;
}
type EngineName = keyof Engines;
const ENGINES: readonly EngineName[] = ['clickHouse', 'embedded'];

export async function measureClickHouse(bench: BenchContext, original: Fixture): Promise<Section> {
  const chdb = await startChdbServer({ compiles: true });
  bench.atEnd(() => chdb.stop());
  const fixture = copyFixture(bench, original);
  const moved = await moveThere(bench, fixture, chdb);
  const engines = {
    clickHouse: moved.server,
    embedded: await startServer(bench, { data: copyFixture(bench, original, 'embedded').data }),
  };
  const processes = {
    clickHouse: [engines.clickHouse.pid, chdb.pid()],
    embedded: [engines.embedded.pid],
  };
  const reports = await measureReports(bench, fixture, { engines, processes });
  const accepted = await measureAccepted(bench, fixture, engines);
  const behind = await measureBehind(bench, fixture, engines.clickHouse);
  await engines.embedded.stop();
  const back = await moveBack(bench, engines.clickHouse);
  return {
    title: `Hits on ClickHouse, ${bench.hits.toLocaleString('en')} of one site, milliseconds of ${bench.requests} requests`,
    reference: 'embedded engine',
    rows: [...reports, ...accepted, behind, ...moved.rows, back],
    notes: [
      'In brackets: processor time of a request, of the server and the engine together. On a quiet machine no answer takes longer, so a target is met by either.',
      'A hit comes in on both engines before every request. The first answers of both were compared and are equal.',
      'ClickHouse is its engine alone (chdb) on the same machine: it takes its share of the cores, and runs one statement at a time.',
    ],
  };
}

const toMoveRow = (bench: BenchContext, what: string, seconds: number): Row => ({
  what: `${what}, seconds`,
  ours: formatNumber(seconds),
  aim: `under ${MOVE_SECONDS} for 10 M hits`,
  ...(bench.hits >= MOVE_HITS && { isMet: seconds < MOVE_SECONDS }),
});

const timeSeconds = async <T>(
  work: () => Promise<T>,
): Promise<{ readonly seconds: number; readonly result: T }> => {
  const startedNs = Bun.nanoseconds();
  const result = await work();
  return { seconds: (Bun.nanoseconds() - startedNs) / 1e9, result };
};

/** Moves the history of a data folder beside its server, and starts the server that has it on ClickHouse. */
async function moveThere(bench: BenchContext, { data }: Fixture, { url }: ChdbServer) {
  const address = `clickhouse+${url}/bench`;
  await fetch(url, { method: 'POST', body: 'create database bench' });
  const embedded = await startServer(bench, { data });
  bench.log('moving the history to ClickHouse');
  const copied = await timeSeconds(() => runProgram(bench, ['move-hits', '--to', address, '--data', data]));
  await embedded.stop();
  const started = await timeSeconds(() =>
    startServer(bench, { data, settings: { FOOTFALL_HITS_URL: address } }),
  );
  return {
    server: started.result,
    rows: [
      toMoveRow(bench, 'moving the history to ClickHouse beside its server', copied.seconds),
      { what: 'the start after it, seconds', ours: formatNumber(started.seconds) },
    ],
  };
}

async function moveBack(bench: BenchContext, server: Server): Promise<Row> {
  bench.log('moving the history back');
  const { seconds } = await timeSeconds(() =>
    runProgram(bench, ['move-hits', '--to', 'embedded', '--data', server.data]),
  );
  await server.stop();
  return toMoveRow(bench, 'moving it back', seconds);
}

interface Report {
  readonly name: string;
  readonly path: string;
}

/** Every report of the section `reports`, and those of visits and journeys. */
function listReports({ siteId }: Fixture, range: Range): Report[] {
  const cases = listReportCases(range, 2);
  const reports: readonly (readonly [name: string, address: string])[] = [
    ...cases.map(({ name, query }) => [name, `hits?${query}`] as const),
    ['by date, with engagement', `hits?${range.dates}&group_by=date&include_engagement=true`],
    [
      'by path, of visits that a source began',
      `hits?${range.dates}&group_by=path&attribution=visit&source=Google`,
    ],
    ['overview', `overview?${range.dates}`],
    ['journeys', `user_journeys?${range.dates}`],
  ];
  return reports.map(([name, address]) => ({
    name: `${name}, ${range.name}`,
    path: `/sites/${siteId}/${address}`,
  }));
}

/** Servers, and the processes that work for them. */
interface Measured {
  readonly engines: Engines;
  readonly processes: Readonly<Record<EngineName, readonly number[]>>;
}

/** What each request of a report took. */
interface Times {
  readonly ms: number[];
  readonly cpuMs: number[];
}

const sumCpuMs = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + readCpuMs(pid), 0);

async function measureReports(
  bench: BenchContext,
  fixture: Fixture,
  { engines, processes }: Measured,
): Promise<Row[]> {
  const reports = listRanges(bench).flatMap(range => listReports(fixture, range));
  bench.log('comparing the answers of every report');
  for (const { name, path } of reports) {
    const [ours, theirs] = [
      await callApi(engines.clickHouse, fixture.key, { path }),
      await callApi(engines.embedded, fixture.key, { path }),
    ];
    if (ours.text !== theirs.text)
      throw new Error(
        `${name}: the engines differ\n${ours.text.slice(0, 1000)}\n${theirs.text.slice(0, 1000)}`,
      );
  }
  const rows: Row[] = [];
  let written = 0;
  for (const { name, path } of reports) {
    bench.log(`timing ${name}`);
    const times: Record<EngineName, Times> = {
      clickHouse: { ms: [], cpuMs: [] },
      embedded: { ms: [], cpuMs: [] },
    };
    for (let round = 0; round < bench.requests; round++) {
      const body = hitBody(written++);
      for (const engine of ENGINES) {
        await callApi(engines[engine], fixture.key, { path: `/sites/${fixture.siteId}/hits`, body });
        const beforeMs = sumCpuMs(processes[engine]);
        times[engine].ms.push((await callApi(engines[engine], fixture.key, { path })).ms);
        times[engine].cpuMs.push(sumCpuMs(processes[engine]) - beforeMs);
      }
    }
    rows.push(toReportRow(name, times));
  }
  return rows;
}

const findMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const meetsTarget = (ours: number, reference: number): boolean =>
  ours < REPORT_MS || ours <= REPORT_RATIO * reference;

function toReportRow(name: string, { clickHouse, embedded }: Readonly<Record<EngineName, Times>>): Row {
  const [ours, reference] = [summarize(clickHouse.ms), summarize(embedded.ms)];
  const [oursCpu, referenceCpu] = [findMean(clickHouse.cpuMs), findMean(embedded.cpuMs)];
  return {
    what: name,
    ours: formatCosts(ours, oursCpu),
    reference: formatCosts(reference, referenceCpu),
    ratio: formatCosts(ours.median / reference.median, oursCpu / referenceCpu),
    aim: `at most ${REPORT_RATIO} ×, or under ${REPORT_MS}`,
    isMet: meetsTarget(ours.median, reference.median) || meetsTarget(oursCpu, referenceCpu),
  };
}

/** Single hits, as many as are accepted, in turns. */
async function measureAccepted(bench: BenchContext, fixture: Fixture, engines: Engines): Promise<Row[]> {
  const mix = writeMix(bench, 'accepted', createRequests(fixture.spare.id, fixture.key, MIX_SIZE));
  const rounds: Record<EngineName, LoadResult[]> = { clickHouse: [], embedded: [] };
  for (let round = 1; round <= bench.rounds; round++)
    for (const engine of ENGINES) {
      bench.log(`single hits, round ${round} of ${bench.rounds}`);
      const { url } = engines[engine];
      const result = await runLoad({ url, mix, connections: CONNECTIONS, seconds: bench.seconds });
      if (result.failures > 0) throw new Error(`${result.failures} hits were not accepted`);
      rounds[engine].push(result);
      await waitUntilDelivered(engines.clickHouse);
    }
  const both = (pick: (result: LoadResult) => number) => {
    const [ours, reference] = [summarize(rounds.clickHouse.map(pick)), summarize(rounds.embedded.map(pick))];
    return {
      ours: formatSpread(ours),
      reference: formatSpread(reference),
      ratio: formatNumber(ours.median / reference.median),
    };
  };
  return [
    { what: 'single hits accepted, requests a second', ...both(result => result.perSecond) },
    { what: 'single hits accepted, p99 ms', ...both(result => result.p99Ms) },
  ];
}

/** Returns how many hits wait to be delivered. */
async function countWaiting({ url }: Server): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^footfall_queue_length\{queue="hits"\} (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
}

async function waitUntilDelivered(server: Server): Promise<void> {
  while ((await countWaiting(server)) > 0) await Bun.sleep(100);
}

/** How far deliveries are behind a steady stream of hits. */
async function measureBehind(bench: BenchContext, fixture: Fixture, server: Server): Promise<Row> {
  const seconds = 2 * bench.seconds;
  bench.log(`${DELIVERED_A_SECOND} hits a second for ${seconds} s`);
  await waitUntilDelivered(server);
  const batches = { batches: 100, rows: BATCH_ROWS };
  let isOver = false;
  const waiting: number[] = [];
  const watch = async (): Promise<void> => {
    while (!isOver) {
      waiting.push(await countWaiting(server));
      await Bun.sleep(100);
    }
  };
  const [load] = await Promise.all([
    runSteadily({
      url: server.url,
      perSecond: DELIVERED_A_SECOND / BATCH_ROWS,
      connections: CONNECTIONS,
      seconds,
      requests: batchRequests(fixture.spare.id, fixture.key, batches),
    }).finally(() => {
      isOver = true;
    }),
    watch(),
  ]);
  if (load.failures > 0) throw new Error(`${load.failures} batches failed`);
  const behind = summarize(waiting.map(rows => rows / DELIVERED_A_SECOND));
  return {
    what: `delivery behind ${DELIVERED_A_SECOND.toLocaleString('en')} hits a second, seconds`,
    ours: formatSpread(behind),
    aim: `at most ${BEHIND_SECONDS}`,
    isMet: behind.most <= BEHIND_SECONDS,
  };
}
