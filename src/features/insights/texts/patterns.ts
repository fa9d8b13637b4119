/** Chooses the sentences about traffic patterns: times, sources and audience. */
import { median } from '../../../lib/median.ts';
import { WINDOW_DAYS } from '../detect/figures.ts';
import { sum } from '../detect/statistics.ts';
import type { SentenceOf, Sentences } from '../sentence-schema.ts';
import { formatTime } from './format.ts';
import { countsVisitors, formatHost, type InsightData, topRows, weekTotals } from './insight-data.ts';

/** Length of the busiest block of hours. */
const BLOCK_HOURS = 3;
const MIN_HITS_FOR_HOURS = 50;
const MIN_SOURCE_HITS = 3;

/** Chooses a few sentences on days, hours, sources, countries, devices and crawlers. */
export const choosePatterns = (data: InsightData): Sentences['traffic_patterns'] =>
  [days(data), busiestHours(data), sources(data), countries(data), device(data), crawlers(data)].filter(
    each => each !== null,
  );

function days({ figures }: InsightData): SentenceOf<'days'> {
  const counts = figures.hits.slice(-WINDOW_DAYS);
  const names = figures.days.slice(-WINDOW_DAYS);
  const daysWith = (count: number) => names.filter((_, at) => counts[at] === count);
  const [most, least] = [Math.max(...counts), Math.min(...counts)];
  return {
    kind: 'days',
    most_hits: most,
    busiest_days: daysWith(most),
    fewest_hits: least,
    quietest_days: daysWith(least),
  };
}

/** A block of hours of the day. */
interface Block {
  readonly at: number;
  /** Of the median day, on which a single peak changes nothing. */
  readonly typical: number;
  readonly hits: number;
}

const isBusier = (a: Block, b: Block): boolean =>
  a.typical === b.typical ? a.hits > b.hits : a.typical > b.typical;

/** Finds the three hours of the day that are usually busiest, with their hits over the whole window. */
export function busiestHours(data: InsightData): SentenceOf<'hours'> | null {
  const { hours } = data.figures;
  const total = sum(hours.map(({ hits }) => hits));
  if (total < MIN_HITS_FOR_HOURS) return null;
  const byTime = Map.groupBy(hours, ({ start }) => formatTime(start, data.zone));
  const times = [...byTime.keys()].toSorted();
  const blocks = times.map((_, at): Block => {
    const counts = Array.from({ length: BLOCK_HOURS }, (__, next) =>
      (byTime.get(times[(at + next) % times.length] ?? '') ?? []).map(({ hits }) => hits),
    );
    return { at, typical: sum(counts.map(median)), hits: sum(counts.flat()) };
  });
  const best = blocks.reduce((busiest, block) => (isBusier(block, busiest) ? block : busiest));
  const name = (at: number): string => times[at % times.length] ?? '';
  return {
    kind: 'hours',
    from: name(best.at),
    to: name(best.at + BLOCK_HOURS),
    hits: best.hits,
    all_hits: total,
  };
}

const sources = (data: InsightData): SentenceOf<'referrers'> => ({
  kind: 'referrers',
  referrers: topRows(data, 'referrer', 3)
    .filter(({ current }) => current >= MIN_SOURCE_HITS)
    .map(({ key, current }) => ({
      referrer: formatHost(key),
      [countsVisitors(data) ? 'visitors' : 'hits']: current,
    })),
});

function countries(data: InsightData): SentenceOf<'countries'> | null {
  const largest = topRows(data, 'country', 3);
  const known = largest.filter(({ key }) => key !== 'XX');
  if (known.length === 0) return null;
  return {
    kind: 'countries',
    countries: known.map(({ key, current }) => ({ country: key, hits: current })),
    all_hits: weekTotals(data).current,
    mostly_unknown: largest[0]?.key === 'XX',
  };
}

function device(data: InsightData): SentenceOf<'device'> | null {
  const [first] = topRows(data, 'device', 2).filter(({ key }) => key !== 'unknown');
  if (!first) return null;
  return { kind: 'device', device: first.key, hits: first.current, all_hits: weekTotals(data).current };
}

function crawlers(data: InsightData): SentenceOf<'crawlers'> | null {
  const total = sum(data.figures.ranked.crawler.map(({ current }) => current));
  const [first] = topRows(data, 'crawler', 1);
  if (!first || total < MIN_SOURCE_HITS) return null;
  return { kind: 'crawlers', provider: formatHost(first.key), visits: first.current, all_visits: total };
}
