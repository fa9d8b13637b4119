/** Traffic patterns: when, from where, and on what. */
import { WINDOW_DAYS } from '../detect/figures.ts';
import { sum } from '../detect/statistics.ts';
import { choose } from './choose.ts';
import { type Story, topOf, weekTotals } from './story.ts';
import {
  amount,
  capital,
  counted,
  countryInWords,
  dayInWords,
  devicesInWords,
  figure,
  listed,
  shareInWords,
  shown,
  timeInWords,
} from './words.ts';

/** Hours that belong together when the busiest are looked for. */
const BLOCK_HOURS = 3;
const LEAST_FOR_HOURS = 50;
const LEAST_OF_SOURCE = 3;
const MAX_HOST = 80;

/** A few sentences on days, hours, sources, countries, devices and crawlers. */
export const writePatterns = (story: Story): string =>
  [days(story), hours(story), sources(story), audience(story), crawlers(story)].filter(Boolean).join(' ');

function days(story: Story): string {
  const counts = story.figures.hits.slice(-WINDOW_DAYS);
  const names = story.figures.days.slice(-WINDOW_DAYS);
  const most = Math.max(...counts);
  const least = Math.min(...counts);
  if (most === least) return `Every day had ${counted(most, 'hit')}.`;
  const [busiest, quietest] = [most, least].map(count =>
    names.filter((_, at) => counts[at] === count).map(dayInWords),
  ) as [string[], string[]];
  if (busiest.length > 1 || quietest.length > 1)
    return `The most hits on a day were ${figure(most)} (${daysInWords(busiest)}), the fewest ${figure(least)} (${daysInWords(quietest)}).`;
  return choose(story, 'days', [
    `The busiest day was ${busiest[0]} with ${counted(most, 'hit')}, the quietest ${quietest[0]} with ${amount(least)}.`,
    `Most hits came on ${busiest[0]} (${figure(most)}), fewest on ${quietest[0]} (${figure(least)}).`,
    `Between ${figure(least)} (${quietest[0]}) and ${counted(most, 'hit')} (${busiest[0]}) came on a day.`,
  ]);
}

/** Days by their names, where they are few. */
const daysInWords = (days: readonly string[]): string =>
  days.length < 3 ? listed(days) : `on ${counted(days.length, 'day')}`;

/** The three hours of the day with most hits, over the whole window. */
export function busiestHours(
  story: Story,
): { readonly from: string; readonly to: string; readonly share: string } | null {
  const { hours } = story.figures;
  const total = sum(hours.map(({ hits }) => hits));
  if (total < LEAST_FOR_HOURS) return null;
  const byTime = new Map<string, number>();
  for (const { start, hits } of hours) {
    const time = timeInWords(start, story.zone);
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
  return { from: name(best.at), to: name(best.at + BLOCK_HOURS), share: shareInWords(best.hits, total) };
}

function hours(story: Story): string {
  const busiest = busiestHours(story);
  if (!busiest) return '';
  return choose(story, 'hours', [
    `${capital(busiest.share)} of the hits came between ${busiest.from} and ${busiest.to}.`,
    `The hours from ${busiest.from} to ${busiest.to} were the busiest, with ${busiest.share} of all hits.`,
  ]);
}

function sources(story: Story): string {
  const rows = topOf(story, 'referrer', 3).filter(({ current }) => current >= LEAST_OF_SOURCE);
  if (rows.length === 0) return 'No other site sent more than a hit or two.';
  const names = listed(rows.map(({ key, current }) => `${shown(key, MAX_HOST)} (${figure(current)})`));
  return choose(story, 'sources', [
    `Of other sites, ${names} sent the most hits.`,
    `The ${rows.length === 1 ? 'largest source' : 'largest sources'} elsewhere ${rows.length === 1 ? 'was' : 'were'} ${names}.`,
  ]);
}

function audience(story: Story): string {
  const { current } = weekTotals(story);
  const largest = topOf(story, 'country', 3);
  const countries = largest
    .filter(({ key }) => key !== 'XX')
    .map(row => `${countryInWords(row.key)} (${shareInWords(row.current, current)})`);
  const known = largest[0]?.key === 'XX' ? 'largest known' : 'largest';
  const devices = topOf(story, 'device', 2).filter(({ key }) => key !== 'unknown');
  const [device] = devices;
  const on = device
    ? ` ${capital(shareInWords(device.current, current))} of all hits came on ${devicesInWords(device.key)}.`
    : '';
  if (countries.length === 0) return on.trim();
  return `The ${known} ${countries.length === 1 ? 'part' : 'parts'} of the audience came from ${listed(countries)}.${on}`;
}

function crawlers(story: Story): string {
  const rows = story.figures.ranked.crawler;
  const total = sum(rows.map(({ current }) => current));
  const [first] = topOf(story, 'crawler', 1);
  if (!first || total < LEAST_OF_SOURCE) return '';
  const name = shown(first.key, MAX_HOST);
  if (first.current === total) return `AI crawlers made ${counted(total, 'visit')}, all for ${name}.`;
  // No word of a lead, which could be shared.
  return `AI crawlers made ${counted(total, 'visit')}, ${figure(first.current)} of them for ${name}.`;
}
