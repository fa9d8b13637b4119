/**
 * Measures what five hundred monitored sites cost: processor, memory, and the latency of other requests; and what five hundred
 * monitors of all kinds and five hundred alerts cost beside none of them.
 */
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { readCpuMs, readMemory } from './machine.ts';
import { createHeaders, createKey, type Server, startServer } from './server.ts';
import { formatNumber, quantile, type Section } from './table.ts';

const MONITORS = 500;
/** Rounds of load last a twelfth of the interval, which then is a minute. */
const ROUNDS_AN_INTERVAL = 12;
const MAX_SHARE = 0.1;
/** Of monitors of all kinds, and of alerts that are checked each minute. */
const MAX_ADDED_SHARE = 0.05;
const MAX_OF_SITE = 100;
const MAX_MIB = 250;
const PROBE_MS = 50;

/** Monitors sites on loopback for one interval, after each has been checked once. */
export async function measureUptime(bench: BenchContext): Promise<Section> {
  const monitors = Math.min(MONITORS, Math.max(20, Math.floor(bench.hits / 100)));
  const intervalSeconds = bench.seconds * ROUNDS_AN_INTERVAL;
  let checks = 0;
  const site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => {
      checks++;
      return new Response('<!doctype html><title>Shop</title>'.padEnd(20_000, ' '));
    },
  });
  bench.atEnd(() => site.stop(true));
  const server = await startServer(bench, {
    data: join(bench.folder, 'uptime'),
    settings: {
      FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
      FOOTFALL_UPTIME_INTERVAL: String(intervalSeconds),
    },
  });
  bench.log(`a quiet server for ${bench.seconds} s`);
  const idle = await observe(server, bench.seconds);
  const call = createCaller(server, await createKey(server));
  await addMonitors(call, monitors, `http://127.0.0.1:${site.port}/`);
  while (checks < monitors) await Bun.sleep(100);
  bench.log(`${monitors} monitors for ${intervalSeconds} s`);
  const before = checks;
  const busy = await observe(server, intervalSeconds);
  await server.stop();
  const share = busy.share - idle.share;
  const perCheckMs = (share * intervalSeconds * 1000) / (checks - before);
  return {
    title: `${monitors} uptime monitors, one check each ${intervalSeconds} s`,
    reference: 'quiet server',
    rows: [
      { what: 'checks a second', ours: formatNumber((checks - before) / intervalSeconds) },
      {
        what: 'share of one core',
        ours: formatNumber(busy.share),
        reference: formatNumber(idle.share),
        aim: `at most ${MAX_SHARE} more`,
        isMet: share <= MAX_SHARE,
      },
      { what: 'processor time of a check, ms', ours: formatNumber(perCheckMs > 0 ? perCheckMs : Number.NaN) },
      {
        what: 'resident memory, MiB',
        ours: formatNumber(busy.memoryMiB),
        reference: formatNumber(idle.memoryMiB),
        aim: `under ${MAX_MIB}`,
        isMet: busy.memoryMiB < MAX_MIB,
      },
      { what: '/healthz, 99 %, ms', ours: formatNumber(busy.p99Ms), reference: formatNumber(idle.p99Ms) },
      {
        what: '/healthz, slowest, ms',
        ours: formatNumber(busy.slowestMs),
        reference: formatNumber(idle.slowestMs),
      },
    ],
  };
}

type Call = (method: string, path: string, body: unknown) => Promise<Response>;

function createCaller(server: Server, key: string): Call {
  const headers = createHeaders(key);
  return async (method, path, body) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
}

async function addSite(call: Call, url: string): Promise<number> {
  const made = (await (await call('POST', '/sites', { url })).json()) as { site: { id: number } };
  return made.site.id;
}

async function addMonitors(call: Call, count: number, url: string): Promise<void> {
  for (let number = 0; number < count; number++) {
    await call('PATCH', `/sites/${await addSite(call, url)}/features`, { uptime: true });
  }
}

