/** What a morning of insights costs: many sites with a year of hits, all of them due at once. */
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { formatNumber, type Section } from './table.ts';

const MOST_SITES = 1000;
const DAYS = 365;
/** Fewer would be too few for an insight. */
const LEAST_HITS_A_DAY = 3;
const MOST_MS_A_SITE = 20;

/** What the morning's own process reports. */
export interface Morning {
  readonly made: number;
  readonly totalMs: number;
  readonly cpuMs: number;
  readonly idleMs: number;
  readonly beforeMiB: number;
  readonly peakMiB: number;
}

/** Runs in a process of its own, from source: nothing but a moved clock makes a server's morning come. */
export async function measureInsights(bench: BenchContext): Promise<Section> {
  const sites = Math.min(MOST_SITES, Math.max(20, Math.floor(bench.hits / 1000)));
  const perDay = Math.max(LEAST_HITS_A_DAY, Math.round(bench.hits / sites / DAYS));
  bench.log(`insights of ${sites} sites with ${perDay} hits a day`);
  const words = [join(bench.folder, 'insights'), sites, perDay, DAYS].map(String);
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'insights-morning.ts'), ...words], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  bench.atEnd(() => child.kill('SIGKILL'));
  const [code, out, complaint] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if (code !== 0) throw new Error(`the morning ended with ${code}: ${complaint}`);
  const morning = JSON.parse(out) as Morning;
  if (morning.made !== sites) throw new Error(`${morning.made} of ${sites} sites got an insight`);
  return {
    title: `Insights of ${sites} sites, ${DAYS} days of ${perDay} hits each, from source`,
    reference: 'before',
    rows: [
      {
        what: 'time of a site, ms',
        ours: formatNumber(morning.totalMs / sites),
        // With few sites, queries that run once for all weigh too much.
        ...(sites === MOST_SITES
          ? { aim: `at most ${MOST_MS_A_SITE}`, isMet: morning.totalMs / sites <= MOST_MS_A_SITE }
          : {}),
      },
      { what: 'processor time of a site, ms', ours: formatNumber(morning.cpuMs / sites) },
      { what: 'time of all, s', ours: formatNumber(morning.totalMs / 1000) },
      { what: 'time of a run with nothing due, ms', ours: formatNumber(morning.idleMs) },
      {
        what: 'resident memory at its highest, MiB',
        ours: formatNumber(morning.peakMiB),
        reference: formatNumber(morning.beforeMiB),
      },
    ],
  };
}
