/** One morning of insights, in a process of its own: fills a folder, moves the clock to 01:00, reports on standard output. */
import { loadConfig } from '../../src/config/load.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { createLog } from '../../src/core/log.ts';
import { DAY_MS } from '../../src/lib/time-units.ts';
import { startServer as startHere } from '../../src/server/start.ts';
import { aHit } from '../../test/support/hit-rows.ts';
import type { Morning } from './insights.ts';
import { readMemory } from './machine.ts';
import { createSite } from './server.ts';

const ROWS_AT_ONCE = 40_000;
const PROBE_MS = 50;
const MORNING = Date.parse('2026-03-11T01:00:00Z');
const COUNTRIES = ['US', 'DE', 'FR', 'NL'];

const [data = '', ...counts] = process.argv.slice(2);
const [sites = 0, perDay = 0, days = 0] = counts.map(Number);

/** Sites are there before their hits. */
let nowMs = MORNING - (days + 2) * DAY_MS;
const server = await startHere({
  config: loadConfig({
    flags: {},
    environment: {
      FOOTFALL_DATA: data,
      FOOTFALL_PORT: '0',
      FOOTFALL_RATE_LIMIT: '0',
      FOOTFALL_CONNECTIVITY_PROBES: '',
    },
  }),
  log: createLog('silent'),
  clock: { now: () => new Date(nowMs) },
  runsJobs: false,
});
const { accounts, keys } = server.services.access;
const { hits } = server.services.stores;
const { service: insights } = server.services.insights;

/** Sites of one owner, over the API. */
async function makeSites(): Promise<number[]> {
  const user = await accounts.createUser({ email: 'bench@example.org', password: 'correct horse battery' });
  const key = keys.create({ userId: user.id, name: 'bench', access: 'full_access' }).secret;
  const here = { url: server.url, pid: process.pid, data, startedInMs: 0, stop: () => server.stop() };
  const ids: number[] = [];
  for (let number = 0; number < sites; number++) ids.push((await createSite(here, key)).id);
  return ids;
}

/** The larger, the rarer: of 60 pages the first is read most. */
const rank = (of: number): number => Math.floor(Math.random() ** 2 * of);

/** Anonymous: telling apart the visitors of so many days takes the store far longer than the rest. */
const createHit = (siteId: number, createdAt: Date): NewHit =>
  aHit({
    siteId,
    createdAt,
    path: `/page-${rank(60)}`,
    referrer: Math.random() < 0.5 ? `https://site-${rank(30)}.example/` : null,
    country: COUNTRIES[rank(COUNTRIES.length)] ?? 'US',
    isMobile: Math.random() < 0.5,
  });

async function fill(ids: readonly number[]): Promise<void> {
  let rows: NewHit[] = [];
  const end = Math.floor(MORNING / DAY_MS) * DAY_MS;
  for (const id of ids) {
    for (let day = days; day > 0; day--)
      for (let hit = 0; hit < perDay; hit++)
        rows.push(createHit(id, new Date(end - (day - Math.random()) * DAY_MS)));
    if (rows.length < ROWS_AT_ONCE && id !== ids.at(-1)) continue;
    await hits.append(rows);
    rows = [];
  }
  await hits.maintain({ force: true });
}

async function runMorning(): Promise<Morning> {
  const { signal } = new AbortController();
  Bun.gc(true);
  const beforeMiB = readMemory(process.pid).nowMiB;
  let peakMiB = beforeMiB;
  const probe = setInterval(() => {
    peakMiB = Math.max(peakMiB, readMemory(process.pid).nowMiB);
  }, PROBE_MS);
  nowMs = MORNING;
  const now = new Date(nowMs);
  const usedAtFirst = process.cpuUsage();
  const beganNs = Bun.nanoseconds();
  const { made } = await insights.generateDue(now, signal);
  const totalMs = (Bun.nanoseconds() - beganNs) / 1e6;
  const used = process.cpuUsage(usedAtFirst);
  clearInterval(probe);
  const idleNs = Bun.nanoseconds();
  await insights.generateDue(now, signal);
  const idleMs = (Bun.nanoseconds() - idleNs) / 1e6;
  return { made, totalMs, cpuMs: (used.user + used.system) / 1000, idleMs, beforeMiB, peakMiB };
}

await fill(await makeSites());
process.stdout.write(JSON.stringify(await runMorning()));
await server.stop();
process.exit(0);
