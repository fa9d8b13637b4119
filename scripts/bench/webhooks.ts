/** Measures hits with and without an active webhook, in turns, and how fast a quick receiver gets the deliveries. */

import type { BenchContext } from './context.ts';
import type { Fixture } from './fixture.ts';
import { type LoadResult, runLoad, writeMix } from './load.ts';
import { readCpuMs } from './machine.ts';
import { callApi, createHeaders, type Server, startServer } from './server.ts';
import { formatNumber, formatSpread, type Row, type Section, summarize } from './table.ts';
import { createRequests, hitBody } from './visits.ts';

const CONNECTIONS = 64;
const MIX_SIZE = 2_000;
const LEAST_SHARE = 0.8;
/** Hits that are followed to their receiver, each once. */
const FOLLOWED = 2_000;
/** A receiver that gets nothing for so long has missed a delivery. */
const DELIVERY_TIMEOUT_MS = 20_000;

interface Measured extends LoadResult {
  /** Processor time of the server for one hit. */
  readonly cpuUs: number;
}

/** Starts a receiver that counts deliveries by hit. */
function startReceiver(bench: BenchContext) {
  const deliveries = new Map<number, number>();
  let onDelivery = () => {};
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { hit } = (await request.json()) as { hit: { id: number } };
      deliveries.set(hit.id, (deliveries.get(hit.id) ?? 0) + 1);
      onDelivery();
      return new Response('ok');
    },
  });
  bench.atEnd(() => server.stop(true));
  return {
    url: `http://127.0.0.1:${server.port}/`,
    deliveries,
    onDelivery(next: () => void): void {
      onDelivery = next;
    },
  };
}

export async function measureWebhooks(bench: BenchContext, fixture: Fixture): Promise<Section> {
  const settings = { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' };
  const server = await startServer(bench, { data: fixture.data, settings });
  const receiver = startReceiver(bench);
  const { spare, key } = fixture;
  const body = { url: receiver.url, events: ['new_hit'], site_id: spare.id, active: false };
  const { text } = await callApi(server, key, { path: '/webhooks', body });
  const { id } = (JSON.parse(text) as { webhook: { id: number } }).webhook;
  const switchTo = (active: boolean) => switchWebhook(server, key, id, active);
  const mix = writeMix(bench, 'webhook-hits', createRequests(spare.id, key, MIX_SIZE));
  const load = async (seconds: number): Promise<Measured> => {
    const beforeMs = readCpuMs(server.pid);
    const result = await runLoad({ url: server.url, mix, connections: CONNECTIONS, seconds });
    return { ...result, cpuUs: ((readCpuMs(server.pid) - beforeMs) * 1000) / result.requests };
  };

  await load(1);
  const withWebhook: Measured[] = [];
  const withoutWebhook: Measured[] = [];
  const deliveryRates: number[] = [];
  for (let round = 1; round <= bench.rounds; round++) {
    bench.log(`hits with a webhook, round ${round} of ${bench.rounds}`);
    await switchTo(true);
    const before = receiver.deliveries.size;
    withWebhook.push(await load(bench.seconds));
    deliveryRates.push((receiver.deliveries.size - before) / bench.seconds);
    await switchTo(false);
    withoutWebhook.push(await load(bench.seconds));
  }
  await switchTo(true);
  receiver.deliveries.clear();
  bench.log(`following ${FOLLOWED} hits`);
  const seconds = await follow(server, fixture, receiver);
  await server.stop();
  return {
    title: `Webhooks: hits one a request, ${CONNECTIONS} connections, with a webhook that wants each`,
    reference: 'the same without',
    rows: [
      ...toRows(withWebhook, withoutWebhook),
      { what: 'deliveries a second under load', ours: formatSpread(summarize(deliveryRates)) },
      {
        what: `deliveries a second of ${formatNumber(FOLLOWED)} hits, nothing else coming in`,
        ours: formatNumber(FOLLOWED / seconds),
      },
    ],
  };
}

/** Returns the seconds until every one of a number of new hits was delivered; throws when one is missing. */
async function follow(
  server: Server,
  { spare, key }: Fixture,
  receiver: ReturnType<typeof startReceiver>,
): Promise<number> {
  const done = Promise.withResolvers<void>();
  const giveUp = () =>
    done.reject(new Error(`${FOLLOWED - receiver.deliveries.size} hits were not delivered`));
  let timer = setTimeout(giveUp, DELIVERY_TIMEOUT_MS);
  receiver.onDelivery(() => {
    clearTimeout(timer);
    if (receiver.deliveries.size >= FOLLOWED) done.resolve();
    else timer = setTimeout(giveUp, DELIVERY_TIMEOUT_MS);
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
  const response = await fetch(address, { method: 'PATCH', headers: createHeaders(key), body });
  if (!response.ok) throw new Error(`the webhook could not be switched: ${await response.text()}`);
}

function toRows(withWebhook: readonly Measured[], withoutWebhook: readonly Measured[]): Row[] {
  const failures = [...withWebhook, ...withoutWebhook].reduce((sum, round) => sum + round.failures, 0);
  if (failures > 0) throw new Error(`${failures} hits failed: the figures would mean nothing`);
  const shares = summarize(
    withWebhook.map((round, index) => round.perSecond / (withoutWebhook[index]?.perSecond ?? Number.NaN)),
  );
  const both = (pick: (round: Measured) => number) => ({
    ours: formatSpread(summarize(withWebhook.map(pick))),
    reference: formatSpread(summarize(withoutWebhook.map(pick))),
  });
  return [
    {
      what: 'hits a second',
      ...both(round => round.perSecond),
      ratio: formatSpread(shares),
      aim: `at least ${LEAST_SHARE}`,
      isMet: shares.median >= LEAST_SHARE,
    },
    { what: 'processor time of the server, µs a hit', ...both(round => round.cpuUs) },
    { what: 'p99 ms', ...both(round => round.p99Ms) },
    { what: 'slowest ms', ...both(round => round.maxMs) },
  ];
}
