/** Data of an insight with everything that texts can be about. */
import { detect } from '../../src/features/insights/detect/detect.ts';
import type { WeekFigures } from '../../src/features/insights/detect/figures.ts';
import type { InsightData } from '../../src/features/insights/texts/insight-data.ts';
import { createRandom, generateSite, toWeekFigures } from './generated-weeks.ts';

/** Names for the keys of the generated site. */
const NAMES: Readonly<Record<string, string>> = {
  'page-0': '/',
  'page-1': '/blog/repairing-a-chair',
  'page-2': '/2024/99-things',
  'referrer-0': 'www.reddit.example',
  'country-0': 'US',
  'country-1': 'NL',
  'country-2': 'XX',
  'country-3': 'DE',
  'country-4': 'CH',
  'device-0': 'mobile',
  'device-1': 'desktop',
  'device-2': 'unknown',
  'crawler-0': 'Anthropic',
};

const replaceNames = (ranked: WeekFigures['ranked'], names: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(ranked).map(([breakdown, rows]) => [
      breakdown,
      rows.map(row => ({ ...row, key: names[row.key] ?? row.key })).toSorted((a, b) => b.current - a.current),
    ]),
  ) as unknown as WeekFigures['ranked'];

/** Makes the data of a site with 300 hits a day, in whose last week a page, a referrer, a country, a crawler and a day stood out. */
export function makeInsightData({
  names = {},
  label = 'Alder & Ash',
  signals = [{ title: 'Newsletter 12', occurredAt: new Date('2026-03-03T08:00:00Z') }],
  isQuiet = false,
  seed = 5,
}: {
  readonly names?: Readonly<Record<string, string>>;
  readonly label?: string;
  readonly signals?: InsightData['signals'];
  readonly isQuiet?: boolean;
  readonly seed?: number;
} = {}): InsightData {
  const site = generateSite(300, createRandom(seed));
  if (!isQuiet) {
    const add = (counts: number[] | undefined, from: number, more: number): void => {
      for (let day = from; counts && day < counts.length; day++) counts[day] = (counts[day] ?? 0) + more;
    };
    add(site.keys.page[1], 58, 80);
    add(site.keys.referrer[0], 58, 90);
    add(site.keys.country[1], 56, 90);
    add(site.keys.crawler[0], 56, 90);
    site.hits[58] = (site.hits[58] ?? 0) + 600;
  }
  const { figures, earlier } = toWeekFigures(site);
  return {
    site: { id: seed, label },
    zone: 'UTC',
    figures: { ...figures, ranked: replaceNames(figures.ranked, { ...NAMES, ...names }) },
    findings: detect(figures, earlier).map(finding => ({
      ...finding,
      subject: finding.subject && ({ ...NAMES, ...names }[finding.subject] ?? finding.subject),
    })),
    signals,
    downtimes: [],
  };
}
