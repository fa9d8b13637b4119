/** Times the reports of a small site over HTTP, after a hit and requested again, each in turns with a bare echo. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { getDataset } from './dataset.ts';
import { type Echo, startEcho } from './echo.ts';
import { type LoadRequest, runLoad, writeMix } from './load.ts';
import { IN_ZONE } from './report-queries.ts';
import {
  callApi,
  createHeaders,
  createKey,
  createSite,
  runProgram,
  type Server,
  setZone,
  startServer,
} from './server.ts';
import {
  type Cost,
  formatCosts,
  formatNumber,
  formatSpread,
  type Row,
  type Section,
  summarize,
  summarizeCosts,
} from './table.ts';
import { hitBody } from './visits.ts';

const HITS = 2_000;
const CONNECTIONS = 16;
const MAX_REPORT_MS = 4;
const MAX_SITE_MS = 1.5;

/** Reports by their path below the site. */
const REPORTS = {
  'the site': '',
  summary: `/hits?per_page=1&${IN_ZONE}`,
  list: `/hits?${IN_ZONE}`,
  'by path': `/hits?group_by=path&${IN_ZONE}`,
  'by day': `/hits?group_by=date&${IN_ZONE}`,
  'by day, with visitors': `/hits?group_by=date&include_visitors=true&${IN_ZONE}`,
  overview: `/overview?compare=previous_period&${IN_ZONE}`,
  leaderboard: '/leaderboard',
  journeys: `/user_journeys?${IN_ZONE}`,
} as const;
type ReportName = keyof typeof REPORTS;
const NAMES = Object.keys(REPORTS) as ReportName[];

interface SmallSite {
  readonly server: Server;
  readonly echo: Echo;
  readonly key: string;
  /** Path of the site. */
  readonly path: string;
}

export async function measureSmallSite(bench: BenchContext): Promise<Section> {
  const site = await startSmallSite(bench);
  const rows: Row[] = [];
  for (const name of NAMES) rows.push(...(await measureReport(bench, site, name)));
  rows.push(await measureThroughput(bench, site));
  await site.server.stop();
  return {
    title: `Reports of a site with ${formatNumber(HITS)} hits, milliseconds of ${bench.requests} requests`,
    reference: 'bare echo',
    rows,
    notes: [
      'A report that was requested before is answered from memory until something of its site changes.',
    ],
  };
}

async function startSmallSite(bench: BenchContext): Promise<SmallSite> {
  const data = mkdtempSync(join(bench.folder, 'small-'));
  const server = await startServer(bench, { data });
  const key = await createKey(server);
  const { id } = await createSite(server, key);
  await setZone(server, { key, siteId: id }, bench.zone);
  await runProgram(bench, ['import', String(id), await getDataset(bench, HITS), '--data', data]);
  return { server, echo: await startEcho(bench), key, path: `/sites/${id}` };
}

async function measureReport(bench: BenchContext, site: SmallSite, name: ReportName): Promise<Row[]> {
  bench.log(`the small site: ${name}`);
  const { server, key, path, echo } = site;
  const request = () => callApi(server, key, { path: `${path}${REPORTS[name]}` });
  const [afterHit, again]: [Cost[], Cost[]] = [[], []];
  const echoMs: number[] = [];
  await request();
  for (let round = 0; round < bench.requests; round++) {
    await callApi(server, key, { path: `${path}/hits`, body: hitBody(round) });
    afterHit.push(await request());
    again.push(await request());
    echoMs.push(await callEcho(echo));
  }
  const maxMs = name === 'the site' ? MAX_SITE_MS : MAX_REPORT_MS;
  const aim = { aim: `at most ${maxMs}`, isMet: summarizeCosts(afterHit).ms.median <= maxMs };
  return [
    { ...toReportRow(`${name}, after a hit`, afterHit, echoMs), ...aim },
    toReportRow(`${name}, again`, again, echoMs),
  ];
}

function toReportRow(what: string, costs: readonly Cost[], echo: readonly number[]): Row {
  const { ms, cpuMs } = summarizeCosts(costs);
  const row = toRow(
    what,
    costs.map(cost => cost.ms),
    echo,
  );
  return { ...row, ours: formatCosts(ms, cpuMs), took: { ms: ms.median, cpuMs } };
}

function toRow(what: string, ours: readonly number[], echo: readonly number[]): Row {
  const [footfall, reference] = [summarize(ours), summarize(echo)];
  return {
    what,
    ours: formatSpread(footfall),
    reference: formatSpread(reference),
    ratio: formatNumber(footfall.median / reference.median),
  };
}

/** Milliseconds of a call of the echo. */
async function callEcho({ url }: Echo): Promise<number> {
  const startedNs = Bun.nanoseconds();
  const response = await fetch(url, { method: 'POST', body: '{}' });
  await response.text();
  return (Bun.nanoseconds() - startedNs) / 1e6;
}

/** Measures all reports in turn, without hits in between. */
async function measureThroughput(bench: BenchContext, site: SmallSite): Promise<Row> {
  const headers = createHeaders(site.key);
  const reports = NAMES.map(
    (name): LoadRequest => ({ method: 'GET', path: `/api/v1${site.path}${REPORTS[name]}`, headers }),
  );
  const bare: LoadRequest = { method: 'POST', path: '/', headers, body: '{}' };
  const [ours, echo] = [
    { url: site.server.url, mix: writeMix(bench, 'small-site', reports) },
    { url: site.echo.url, mix: writeMix(bench, 'small-site-echo', [bare]) },
  ];
  const rates: [number[], number[]] = [[], []];
  for (let round = 1; round <= bench.rounds; round++) {
    bench.log(`the small site under load, round ${round} of ${bench.rounds}`);
    for (const [index, target] of [ours, echo].entries()) {
      const load = await runLoad({ ...target, connections: CONNECTIONS, seconds: bench.seconds });
      if (load.failures > 0)
        throw new Error(`${load.failures} reports failed: the figures would mean nothing`);
      rates[index]?.push(load.perSecond);
    }
  }
  return toRow(`reports a second, ${CONNECTIONS} connections`, ...rates);
}
