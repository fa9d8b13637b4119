/** Generates demonstration data: 90 days of a small shop and its blog, the same for the same seed. */
import { PARAMETER_DIMENSIONS, URL_PARAMETERS } from '../../core/hits/url-parameters.ts';
import type { Day } from '../../core/span.ts';
import { addDays, startOfDay, toDay } from '../../lib/time.ts';
import { HOUR_MS } from '../../lib/time-units.ts';
import {
  AGENTS,
  BROWSERS,
  CAMPAIGNS,
  COUNTRIES,
  EVENTS,
  HELP_PAGES,
  MISSING_PAGES,
  PAGES,
  REFERRERS,
  THANKED_PAGES,
  type Weighted,
} from './fixtures.ts';
import { generateDemoDowntimes } from './monitoring.ts';
import { type DayProfile, extraCrawlsOn, type PlannedAnomaly, toDayProfile } from './planned-anomalies.ts';
import { withProperties } from './properties.ts';
import { createRandom, type Random } from './random.ts';
import type { DemoRow } from './row.ts';
import { detailsOf } from './visitor-details.ts';

export interface DemoPlan {
  readonly seed: number;
  /** Address of the site, without a slash at its end. */
  readonly siteUrl: string;
  /** End of the data, on its last day. */
  readonly until: Date;
  readonly days: number;
  /** Visitors of an ordinary weekday at the end. */
  readonly visitorsADay: number;
  /** Anomalies that insights should find. */
  readonly anomalies: readonly PlannedAnomaly[];
}

/** Weight of each hour of the day. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 7, 10, 12, 13, 12, 11, 11, 11, 10, 10, 10, 9, 9, 9, 8, 6, 4];
/** Weight of each weekday, from Sunday. */
const WEEKDAYS = [0.65, 1, 1.1, 1.1, 1.05, 0.95, 0.7];

/** Generates rows in chronological order. */
export function* generateDemoHistory(plan: DemoPlan): Generator<DemoRow> {
  const random = createRandom(plan.seed);
  const lastDay = toDay(plan.until, 'UTC');
  const until = plan.until.toISOString();
  // Nobody can visit a site that is down.
  const downtimes = generateDemoDowntimes(plan).map(({ startedAt, endedAt }) => ({
    from: startedAt.toISOString(),
    to: endedAt.toISOString(),
  }));
  for (let ago = plan.days - 1; ago >= 0; ago--) {
    const rows = generateDay({ day: addDays(lastDay, -ago), ago }, plan, random);
    rows.sort((a, b) => ((a['created_at'] ?? '') < (b['created_at'] ?? '') ? -1 : 1));
    for (const row of rows) {
      const at = row['created_at'] ?? '';
      if (at <= until && !downtimes.some(({ from, to }) => from <= at && at < to)) yield withProperties(row);
    }
  }
}

function generateDay(
  { day, ago }: { readonly day: Day; readonly ago: number },
  plan: DemoPlan,
  random: Random,
): DemoRow[] {
  const start = startOfDay(day, 'UTC');
  const growth = 1 - (0.35 * ago) / plan.days;
  const weekday = WEEKDAYS[start.getUTCDay()] ?? 1;
  // Two launches that other sites wrote about.
  const launch = ago === 18 ? 2.4 : ago === 61 ? 1.8 : 1;
  const profile = toDayProfile(plan.anomalies, ago);
  const ordinary = plan.visitorsADay * growth * weekday * (0.9 + 0.2 * random());
  const visitors = Math.round(ordinary * launch * profile.factor);
  const rows: DemoRow[] = [];
  for (let visitor = 0; visitor < visitors; visitor++) {
    rows.push(
      ...generateVisit({
        siteUrl: plan.siteUrl,
        start,
        visitorId: `${day}-${visitor}`,
        number: visitor,
        isLaunch: launch > 1,
        profile,
        random,
      }),
    );
  }
  rows.push(...generateMisses(day, start));
  const crawls = 15 + 10 * random();
  for (let crawl = 0; crawl < crawls; crawl++)
    rows.push(generateCrawlerVisit(start, pick(AGENTS, random), random));
  for (const { agent, visits } of extraCrawlsOn(plan.anomalies, ago))
    for (let crawl = 0; crawl < visits; crawl++) rows.push(generateCrawlerVisit(start, agent, random));
  return rows;
}

