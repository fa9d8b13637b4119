/** Events and visits of AI agents, singly and in batches, in turns with hits on the same server. */
import { type LoadResult, runLoad, writeMix } from './load.ts';
import { startServer } from './server.ts';
import { figure, type Row, type Section, spreadOf, spreadText } from './table.ts';
import { batchRequests, createRequests } from './visits.ts';
import type { Workplace } from './workplace.ts';
import type { World } from './world.ts';

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

export async function measureKinds(place: Workplace, world: World): Promise<Section> {
  const server = await startServer(place, { data: world.data });
  const { spare, key } = world;
  const single = (kind: 'hits' | 'events' | 'agent_visits') =>
    writeMix(place, `single-${kind}`, createRequests(spare.id, key, MIX_SIZE, kind));
  const batch = (kind: 'hits' | 'events') =>
    writeMix(place, `batch-${kind}`, batchRequests(spare.id, key, { batches: BATCHES, rows: ROWS, kind }));
  const singles = { connections: SINGLE_CONNECTIONS, rows: 1, hits: single('hits') };
  const contests: readonly Contest[] = [
    { ...singles, what: 'events, one a request', others: single('events') },
    { ...singles, what: 'agent visits, one a request', others: single('agent_visits') },
    {
      what: `events, batches of ${figure(ROWS)}`,
      connections: BATCH_CONNECTIONS,
      rows: ROWS,
      hits: batch('hits'),
      others: batch('events'),
    },
  ];
  const rows: Row[] = [];
  for (const contest of contests) rows.push(...(await run(place, server.url, contest)));
  await server.stop();
  return { title: 'Events and visits of AI agents, durable', reference: 'hits on the same server', rows };
}

async function run(place: Workplace, url: string, contest: Contest): Promise<Row[]> {
  const { what, connections, rows, hits, others } = contest;
  const load = (mix: string, seconds: number) => runLoad({ url, mix, connections, seconds });
  await load(others, 1);
  await load(hits, 1);
  const ours: LoadResult[] = [];
  const reference: LoadResult[] = [];
  for (let round = 1; round <= place.rounds; round++) {
    place.tell(`${what}, round ${round} of ${place.rounds}`);
    ours.push(await load(others, place.seconds));
    reference.push(await load(hits, place.seconds));
  }
  const failures = [...ours, ...reference].reduce((sum, round) => sum + round.failures, 0);
  if (failures > 0)
    throw new Error(`${failures} requests of "${what}" failed: the figures would mean nothing`);
  const shares = spreadOf(
    ours.map((round, index) => round.perSecond / (reference[index]?.perSecond ?? Number.NaN)),
  );
  const both = (pick: (round: LoadResult) => number) => ({
    ours: spreadText(spreadOf(ours.map(pick))),
    reference: spreadText(spreadOf(reference.map(pick))),
  });
  return [
    {
      what: `${what}, rows a second`,
      ...both(round => round.perSecond * rows),
      ratio: spreadText(shares),
      aim: `at least ${LEAST_SHARE}`,
      isMet: shares.median >= LEAST_SHARE,
    },
    { what: `${what}, p99 ms`, ...both(round => round.p99Ms) },
  ];
}
