/** Reports over as many events as there are hits, each request in turns with plain SQL of the same meaning. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { getDataset } from './dataset.ts';
import type { Fixture } from './fixture.ts';
import { openReference, type ReferenceEngine } from './reference.ts';
import { compareReport, type ReportComparison, type Target } from './report-comparison.ts';
import { listRanges, type Range, toWhereClause } from './report-queries.ts';
import { callApi, runProgram, startServer } from './server.ts';
import type { Section } from './table.ts';

const AIM: Target = { ratio: 1.5, moreMs: 3 };
const PAGE = 100;
const GROUPINGS = ['event', 'value', 'path', 'country', 'source'] as const;

export async function measureEvents(bench: BenchContext, fixture: Fixture): Promise<Section> {
  bench.log(`making a history of ${bench.hits.toLocaleString('en')} events`);
  const engine = await openReference(bench, join(bench.folder, 'events.duckdb'));
  const file = join(bench.folder, 'events.parquet');
  await fill(engine, await getDataset(bench, bench.hits), file);
  await runProgram(bench, ['import', String(fixture.siteId), file, '--data', fixture.data]);
  rmSync(file);
  const server = await startServer(bench, { data: fixture.data });
  const comparisons: ReportComparison[] = [];
  for (const range of listRanges(bench)) {
    bench.log(`requesting every report on events, ${range.name}`);
    for (const { name, query, statements } of listReportCases(range)) {
      comparisons.push(
        await compareReport(bench, {
          name: `events ${name}, ${range.name}`,
          sendRequest: () =>
            callApi(server, fixture.key, { path: `/sites/${fixture.siteId}/events?${query}` }),
          queryReference: () => engine.query(statements),
          summaryIn,
          aim: AIM,
        }),
      );
    }
  }
  await engine.close();
  await server.stop();
  return {
    title: `Reports over ${bench.hits.toLocaleString('en')} events of one site, milliseconds of ${bench.requests} requests`,
    reference: 'bare SQL of the same meaning',
    rows: comparisons.map(({ row }) => row),
  };
}

/** The history of hits with a name and often a value for each row: 40 names, 200 values, used as unevenly as real ones. */
async function fill(engine: ReferenceEngine, dataset: string, file: string): Promise<void> {
  const drawn = (purpose: number): string =>
    `((hash(path || visitor_hash || created_at, ${purpose}) % 1000003) / 1000003.0)`;
  await engine.run(`create table events as
    select created_at, 'shop.' || (['opened', 'filled', 'ordered', 'returned'])[n % 4 + 1] || '.' || n as event,
      case when ${drawn(1)} < 0.3 then null else 'value ' || floor(pow(200, ${drawn(2)}))::int end as value,
      path, referrer, country, source, ('0x' || visitor_hash)::ubigint as visitor_hash
    from (select *, floor(pow(40, ${drawn(3)}))::int as n from read_parquet('${dataset}'))`);
  await engine.run(`copy (select * replace (lpad(lower(to_hex(visitor_hash)), 16, '0') as visitor_hash), 'event' as type
    from events) to '${file}' (format parquet, row_group_size 122880)`);
  await engine.run('checkpoint');
}

function listReportCases(range: Range) {
  const where = toWhereClause(range);
  const summary = `select count(*), count(distinct visitor_hash), count(distinct event) from events ${where}`;
  const question = (name: string, query: string, sql: string) => ({
    name,
    query: range.dates + query,
    statements: [summary, sql],
  });
  return [
    ...GROUPINGS.map(field =>
      question(
        `by ${field}`,
        `&group_by=${field}`,
        `select ${field}, count(*) as events, count(*) over () as total from events ${where}
          group by ${field} order by events desc, ${field} limit ${PAGE}`,
      ),
    ),
    question(
      'by date, days',
      '&group_by=date',
      `select date_trunc('day', created_at) as start, count(*) from events ${where} group by start order by start`,
    ),
    question('list, first page', '', `select * from events ${where} order by created_at desc limit ${PAGE}`),
  ];
}

function summaryIn(text: string): number[] {
  const { summary } = JSON.parse(text) as {
    summary: { total_events: number; unique_visitors: number; distinct_events: number };
  };
  return [summary.total_events, summary.unique_visitors, summary.distinct_events];
}
