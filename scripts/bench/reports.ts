/** Times every report over HTTP, after a hit and again, each request in turns with plain SQL of the same meaning. */

import type { BenchContext } from './context.ts';
import { copyFixture, type Fixture } from './fixture.ts';
import { openReference } from './reference.ts';
import {
  type ComparedReport,
  checkReport,
  type ReportComparison,
  type Target,
  timeReport,
} from './report-comparison.ts';
import { listRanges, listReportCases, type ReportCase } from './report-queries.ts';
import { callApi, type Server, setZone, startServer } from './server.ts';
import { formatNumber, type Row, type Section } from './table.ts';
import { hitBody } from './visits.ts';

const AT_MOST: Target = { ratio: 1.3, moreMs: 3 };
const FASTER: Target = 'faster';
const AGAIN_MS = 1.5;
const WORST_MS = 1000;
const WORST_HITS = 50_000_000;

export async function measureReports(bench: BenchContext, original: Fixture): Promise<Section> {
  const fixture = copyFixture(bench, original);
  const server = await startServer(bench, { data: fixture.data });
  const engine = await openReference(bench, fixture.referenceFile);
  const reports: ComparedReport[] = [];
  let written = 0;
  await setZone(server, fixture, bench.zone);
  for (const range of listRanges(bench)) {
    const first = await countHits(server, fixture, listReportCases(range, 2)[0]);
    const deepPage = Math.max(2, Math.floor(first / 2 / 100));
    for (const { name, query, statements, mustBeFaster } of listReportCases(range, deepPage))
      reports.push({
        name: `${name}, ${range.name}`,
        sendRequest: () => callApi(server, fixture.key, { path: `/sites/${fixture.siteId}/hits?${query}` }),
        invalidate: () =>
          callApi(server, fixture.key, { path: `/sites/${fixture.siteId}/hits`, body: hitBody(written++) }),
        queryReference: () => engine.query(statements),
        summaryIn,
        groupsIn: query.includes('group_by') ? groupsIn : undefined,
        aim: mustBeFaster ? FASTER : AT_MOST,
      });
  }
  bench.log('comparing the answers of every report');
  for (const report of reports) await checkReport(report);
  const comparisons: ReportComparison[] = [];
  for (const report of reports) {
    bench.log(`timing ${report.name}`);
    comparisons.push(await timeReport(bench, report));
  }
  await engine.close();
  await server.stop();
  return {
    title: `Reports over ${bench.hits.toLocaleString('en')} hits of one site, milliseconds of ${bench.requests} requests`,
    reference: 'bare SQL of the same meaning',
    rows: [...comparisons.map(({ row }) => row), toSlowestRow(bench, comparisons), toAgainRow(comparisons)],
    notes: [
      'A hit comes in before every request, so that none is answered from memory.',
      'Every answer holds its summary too, and so does the SQL beside it; summary and groups of the first answers of both were compared and are equal.',
    ],
  };
}

async function countHits(
  server: Server,
  fixture: Fixture,
  reportCase: ReportCase | undefined,
): Promise<number> {
  const { text } = await callApi(server, fixture.key, {
    path: `/sites/${fixture.siteId}/hits?${reportCase?.query ?? ''}`,
  });
  return (JSON.parse(text) as Summary).summary.total_hits;
}

interface Summary {
  readonly summary: {
    readonly total_hits: number;
    readonly unique_visitors: number;
    readonly distinct_paths: number;
  };
  readonly grouped_hits?: readonly Readonly<Record<string, unknown>>[];
}

/** Returns the numbers that both answers must share: a fast wrong answer is worth nothing. */
function summaryIn(text: string): number[] {
  const { summary } = JSON.parse(text) as Summary;
  return [summary.total_hits, summary.unique_visitors, summary.distinct_paths];
}

/** Returns the sizes of the groups; periods without hits are in our answers alone. */
const groupsIn = (text: string): number[] =>
  ((JSON.parse(text) as Summary).grouped_hits ?? [])
    .map(group => Number(Object.values(group)[1]))
    .filter(hits => hits > 0);

/** The slowest of all reports that are requested again. */
function toAgainRow(comparisons: readonly ReportComparison[]): Row {
  const worstMs = Math.max(...comparisons.map(({ againMs }) => againMs));
  return {
    what: 'slowest of these when requested again, from memory',
    ours: formatNumber(worstMs),
    aim: `at most ${AGAIN_MS}`,
    isMet: worstMs <= AGAIN_MS,
  };
}

function toSlowestRow(bench: BenchContext, comparisons: readonly ReportComparison[]): Row {
  const worst = comparisons.reduce((worst, each) => (each.medianMs > worst.medianMs ? each : worst));
  const what = `slowest of these: ${worst.row.what}`;
  if (bench.hits < WORST_HITS) return { what, ours: formatNumber(worst.medianMs) };
  return {
    what,
    ours: formatNumber(worst.medianMs),
    aim: `under ${WORST_MS}`,
    isMet: worst.medianMs < WORST_MS,
  };
}
