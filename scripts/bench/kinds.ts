/** Events and visits of AI agents, singly and in batches, in turns with hits on the same server. */

import type { BenchContext } from './context.ts';
import type { Fixture } from './fixture.ts';
import { type LoadResult, runLoad, writeMix } from './load.ts';
import { startServer } from './server.ts';
import { formatNumber, formatSpread, type Row, type Section, summarize } from './table.ts';
import { batchRequests, createRequests } from './visits.ts';

const MIX_SIZE = 2_000;
const ROWS = 1_000;
const BATCHES = 20;
const SINGLE_CONNECTIONS = 64;
const BATCH_CONNECTIONS = 4;
/** The same pipeline and the same store: the same speed, but for what an event has to say more. */
const LEAST_SHARE = 0.8;

interface Contest {
  readonly what: string;
  readonly connections: number;
  /** Rows of one request. */
  readonly rows: number;
  readonly hits: string;
  readonly others: string;
}

export async function measureKinds(bench: BenchContext, fixture: Fixture): Promise<Section> {
  const server = await startServer(bench, { data: fixture.data });
  const { spare, key } = fixture;
  const single = (kind: 'hits' | 'events' | 'agent_visits') =>
    writeMix(bench, `single-${kind}`, createRequests(spare.id, key, MIX_SIZE, kind));
  const batch = (kind: 'hits' | 'events') =>
    writeMix(bench, `batch-${kind}`, batchRequests(spare.id, key, { batches: BATCHES, rows: ROWS, kind }));
  const singles = { connections: SINGLE_CONNECTIONS, rows: 1, hits: single('hits') };
  const contests: readonly Contest[] = [
    { ...singles, what: 'events, one a request', others: single('events') },
    { ...singles, what: 'agent visits, one a request', others: single('agent_visits') },
    {
      what: `events, batches of ${formatNumber(ROWS)}`,
      connections: BATCH_CONNECTIONS,
      rows: ROWS,
      hits: batch('hits'),
      others: batch('events'),
    },
  ];
  const rows: Row[] = [];
  for (const contest of contests) rows.push(...(await run(bench, server.url, contest)));
  await server.stop();
  return { title: 'Events and visits of AI agents, durable', reference: 'hits on the same server', rows };
}

async function run(bench: BenchContext, url: string, contest: Contest): Promise<Row[]> {
  const { what, connections, rows, hits, others } = contest;
  const load = (mix: string, seconds: number) => runLoad({ url, mix, connections, seconds });
  await load(others, 1);
  await load(hits, 1);
  const ours: LoadResult[] = [];
  const reference: LoadResult[] = [];
  for (let round = 1; round <= bench.rounds; round++) {
    bench.log(`${what}, round ${round} of ${bench.rounds}`);
    ours.push(await load(others, bench.seconds));
    reference.push(await load(hits, bench.seconds));
  }
  const failures = [...ours, ...reference].reduce((sum, round) => sum + round.failures, 0);
  if (failures > 0)
    throw new Error(`${failures} requests of "${what}" failed: the figures would mean nothing`);
  const shares = summarize(
    ours.map((round, index) => round.perSecond / (reference[index]?.perSecond ?? Number.NaN)),
  );
  const both = (pick: (round: LoadResult) => number) => ({
    ours: formatSpread(summarize(ours.map(pick))),
    reference: formatSpread(summarize(reference.map(pick))),
  });
  return [
    {
      what: `${what}, rows a second`,
      ...both(round => round.perSecond * rows),
      ratio: formatSpread(shares),
      aim: `at least ${LEAST_SHARE}`,
      isMet: shares.median >= LEAST_SHARE,
    },
    { what: `${what}, p99 ms`, ...both(round => round.p99Ms) },
  ];
}
