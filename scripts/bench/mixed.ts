/** Fifty readers of reports while hits come in steadily, beside each of the two alone. */

import type { BenchContext } from './context.ts';
import type { Fixture } from './fixture.ts';
import { type LoadRequest, type LoadResult, runLoad, writeMix } from './load.ts';
import { listRanges, listReportCases } from './report-queries.ts';
import { createHeaders, startServer } from './server.ts';
import { runSteadily } from './steady.ts';
import { formatNumber, formatSpread, type Row, type Section, summarize } from './table.ts';
import { createRequests } from './visits.ts';

const HITS_A_SECOND = 2_000;
const READERS = 50;
/** Each of them looks again every five seconds: little enough that waiting in line does not drown everything else. */
const READS_A_SECOND = 10;
const MIX_SIZE = 2_000;
const MOST_RATIO = 3;

type Load = () => Promise<LoadResult>;

interface Pair {
  readonly hits: { readonly alone: LoadResult[]; readonly together: LoadResult[] };
  readonly reads: { readonly alone: LoadResult[]; readonly together: LoadResult[] };
}

export async function measureMixed(bench: BenchContext, fixture: Fixture): Promise<Section> {
  const server = await startServer(bench, { data: fixture.data });
  const hits: Load = () =>
    runSteadily({
      url: server.url,
      perSecond: HITS_A_SECOND,
      connections: 64,
      seconds: bench.seconds,
      requests: createRequests(fixture.spare.id, fixture.key, MIX_SIZE),
    });
  const reports = reportRequests(bench, fixture);
  const paced: Load = () =>
    runSteadily({
      url: server.url,
      perSecond: READS_A_SECOND,
      connections: READERS,
      seconds: bench.seconds,
      requests: reports,
    });
  const mix = writeMix(bench, 'reports', reports);
  const eager: Load = () => runLoad({ url: server.url, mix, connections: READERS, seconds: bench.seconds });
  await paced();
  const rows = [
    ...toRows('with a pause of five seconds', await inTurns(bench, hits, paced)),
    ...toRows('without a pause', await inTurns(bench, hits, eager)),
  ];
  await server.stop();
  return {
    title: `${READERS} readers of 30-day reports while ${formatNumber(HITS_A_SECOND)} hits a second come in`,
    reference: 'alone',
    rows,
    notes: [
      'Hits, and readers that send a request every five seconds, are timed from the moment each request was due, so waiting in line counts.',
    ],
  };
}

/** The reports of a dashboard's first view, in turn. */
function reportRequests(bench: BenchContext, { siteId, key }: Fixture): LoadRequest[] {
  const [month] = listRanges(bench);
  return listReportCases(month, 20).map(({ query }) => ({
    method: 'GET',
    path: `/api/v1/sites/${siteId}/hits?${query}`,
    headers: createHeaders(key),
  }));
}

async function inTurns(bench: BenchContext, hits: Load, reads: Load): Promise<Pair> {
  const pair: Pair = { hits: { alone: [], together: [] }, reads: { alone: [], together: [] } };
  for (let round = 1; round <= bench.rounds; round++) {
    bench.log(`readers and writers, round ${round} of ${bench.rounds}`);
    pair.hits.alone.push(await hits());
    pair.reads.alone.push(await reads());
    const [written, read] = await Promise.all([hits(), reads()]);
    pair.hits.together.push(written);
    pair.reads.together.push(read);
  }
  return pair;
}

function toRows(how: string, { hits, reads }: Pair): Row[] {
  const p99 = (what: string, { alone, together }: Pair['hits']): Row => {
    const [mine, theirs] = [together, alone].map(rounds => summarize(rounds.map(round => round.p99Ms)));
    const ratio = (mine?.median ?? Number.NaN) / (theirs?.median ?? Number.NaN);
    return {
      what: `${what}, p99 ms`,
      ours: mine ? formatSpread(mine) : '',
      reference: theirs ? formatSpread(theirs) : '',
      ratio: formatNumber(ratio),
      aim: `at most ${MOST_RATIO}`,
      isMet: ratio <= MOST_RATIO,
    };
  };
  const rate = ({ alone, together }: Pair['hits']): Pick<Row, 'ours' | 'reference'> => ({
    ours: formatSpread(summarize(together.map(round => round.perSecond))),
    reference: formatSpread(summarize(alone.map(round => round.perSecond))),
  });
  const failures = [...hits.together, ...reads.together].reduce((sum, round) => sum + round.failures, 0);
  return [
    p99(`hits, readers ${how}`, hits),
    { what: `hits a second, readers ${how}`, ...rate(hits) },
    p99(`reports, readers ${how}`, reads),
    { what: `reports a second, readers ${how}`, ...rate(reads) },
    ...(failures > 0 ? [{ what: `failed requests, readers ${how}`, ours: formatNumber(failures) }] : []),
  ];
}
