/** Fifty readers of reports while hits come in steadily, beside each of the two alone. */
import { type LoadRequest, type LoadResult, runLoad, writeMix } from './load.ts';
import { questionsOf, rangesOf } from './questions.ts';
import { headersOf, startServer } from './server.ts';
import { runSteadily } from './steady.ts';
import { figure, type Row, type Section, spreadOf, spreadText } from './table.ts';
import { createRequests } from './visits.ts';
import type { Workplace } from './workplace.ts';
import type { World } from './world.ts';

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

export async function measureMixed(place: Workplace, world: World): Promise<Section> {
  const server = await startServer(place, { data: world.data });
  const hits: Load = () =>
    runSteadily({
      url: server.url,
      perSecond: HITS_A_SECOND,
      connections: 64,
      seconds: place.seconds,
      requests: createRequests(world.spare.id, world.key, MIX_SIZE),
    });
  const reports = reportRequests(world);
  const paced: Load = () =>
    runSteadily({
      url: server.url,
      perSecond: READS_A_SECOND,
      connections: READERS,
      seconds: place.seconds,
      requests: reports,
    });
  const mix = writeMix(place, 'reports', reports);
  const eager: Load = () => runLoad({ url: server.url, mix, connections: READERS, seconds: place.seconds });
  await paced();
  const rows = [
    ...rowsOf('asking every five seconds', await inTurns(place, hits, paced)),
    ...rowsOf('asking without a pause', await inTurns(place, hits, eager)),
  ];
  await server.stop();
  return {
    title: `${READERS} readers of 30-day reports while ${figure(HITS_A_SECOND)} hits a second come in`,
    reference: 'alone',
    rows,
    notes: [
      'Hits, and readers that ask every five seconds, are timed from the moment each request was due, so waiting in line counts.',
    ],
  };
}

/** The reports of a dashboard's first view, in turn. */
function reportRequests({ siteId, key }: World): LoadRequest[] {
  const [month] = rangesOf(new Date());
  if (!month) return [];
  return questionsOf(month, 20).map(({ query }) => ({
    method: 'GET',
    path: `/api/v1/sites/${siteId}/hits?${query}`,
    headers: headersOf(key),
  }));
}

async function inTurns(place: Workplace, hits: Load, reads: Load): Promise<Pair> {
  const pair: Pair = { hits: { alone: [], together: [] }, reads: { alone: [], together: [] } };
  for (let round = 1; round <= place.rounds; round++) {
    place.tell(`readers and writers, round ${round} of ${place.rounds}`);
    pair.hits.alone.push(await hits());
    pair.reads.alone.push(await reads());
    const [written, read] = await Promise.all([hits(), reads()]);
    pair.hits.together.push(written);
    pair.reads.together.push(read);
  }
  return pair;
}

function rowsOf(how: string, { hits, reads }: Pair): Row[] {
  const p99 = (what: string, { alone, together }: Pair['hits']): Row => {
    const [mine, theirs] = [together, alone].map(rounds => spreadOf(rounds.map(round => round.p99Ms)));
    const ratio = (mine?.median ?? Number.NaN) / (theirs?.median ?? Number.NaN);
    return {
      what: `${what}, p99 ms`,
      ours: mine ? spreadText(mine) : '',
      reference: theirs ? spreadText(theirs) : '',
      ratio: figure(ratio),
      aim: `at most ${MOST_RATIO}`,
      isMet: ratio <= MOST_RATIO,
    };
  };
  const rate = ({ alone, together }: Pair['hits']): Pick<Row, 'ours' | 'reference'> => ({
    ours: spreadText(spreadOf(together.map(round => round.perSecond))),
    reference: spreadText(spreadOf(alone.map(round => round.perSecond))),
  });
  const failures = [...hits.together, ...reads.together].reduce((sum, round) => sum + round.failures, 0);
  return [
    p99(`hits, readers ${how}`, hits),
    { what: `hits a second, readers ${how}`, ...rate(hits) },
    p99(`reports, readers ${how}`, reads),
    { what: `reports a second, readers ${how}`, ...rate(reads) },
    ...(failures > 0 ? [{ what: `failed requests, readers ${how}`, ours: figure(failures) }] : []),
  ];
}