/** Share of the other visits that tagged links began. */
const CAMPAIGN_SHARE = 0.08;

/** Share of visits that begin on the host with help. */
const HELP_SHARE = 0.04;

const onSubdomain = (siteUrl: string, name: string): string => siteUrl.replace('://', `://${name}.`);

/** Chooses the first page of a visit, and its source. */
function beginVisit({
  siteUrl,
  isLaunch,
  profile: { article },
  random,
}: {
  siteUrl: string;
  isLaunch: boolean;
  profile: DayProfile;
  random: Random;
}): { readonly path: string; readonly facts: DemoRow } {
  if (article && random() < article.share)
    return { path: article.path, facts: { referrer: article.referrer } };
  if (!isLaunch && random() < CAMPAIGN_SHARE) {
    const { source, path, ...parameters } = pick(CAMPAIGNS, random);
    const tags = new URLSearchParams({ utm_source: source });
    for (const name of PARAMETER_DIMENSIONS) {
      const value = parameters[name];
      if (value) tags.set(URL_PARAMETERS[name], value);
    }
    return { path, facts: { url: `${siteUrl}${path}?${tags}` } };
  }
  if (random() < HELP_SHARE) {
    const path = pick(HELP_PAGES, random);
    const url = `${onSubdomain(siteUrl, 'help')}${path}`;
    return { path, facts: { url, referrer: 'https://www.google.com/' } };
  }
  const referrer = isLaunch && random() < 0.5 ? 'https://news.ycombinator.com/' : pick(REFERRERS, random);
  const path = isLaunch && random() < 0.6 ? '/blog/summer-collection' : pick(PAGES, random);
  return { path, facts: referrer === '' ? {} : { referrer } };
}

function generateVisit({
  siteUrl,
  start,
  visitorId,
  number,
  isLaunch,
  profile,
  random,
}: {
  siteUrl: string;
  start: Date;
  visitorId: string;
  /** Of the visitor on the day, from 0. */
  number: number;
  isLaunch: boolean;
  profile: DayProfile;
  random: Random;
}): DemoRow[] {
  const browser = pick(BROWSERS, random);
  const country = random() < profile.countryShare ? profile.country : pick(COUNTRIES, random);
  const begin = beginVisit({ siteUrl, isLaunch, profile, random });
  const details = detailsOf(
    { country, browser },
    createRandom(Math.floor(start.getTime() / HOUR_MS) + number),
  );
  const pages = 1 + Math.floor(-Math.log(1 - random()) * 1.4);
  let at = start.getTime() + pickHour(random) * HOUR_MS + random() * HOUR_MS;
  const rows: DemoRow[] = [];
  /** Pages that a visitor who put something into the cart opens next. */
  let toOrder: string[] = [];
  let hasCart = false;
  for (let page = 0; page < Math.min(pages, 12); page++) {
    const chosen = page === 0 ? begin.path : pick(PAGES, random);
    const path = toOrder.shift() ?? chosen;
    const shared = {
      created_at: new Date(at).toISOString(),
      path,
      country,
      user_agent: browser,
      visitor_id: visitorId,
      ...details,
    };
    rows.push({ type: 'hit', ...shared, ...(page === 0 ? begin.facts : {}) });
    const drawn = random() < 0.07 ? pick(EVENTS, random) : null;
    const bought: Purchase | null = page === 0 ? null : buyOn(path, { at, hasCart });
    if (bought && !hasCart) toOrder = ['/cart', '/checkout'];
    hasCart ||= bought !== null;
    const event = bought ?? drawn;
    if (event) rows.push({ type: 'event', ...shared, ...event });
    const staysMs = 5000 + random() * 180_000;
    // Most of the time until the next page, including the last one.
    rows.push(reportEngagement(shared, { at, staysMs, view: rows.length }));
    at += staysMs;
  }
  return rows;
}

/** An event on the way to an order. */
interface Purchase {
  readonly event: string;
  readonly value?: string;
}

