/** What five hundred watched sites cost: processor, memory, and the time that others wait meanwhile. */
import { join } from 'node:path';
import { cpuMsOf, memoryOf } from './machine.ts';
import { createKey, headersOf, type Server, startServer } from './server.ts';
import { figure, quantileOf, type Section } from './table.ts';
import type { Workplace } from './workplace.ts';

const MONITORS = 500;
/** Rounds of load last a twelfth of the interval, which then is a minute. */
const ROUNDS_AN_INTERVAL = 12;
const MAX_SHARE = 0.1;
const MAX_MIB = 250;
const PROBE_MS = 50;

/** Watches sites on loopback for one interval, after all of them have been looked at once. */
export async function measureUptime(place: Workplace): Promise<Section> {
  const monitors = Math.min(MONITORS, Math.max(20, Math.floor(place.hits / 100)));
  const intervalSeconds = place.seconds * ROUNDS_AN_INTERVAL;
  let looks = 0;
  const site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => {
      looks++;
      return new Response('<!doctype html><title>Shop</title>'.padEnd(20_000, ' '));
    },
  });
  place.atEnd(() => site.stop(true));
  const server = await startServer(place, {
    data: join(place.folder, 'uptime'),
    settings: {
      FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
      FOOTFALL_UPTIME_INTERVAL: String(intervalSeconds),
    },
  });
  place.tell(`a quiet server for ${place.seconds} s`);
  const idle = await observe(server, place.seconds);
  await addMonitors(server, monitors, `http://127.0.0.1:${site.port}/`);
  while (looks < monitors) await Bun.sleep(100);
  place.tell(`${monitors} monitors for ${intervalSeconds} s`);
  const before = looks;
  const busy = await observe(server, intervalSeconds);
  await server.stop();
  const share = busy.share - idle.share;
  const perCheckMs = (share * intervalSeconds * 1000) / (looks - before);
  return {
    title: `${monitors} uptime monitors, one check each ${intervalSeconds} s`,
    reference: 'quiet server',
    rows: [
      { what: 'checks a second', ours: figure((looks - before) / intervalSeconds) },
      {
        what: 'share of one core',
        ours: figure(busy.share),
        reference: figure(idle.share),
        aim: `at most ${MAX_SHARE} more`,
        isMet: share <= MAX_SHARE,
      },
      { what: 'processor time of a check, ms', ours: figure(perCheckMs > 0 ? perCheckMs : Number.NaN) },
      {
        what: 'resident memory, MiB',
        ours: figure(busy.memoryMiB),
        reference: figure(idle.memoryMiB),
        aim: `under ${MAX_MIB}`,
        isMet: busy.memoryMiB < MAX_MIB,
      },
      { what: '/healthz, 99 %, ms', ours: figure(busy.p99Ms), reference: figure(idle.p99Ms) },
      { what: '/healthz, slowest, ms', ours: figure(busy.slowestMs), reference: figure(idle.slowestMs) },
    ],
  };
}

async function addMonitors(server: Server, count: number, url: string): Promise<void> {
  const headers = headersOf(await createKey(server));
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

/** A server for a while, asked for its health twenty times a second. */
async function observe(server: Server, seconds: number) {
  const usedAtFirstMs = cpuMsOf(server.pid);
  const startedNs = Bun.nanoseconds();
  const gone = () => (Bun.nanoseconds() - startedNs) / 1e9;
  const latencies: number[] = [];
  while (gone() < seconds) {
    const askedNs = Bun.nanoseconds();
    await (await fetch(`${server.url}/healthz`)).text();
    latencies.push((Bun.nanoseconds() - askedNs) / 1e6);
    await Bun.sleep(PROBE_MS);
  }
  return {
    share: (cpuMsOf(server.pid) - usedAtFirstMs) / 1000 / gone(),
    memoryMiB: memoryOf(server.pid).nowMiB,
    p99Ms: quantileOf(latencies, 0.99),
    slowestMs: Math.max(...latencies),
  };
}
