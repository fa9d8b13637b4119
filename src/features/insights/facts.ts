/**
 * The facts of a story as a model is given them: sums, and the names they belong to, which are placeholders in a masked
 * story. No visitor is among them.
 */

import { BREAKDOWNS, WINDOW_DAYS } from './detect/figures.ts';
import type { Facts } from './fact-check.ts';
import type { InsightTexts } from './texts/compose.ts';
import { type FindingText, writeFinding } from './texts/findings.ts';
import { labelOf, pathInWords, type Story, titleInWords, weekTotals, windowDays } from './texts/story.ts';
import { countryInWords, dayInWords, devicesInWords, figure, shown } from './texts/words.ts';

const MOST_ROWS = 5;
/** Rows with fewer hits are nobody's business but their reader's. */
const LEAST_HITS = 3;
const MAX_NAME = 80;

type Json = string | number | null | readonly Json[] | { readonly [name: string]: Json };

/** Sent as JSON, so that names stay values. */
export interface FactSheet {
  readonly site: string;
  readonly first_day: string;
  readonly last_day: string;
  readonly hits: Json;
  readonly days: Json;
  readonly rows: Json;
  readonly findings: readonly FindingText[];
  readonly notes_of_the_owner: readonly string[];
  readonly texts: Json;
}

const NAMED = {
  page: pathInWords,
  referrer: (host: string) => shown(host, MAX_NAME),
  country: countryInWords,
  device: devicesInWords,
  crawler: (name: string) => shown(name, MAX_NAME),
};

const rowsOf = (story: Story, breakdown: (typeof BREAKDOWNS)[number]) =>
  story.figures.ranked[breakdown]
    .filter(({ key, current }) => current >= LEAST_HITS && key !== 'XX' && key !== 'unknown')
    .slice(0, MOST_ROWS)
    .map(({ key, current, previous }) => ({
      name: NAMED[breakdown](key),
      current,
      // Without a whole week before there is nothing to compare with.
      previous: weekTotals(story).previous === null ? null : previous,
    }));

export function factSheetOf(story: Story, texts: InsightTexts): FactSheet {
  const { first, last } = windowDays(story);
  const { current, previous } = weekTotals(story);
  const { hits, days } = story.figures;
  const names = days.slice(-WINDOW_DAYS);
  return {
    site: labelOf(story),
    first_day: dayInWords(first),
    last_day: dayInWords(last),
    hits: { last_7_days: current, the_7_days_before: previous },
    days: hits.slice(-WINDOW_DAYS).map((count, at) => ({ day: dayInWords(names[at] ?? ''), hits: count })),
    rows: Object.fromEntries(BREAKDOWNS.map(breakdown => [breakdown, rowsOf(story, breakdown)])),
    findings: story.findings.map(finding => writeFinding(story, finding)),
    notes_of_the_owner: story.signals.map(({ title }) => shown(title, MAX_NAME)),
    texts: {
      summary: texts.summary,
      traffic_patterns: texts.trafficPatterns,
      best_content: texts.bestContent,
      recommendations: texts.recommendations,
    },
  };
}

/** What a text about the story may say. */
export function checkableFacts(story: Story, sheet: FactSheet): Facts {
  const rows = BREAKDOWNS.flatMap(breakdown => rowsOf(story, breakdown).map(row => ({ breakdown, ...row })));
  const ownNames = BREAKDOWNS.filter(breakdown => breakdown === 'page' || breakdown === 'referrer');
  const subjects = story.findings.flatMap(({ subject, of }) =>
    subject === null || of === 'country' || of === 'device'
      ? []
      : [pathInWords(subject), shown(subject, MAX_NAME)],
  );
  const { ranked } = story.figures;
  // The model may only name pages that are in its sheet: pages with few visitors are left out of it.
  const sheetText = JSON.stringify(sheet);
  const { current, previous } = weekTotals(story);
  const total = previous === null ? [] : [{ current, previous }];
  const changes = [...total, ...story.findings, ...Object.values(ranked).flat()];
  return {
    directions: {
      rising: changes.some(change => change.current > change.previous),
      falling: changes.some(change => change.current < change.previous),
    },
    names: [
      labelOf(story),
      'robots.txt',
      ...ownNames
        .flatMap(breakdown => ranked[breakdown].map(({ key }) => NAMED[breakdown](key)))
        .filter(name => sheetText.includes(JSON.stringify(name).slice(1, -1))),
      ...subjects,
      // Without its quotes a note could be read as a fact.
      ...story.signals.map(({ title }) => titleInWords(title)),
      ...rows.filter(({ breakdown }) => breakdown === 'crawler').map(({ name }) => name),
    ],
    sentences: [
      ...Object.values(sheet.texts as Record<string, string>),
      ...sheet.findings.flatMap(({ headline, summary }) => [headline, summary]),
      ...(sheet.days as { day: string; hits: number }[]).map(({ day, hits }) => `${day} ${figure(hits)}`),
      ...rows
        .filter(({ breakdown }) => breakdown === 'country' || breakdown === 'device')
        .map(({ name }) => name),
      ...rows.map(
        ({ current, previous }) => `${figure(current)} ${previous === null ? '' : figure(previous)}`,
      ),
      'in the last 7 days and the 7 days before',
    ],
  };
}