/** Shares of the views of a product that put it into the cart, and of those of the checkout that complete an order. */
const CART_SHARE = 0.25;
const ORDER_SHARE = 0.8;

/** Returns what a visitor buys on a page: derived instead of drawn, so that the rest of the history does not change. */
function buyOn(
  path: string,
  { at, hasCart }: { readonly at: number; readonly hasCart: boolean },
): Purchase | null {
  const share = (at % 997) / 997;
  const [, product] = /^\/products\/(.+)$/.exec(path) ?? [];
  if (product !== undefined) return share < CART_SHARE ? { event: 'cart.add', value: product } : null;
  return hasCart && path === '/checkout' && share < ORDER_SHARE ? { event: 'checkout.complete' } : null;
}

/** Generates views of the 404 page without randomness, so that the rest of the history does not change. */
const generateMisses = (day: Day, start: Date): DemoRow[] =>
  MISSING_PAGES.flatMap(({ path, referrer, visitors }, page) =>
    Array.from({ length: visitors }, (_, visitor) => {
      const shared = {
        created_at: new Date(start.getTime() + (9 + 2 * page + visitor) * HOUR_MS).toISOString(),
        path,
        country: 'US',
        user_agent: BROWSERS[visitor % BROWSERS.length]?.[0] ?? '',
        visitor_id: `${day}-lost-${page}-${visitor}`,
      };
      return [
        { type: 'hit', ...shared, ...(referrer === '' ? {} : { referrer }) },
        { type: 'event', ...shared, event: 'not_found', value: path },
      ];
    }).flat(),
  );

/** Generates the engagement that a page reports when it is left: for a part of the time for which it was open. */
function reportEngagement(
  { path, visitor_id = '' }: DemoRow,
  { at, staysMs, view }: { readonly at: number; readonly staysMs: number; readonly view: number },
): DemoRow {
  // Derived instead of drawn, so that the rest of the history does not change.
  const share = ((at + view * 7919) % 1000) / 1000;
  const isGlance = share < 0.4;
  const interest = path?.startsWith('/blog/') ? 0.9 : path === '/' ? 0.3 : 0.6;
  return {
    type: 'engagement',
    created_at: new Date(at + staysMs).toISOString(),
    path: path ?? '/',
    visitor_id,
    view: String(Math.floor(at)),
    engaged_seconds: String(Math.round(isGlance ? 1 + 20 * share : (staysMs / 1000) * interest * share)),
    scroll_depth: String(Math.round(isGlance ? 35 : 30 + 70 * Math.sqrt(share))),
  };
}

/** A kudo for a page. */
export interface DemoKudo {
  readonly path: string;
  readonly createdAt: Date;
}

/** Kudos for each visitor. */
const KUDOS_SHARE = 0.0075;

/** Generates kudos, oldest first. */
export function generateDemoKudos({ seed, until, days, visitorsADay }: DemoPlan): DemoKudo[] {
  const random = createRandom(seed + 1);
  const count = Math.round(days * visitorsADay * KUDOS_SHARE);
  return Array.from({ length: count }, () => ({
    path: pick(THANKED_PAGES, random),
    createdAt: new Date(+until - random() * days * 24 * HOUR_MS),
  })).toSorted((a, b) => +a.createdAt - +b.createdAt);
}

const generateCrawlerVisit = (start: Date, agent: string, random: Random): DemoRow => ({
  type: 'agent_visit',
  created_at: new Date(start.getTime() + random() * 24 * HOUR_MS).toISOString(),
  path: pick(PAGES, random),
  user_agent: agent,
  country: 'US',
});

const pickHour = (random: Random): number =>
  pick(
    HOURS.map((weight, hour): Weighted<number> => [hour, weight]),
    random,
  );

function pick<Value>(choices: readonly Weighted<Value>[], random: Random): Value {
  let left = random() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of choices) {
    left -= weight;
    if (left <= 0) return value;
  }
  const [last] = choices.at(-1) ?? [];
  return last as Value;
}

/** Creates a seeded pseudorandom number generator: a 32-bit linear congruential one, mixed. */
