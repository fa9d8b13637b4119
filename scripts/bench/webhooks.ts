/** Webhooks: hits coming in with and without an active one, in turns, and how fast a quick receiver is told. */
import { type LoadResult, runLoad, writeMix } from './load.ts';
import { cpuMsOf } from './machine.ts';
import { callApi, headersOf, type Server, startServer } from './server.ts';
import { figure, type Row, type Section, spreadOf, spreadText } from './table.ts';
import { createRequests, hitBody } from './visits.ts';
import type { Workplace } from './workplace.ts';
import type { World } from './world.ts';

const CONNECTIONS = 64;
const MIX_SIZE = 2_000;
const LEAST_SHARE = 0.8;
/** Hits that are followed to their receiver, each once. */
const FOLLOWED = 2_000;
/** When a receiver has had nothing for so long, something is missing. */
const SILENCE_MS = 20_000;

interface Measured extends LoadResult {
  /** Processor time of the server for one hit. */
  readonly cpuUs: number;
}

/** Takes deliveries and counts them by the hit they tell of. */
function startReceiver(place: Workplace) {
  const told = new Map<number, number>();
  let onDelivery = () => {};
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { hit } = (await request.json()) as { hit: { id: number } };
      told.set(hit.id, (told.get(hit.id) ?? 0) + 1);
      onDelivery();
      return new Response('ok');
    },
  });
  place.atEnd(() => server.stop(true));
  return {
    url: `http://127.0.0.1:${server.port}/`,
    told,
    onDelivery(next: () => void): void {
      onDelivery = next;
    },
  };
}

export async function measureWebhooks(place: Workplace, world: World): Promise<Section> {
  const settings = { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' };
  const server = await startServer(place, { data: world.data, settings });
  const receiver = startReceiver(place);
  const { spare, key } = world;
  const body = { url: receiver.url, events: ['new_hit'], site_id: spare.id, active: false };
  const { text } = await callApi(server, key, { path: '/webhooks', body });
  const { id } = (JSON.parse(text) as { webhook: { id: number } }).webhook;
  const switchTo = (active: boolean) => switchWebhook(server, key, id, active);
  const mix = writeMix(place, 'told', createRequests(spare.id, key, MIX_SIZE));
  const load = async (seconds: number): Promise<Measured> => {
    const beforeMs = cpuMsOf(server.pid);
    const result = await runLoad({ url: server.url, mix, connections: CONNECTIONS, seconds });
    return { ...result, cpuUs: ((cpuMsOf(server.pid) - beforeMs) * 1000) / result.requests };
  };

  await load(1);
  const told: Measured[] = [];
  const untold: Measured[] = [];
  const deliveries: number[] = [];
  for (let round = 1; round <= place.rounds; round++) {
    place.tell(`hits with a webhook, round ${round} of ${place.rounds}`);
    await switchTo(true);
    const before = receiver.told.size;
    told.push(await load(place.seconds));
    deliveries.push((receiver.told.size - before) / place.seconds);
    await switchTo(false);
    untold.push(await load(place.seconds));
  }
  await switchTo(true);
  receiver.told.clear();
  place.tell(`following ${FOLLOWED} hits`);
  const seconds = await follow(server, world, receiver);
  await server.stop();
  return {
    title: `Webhooks: hits one a request, ${CONNECTIONS} connections, with a webhook that wants each`,
    reference: 'the same without',
    rows: [
      ...rowsOf(told, untold),
      { what: 'deliveries a second meanwhile', ours: spreadText(spreadOf(deliveries)) },
      {
        what: `deliveries a second of ${figure(FOLLOWED)} hits, nothing else coming in`,
        ours: figure(FOLLOWED / seconds),
      },
    ],
  };
}

/** Seconds until every one of a number of new hits was told; throws when one is missing. */
async function follow(
  server: Server,
  { spare, key }: World,
  receiver: ReturnType<typeof startReceiver>,
): Promise<number> {
  const done = Promise.withResolvers<void>();
  const giveUp = () => done.reject(new Error(`${FOLLOWED - receiver.told.size} hits were not told`));
  let timer = setTimeout(giveUp, SILENCE_MS);
  receiver.onDelivery(() => {
    clearTimeout(timer);
    if (receiver.told.size >= FOLLOWED) done.resolve();
    else timer = setTimeout(giveUp, SILENCE_MS);
  });
  const startedMs = performance.now();
  const body = Array.from({ length: FOLLOWED }, (_, number) => hitBody(number));
  await callApi(server, key, { path: `/sites/${spare.id}/hits/batch`, body });
  await done.promise;
  return (performance.now() - startedMs) / 1000;
}

async function switchWebhook(server: Server, key: string, id: number, active: boolean): Promise<void> {
  const address = `${server.url}/api/v1/webhooks/${id}`;
  const body = JSON.stringify({ active });
  const response = await fetch(address, { method: 'PATCH', headers: headersOf(key), body });
  if (!response.ok) throw new Error(`the webhook could not be switched: ${await response.text()}`);
}

function rowsOf(told: readonly Measured[], untold: readonly Measured[]): Row[] {
  const failures = [...told, ...untold].reduce((sum, round) => sum + round.failures, 0);
  if (failures > 0) throw new Error(`${failures} hits failed: the figures would mean nothing`);
  const shares = spreadOf(
    told.map((round, index) => round.perSecond / (untold[index]?.perSecond ?? Number.NaN)),
  );
  const both = (pick: (round: Measured) => number) => ({
    ours: spreadText(spreadOf(told.map(pick))),
    reference: spreadText(spreadOf(untold.map(pick))),
  });
  return [
    {
      what: 'hits a second',
      ...both(round => round.perSecond),
      ratio: spreadText(shares),
      aim: `at least ${LEAST_SHARE}`,
      isMet: shares.median >= LEAST_SHARE,
    },
    { what: 'processor time of the server, µs a hit', ...both(round => round.cpuUs) },
    { what: 'p99 ms', ...both(round => round.p99Ms) },
    { what: 'slowest ms', ...both(round => round.maxMs) },
  ];
}