/** Bodies of monitors, one of each kind. */
const toBodies = (port: number) => [
  { kind: 'http', url: `http://127.0.0.1:${port}/`, keyword: 'Shop' },
  { kind: 'tcp', host: '127.0.0.1', port },
  { kind: 'http', url: `http://127.0.0.1:${port}/head`, method: 'HEAD' },
  { kind: 'heartbeat', period_seconds: 60 },
];

/** Adds monitors of every kind, as many of each, to as few sites as may have them. Those of DNS are left out: they ask the machine's own name servers. */
async function addOfAllKinds(call: Call, count: number, port: number): Promise<void> {
  const bodies = toBodies(port);
  let siteId = 0;
  for (let number = 0; number < count; number++) {
    if (number % MAX_OF_SITE === 0) siteId = await addSite(call, `http://127.0.0.1:${port}/`);
    await call('POST', `/sites/${siteId}/monitors`, { name: `${number}`, ...bodies[number % bodies.length] });
  }
}

/** Adds alerts of several kinds to as many sites as they need, each of which has a hit a minute. */
async function addAlerts(call: Call, count: number): Promise<void> {
  const kinds = ['spike', 'drop', 'silence', 'monitor', 'broken_link'];
  for (let number = 0; number < count / kinds.length; number++) {
    const siteId = await addSite(call, `https://alert-${number}.example`);
    for (const kind of kinds) await call('POST', `/sites/${siteId}/alerts`, { kind });
    await call('POST', `/sites/${siteId}/hits`, { path: '/' });
  }
}

/** Measures what monitors of all kinds, and alerts, add to a server with none, one after the other in the same run. */
export async function measureMonitorKinds(bench: BenchContext): Promise<Section> {
  const count = Math.min(MONITORS, Math.max(20, Math.floor(bench.hits / 100)));
  const seconds = bench.seconds * ROUNDS_AN_INTERVAL;
  const target = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response('<!doctype html><title>Shop</title>'.padEnd(20_000, ' ')),
  });
  bench.atEnd(() => target.stop(true));
  const server = await startServer(bench, {
    data: join(bench.folder, 'monitor-kinds'),
    settings: { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', FOOTFALL_UPTIME_INTERVAL: '60' },
  });
  const call = createCaller(server, await createKey(server));
  bench.log(`a quiet server for ${seconds} s`);
  const none = await observe(server, seconds);
  await addAlerts(call, count);
  bench.log(`${count} alerts for ${seconds} s`);
  const alerts = await observe(server, seconds);
  await addOfAllKinds(call, count, target.port ?? 0);
  bench.log(`${count} monitors of all kinds beside them for ${seconds} s`);
  const both = await observe(server, seconds);
  await server.stop();
  const toRow = (
    what: string,
    { share }: { readonly share: number },
    before: { readonly share: number },
  ) => ({
    what,
    ours: formatNumber(share),
    reference: formatNumber(before.share),
    aim: `at most ${MAX_ADDED_SHARE} more`,
    isMet: share - before.share <= MAX_ADDED_SHARE,
  });
  return {
    title: `${count} alerts, then ${count} monitors of all kinds beside them, each checked every minute: share of one core`,
    reference: 'without them',
    rows: [toRow('alerts', alerts, none), toRow('monitors of all kinds', both, alerts)],
  };
}

/** Observes a server for a while, requesting its health twenty times a second. */
async function observe(server: Server, seconds: number) {
  const usedAtFirstMs = readCpuMs(server.pid);
  const startedNs = Bun.nanoseconds();
  const gone = () => (Bun.nanoseconds() - startedNs) / 1e9;
  const latencies: number[] = [];
  while (gone() < seconds) {
    const sentNs = Bun.nanoseconds();
    await (await fetch(`${server.url}/healthz`)).text();
    latencies.push((Bun.nanoseconds() - sentNs) / 1e6);
    await Bun.sleep(PROBE_MS);
  }
  return {
    share: (readCpuMs(server.pid) - usedAtFirstMs) / 1000 / gone(),
    memoryMiB: readMemory(server.pid).nowMiB,
    p99Ms: quantile(latencies, 0.99),
    slowestMs: Math.max(...latencies),
  };
}
