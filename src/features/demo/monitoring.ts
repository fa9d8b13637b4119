/** Generates the monitoring of the demonstration: checks, downtimes and content issues, the same for the same seed. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/time-units.ts';
import { PAGES } from './fixtures.ts';
import { createRandom, type Random } from './random.ts';

export interface MonitoringPlan {
  readonly seed: number;
  readonly siteUrl: string;
  readonly days: number;
  readonly until: Date;
}

interface DemoDowntime {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly statusCode: number | null;
  readonly error: string;
}

interface DemoHour {
  readonly hourMs: number;
  readonly checks: number;
  readonly failures: number;
  readonly answers: number;
  readonly responseMs: number;
  readonly samples: readonly {
    readonly second: number;
    readonly statusCode: number;
    readonly responseMs: number;
  }[];
}

/** Single checks are generated of as many hours as the dashboard shows. */
const SAMPLED_MS = 25 * HOUR_MS;

/** How long ago each downtime began, and its length. */
const DOWNTIMES = [
  { agoMs: 47 * DAY_MS, minutes: 130, statusCode: null },
  { agoMs: 24 * DAY_MS, minutes: 23, statusCode: 503 },
  { agoMs: 9 * HOUR_MS, minutes: 6, statusCode: 503 },
] as const;

export function generateDemoDowntimes({ siteUrl, until }: MonitoringPlan): DemoDowntime[] {
  const { host } = new URL(siteUrl);
  return DOWNTIMES.map(({ agoMs, minutes, statusCode }) => {
    const startMs = Math.floor((until.getTime() - agoMs) / MINUTE_MS) * MINUTE_MS;
    return {
      startedAt: new Date(startMs),
      endedAt: new Date(startMs + minutes * MINUTE_MS),
      statusCode,
      error:
        statusCode === null
          ? `${host} did not answer within 10 seconds`
          : `${host} answered with status ${statusCode}`,
    };
  });
}

/** Generates the checks of every hour, one a minute. */
export function generateDemoChecks(plan: MonitoringPlan): DemoHour[] {
  const random = createRandom(plan.seed + 2);
  const downtimes = generateDemoDowntimes(plan);
  const endMs = Math.floor(plan.until.getTime() / MINUTE_MS) * MINUTE_MS;
  const hours: DemoHour[] = [];
  const firstMs = Math.floor((endMs - plan.days * DAY_MS) / HOUR_MS) * HOUR_MS;
  for (let hourMs = firstMs; hourMs < endMs; hourMs += HOUR_MS) {
    const minutes = Math.min(60, (endMs - hourMs) / MINUTE_MS);
    const samples = Array.from({ length: minutes }, (_, minute) =>
      generateCheck(hourMs + minute * MINUTE_MS, { downtimes, random, second: minute * 60 }),
    );
    const answered = samples.filter(({ statusCode }) => statusCode !== 0);
    hours.push({
      hourMs,
      checks: samples.length,
      failures: samples.filter(({ statusCode }) => statusCode !== 200).length,
      answers: answered.length,
      responseMs: answered.reduce((sum, { responseMs }) => sum + responseMs, 0),
      samples: endMs - hourMs <= SAMPLED_MS ? samples : [],
    });
  }
  return hours;
}

function generateCheck(
  atMs: number,
  {
    downtimes,
    random,
    second,
  }: { readonly downtimes: readonly DemoDowntime[]; readonly random: Random; readonly second: number },
): DemoHour['samples'][number] {
  const down = downtimes.find(
    ({ startedAt, endedAt }) => startedAt.getTime() <= atMs && atMs < endedAt.getTime(),
  );
  const hourOfDay = (atMs % DAY_MS) / HOUR_MS;
  // Slower in the afternoon, and now and then much slower.
  const load = 40 * Math.max(0, Math.sin(((hourOfDay - 7) / 14) * Math.PI));
  const responseMs = Math.round(70 + load + 30 * random() + (random() < 0.01 ? 400 * random() : 0));
  if (!down) return { second, statusCode: 200, responseMs };
  return down.statusCode === null
    ? { second, statusCode: 0, responseMs: 0 }
    : { second, statusCode: down.statusCode, responseMs };
}

/** Links of the pages with what a crawl found, in the order of their numbers, from 1. */
export function listDemoLinks({ siteUrl }: Pick<MonitoringPlan, 'siteUrl'>) {
  const broken = [
    { url: `${siteUrl}/blog/spring-market`, on: ['/blog', '/blog/summer-collection'] },
    { url: 'https://timber.example/oak-grades.pdf', on: ['/blog/how-we-dry-timber'] },
  ];
  const mixed = { url: `http://images.example/linen-chair.jpg`, on: ['/products/linen-chair'] };
  return { pages: PAGES.map(([path]) => siteUrl + path), broken, mixed };
}
