/** Writes about traffic patterns: times, sources and audience. */
import { capitalize, formatNumber, joinList } from '../../../lib/english.ts';
import { WINDOW_DAYS } from '../detect/figures.ts';
import { sum } from '../detect/statistics.ts';
import { formatCount, formatCountry, formatDay, formatDevices, formatShare, formatTime } from './format.ts';
import { formatHost, type InsightData, topRows, weekTotals } from './insight-data.ts';
import { pickVariant } from './pick-variant.ts';

/** Length of the busiest block of hours. */
const BLOCK_HOURS = 3;
const MIN_HITS_FOR_HOURS = 50;
const MIN_SOURCE_HITS = 3;

/** Writes a few sentences on days, hours, sources, countries, devices and crawlers. */
export const writePatterns = (data: InsightData): string =>
  [days(data), hours(data), sources(data), audience(data), crawlers(data)].filter(Boolean).join(' ');

function days(data: InsightData): string {
  const counts = data.figures.hits.slice(-WINDOW_DAYS);
  const names = data.figures.days.slice(-WINDOW_DAYS);
  const most = Math.max(...counts);
  const least = Math.min(...counts);
  if (most === least) return `Every day had ${formatCount(most, 'pageview')}.`;
  const [busiest, quietest] = [most, least].map(count =>
    names.filter((_, at) => counts[at] === count).map(formatDay),
  ) as [string[], string[]];
  if (busiest.length > 1 || quietest.length > 1)
    return `Pageviews per day: at most ${formatNumber(most)} (${formatDays(busiest)}), at least ${formatNumber(least)} (${formatDays(quietest)}).`;
  return pickVariant(data, 'days', [
    `The busiest day was ${busiest[0]} with ${formatCount(most, 'pageview')}, the quietest ${quietest[0]} with ${formatNumber(least)}.`,
    `Busiest day: ${busiest[0]} (${formatCount(most, 'pageview')}). Quietest day: ${quietest[0]} (${formatNumber(least)}).`,
  ]);
}

/** Formats a few days by their names, more by their number. */
const formatDays = (days: readonly string[]): string =>
  days.length < 3 ? joinList(days) : `on ${formatCount(days.length, 'day')}`;

/** Finds the three hours of the day with most hits over the whole window. */
export function busiestHours(
  data: InsightData,
): { readonly from: string; readonly to: string; readonly share: string } | null {
  const { hours } = data.figures;
  const total = sum(hours.map(({ hits }) => hits));
  if (total < MIN_HITS_FOR_HOURS) return null;
  const byTime = new Map<string, number>();
  for (const { start, hits } of hours) {
    const time = formatTime(start, data.zone);
    byTime.set(time, (byTime.get(time) ?? 0) + hits);
  }
  const times = [...byTime.keys()].toSorted();
  let best = { at: 0, hits: -1 };
  for (let at = 0; at < times.length; at++) {
    const hits = sum(
      Array.from(
        { length: BLOCK_HOURS },
        (_, next) => byTime.get(times[(at + next) % times.length] ?? '') ?? 0,
      ),
    );
    if (hits > best.hits) best = { at, hits };
  }
  const name = (at: number): string => times[at % times.length] ?? '';
  return { from: name(best.at), to: name(best.at + BLOCK_HOURS), share: formatShare(best.hits, total) };
}

function hours(data: InsightData): string {
  const busiest = busiestHours(data);
  if (!busiest) return '';
  return pickVariant(data, 'hours', [
    `${capitalize(busiest.share)} of pageviews came between ${busiest.from} and ${busiest.to}.`,
    `The busiest hours were ${busiest.from} to ${busiest.to}, with ${busiest.share} of all pageviews.`,
  ]);
}

function sources(data: InsightData): string {
  const rows = topRows(data, 'referrer', 3).filter(({ current }) => current >= MIN_SOURCE_HITS);
  if (rows.length === 0) return 'No referrer sent more than a few visitors.';
  const names = joinList(rows.map(({ key, current }) => `${formatHost(key)} (${formatNumber(current)})`));
  return pickVariant(data, 'sources', [
    `Top ${rows.length === 1 ? 'referrer' : 'referrers'}: ${names}.`,
    `The top ${rows.length === 1 ? 'referrer was' : 'referrers were'} ${names}.`,
  ]);
}

function audience(data: InsightData): string {
  const { current } = weekTotals(data);
  const largest = topRows(data, 'country', 3);
  const countries = largest
    .filter(({ key }) => key !== 'XX')
    .map(row => `${formatCountry(row.key)} (${formatShare(row.current, current)})`);
  const known = largest[0]?.key === 'XX' ? 'known ' : '';
  const devices = topRows(data, 'device', 2).filter(({ key }) => key !== 'unknown');
  const [device] = devices;
  const on = device
    ? ` ${capitalize(formatShare(device.current, current))} of pageviews were on ${formatDevices(device.key)}.`
    : '';
  if (countries.length === 0) return on.trim();
  return `Top ${known}${countries.length === 1 ? 'country' : 'countries'}: ${joinList(countries)}.${on}`;
}

function crawlers(data: InsightData): string {
  const rows = data.figures.ranked.crawler;
  const total = sum(rows.map(({ current }) => current));
  const [first] = topRows(data, 'crawler', 1);
  if (!first || total < MIN_SOURCE_HITS) return '';
  const name = formatHost(first.key);
  if (first.current === total) return `AI crawlers made ${formatCount(total, 'visit')}, all by ${name}.`;
  // Does not say that it leads: others may have as many.
  return `AI crawlers made ${formatCount(total, 'visit')}, ${formatNumber(first.current)} of them by ${name}.`;
}
