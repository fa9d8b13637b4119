/** Measures what five hundred monitored sites cost: processor, memory, and the latency of other requests. */
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { readCpuMs, readMemory } from './machine.ts';
import { createHeaders, createKey, type Server, startServer } from './server.ts';
import { formatNumber, quantile, type Section } from './table.ts';

const MONITORS = 500;
/** Rounds of load last a twelfth of the interval, which then is a minute. */
const ROUNDS_AN_INTERVAL = 12;
const MAX_SHARE = 0.1;
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
  await addMonitors(server, monitors, `http://127.0.0.1:${site.port}/`);
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

async function addMonitors(server: Server, count: number, url: string): Promise<void> {
  const headers = createHeaders(await createKey(server));
  const call = async (method: string, path: string, body: unknown): Promise<Response> => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  for (let number = 0; number < count; number++) {
    const made = (await (await call('POST', '/sites', { url })).json()) as { site: { id: number } };
    await call('PATCH', `/sites/${made.site.id}/features`, { uptime: true });
  }
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
