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

/** A check of the demonstration; status and time are null when no answer came. */
export interface DemoCheck {
  readonly atMs: number;
  readonly isUp: boolean;
  readonly statusCode: number | null;
  readonly responseMs: number | null;
}

/** What the owner of the demonstration wrote on the status page. */
export const DEMO_INCIDENT = {
  title: 'Orders are slow',
  hoursAgo: 76,
  notes: [
    {
      status: 'investigating',
      hoursAgo: 75.5,
      text: 'Some orders take up to a minute. We’re looking into it.',
    },
    { status: 'identified', hoursAgo: 75, text: 'A nightly job took too long and is being stopped.' },
    {
      status: 'resolved',
      hoursAgo: 74,
      text: 'Orders are as fast as usual. The job now runs in smaller parts.',
    },
  ],
} as const;

/** Monitors of the demonstration besides that of the site's address. */
export const demoMonitors = (host: string) =>
  [
    { name: 'Checkout', kind: 'http', url: `https://${host}/checkout`, keyword: 'Pay now' },
    { name: 'Mail server', kind: 'tcp', host: `mail.${host}`, port: 587 },
    { name: 'Mail records', kind: 'dns', host, record_type: 'MX' },
    { name: 'Nightly backup', kind: 'heartbeat', period_seconds: 86_400, grace_seconds: 3600 },
  ] as const;

export const DEMO_MAINTENANCE = {
  name: 'Updates',
  kind: 'weekly' as const,
  weekdays: ['sunday' as const],
  start_time: '03:30',
  duration_minutes: 30,
};

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

/** Generates the checks of all days, one a minute, from the beginning of an hour on. */
export function generateDemoChecks(plan: MonitoringPlan): DemoCheck[] {
  const random = createRandom(plan.seed + 2);
  const downtimes = generateDemoDowntimes(plan);
  const endMs = Math.floor(plan.until.getTime() / MINUTE_MS) * MINUTE_MS;
  const firstMs = Math.floor((endMs - plan.days * DAY_MS) / HOUR_MS) * HOUR_MS;
  return Array.from({ length: (endMs - firstMs) / MINUTE_MS }, (_, minute) =>
    generateCheck(firstMs + minute * MINUTE_MS, downtimes, random),
  );
}

function generateCheck(atMs: number, downtimes: readonly DemoDowntime[], random: Random): DemoCheck {
  const down = downtimes.find(
    ({ startedAt, endedAt }) => startedAt.getTime() <= atMs && atMs < endedAt.getTime(),
  );
  const hourOfDay = (atMs % DAY_MS) / HOUR_MS;
  // Slower in the afternoon, and now and then much slower.
  const load = 40 * Math.max(0, Math.sin(((hourOfDay - 7) / 14) * Math.PI));
  const responseMs = Math.round(70 + load + 30 * random() + (random() < 0.01 ? 400 * random() : 0));
  const statusCode = down ? down.statusCode : 200;
  return { atMs, isUp: !down, statusCode, responseMs: statusCode === null ? null : responseMs };
}

/** Pages that do not count, and why; one that is visited though no page links to it. */
const SNIPPETS: ReadonlyMap<string, 'missing' | 'forbidden_by_csp'> = new Map([
  ['/checkout', 'forbidden_by_csp'],
  ['/contact', 'missing'],
]);
const UNLINKED_PAGE = '/products/reading-lamp';

/** Links of the pages with what a crawl found, in the order of their numbers, from 1. */
export function listDemoLinks({ siteUrl }: Pick<MonitoringPlan, 'siteUrl'>) {
  const broken = [
    { url: `${siteUrl}/blog/spring-market`, on: ['/blog', '/blog/summer-collection'] },
    { url: 'https://timber.example/oak-grades.pdf', on: ['/blog/how-we-dry-timber'] },
  ];
  const mixed = { url: `http://images.example/linen-chair.jpg`, on: ['/products/linen-chair'] };
  const pages = PAGES.map(([path]) => ({
    url: siteUrl + path,
    snippet: SNIPPETS.get(path) ?? ('ok' as const),
    isLinked: path !== UNLINKED_PAGE,
  }));
  return { pages, broken, mixed };
}
