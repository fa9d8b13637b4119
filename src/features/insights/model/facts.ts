/**
 * Collects the facts that a model is given: sums with their names, which are placeholders in masked data. No visitor is
 * among them.
 */

import { formatNumber } from '../../../lib/english.ts';
import { BREAKDOWNS, WINDOW_DAYS } from '../detect/figures.ts';
import type { InsightTexts } from '../texts/compose.ts';
import { type FindingText, writeFinding } from '../texts/findings.ts';
import { formatCountry, formatDay, formatDevices, formatName } from '../texts/format.ts';
import {
  formatHost,
  formatLabel,
  formatPath,
  formatTitle,
  type InsightData,
  weekTotals,
  windowDays,
} from '../texts/insight-data.ts';
import type { Facts } from './fact-check.ts';

const MAX_ROWS = 5;
/** Pages and hosts with fewer hits could reveal a single visitor. */
const MIN_HITS = 3;
const MAX_TITLE = 80;

type Json = string | number | null | readonly Json[] | { readonly [name: string]: Json };

/** Facts as they are sent to the model: as JSON, so that names stay values. */
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

const FORMATTERS = {
  page: formatPath,
  referrer: formatHost,
  country: formatCountry,
  device: formatDevices,
  crawler: formatHost,
};

const topFactRows = (data: InsightData, breakdown: (typeof BREAKDOWNS)[number]) =>
  data.figures.ranked[breakdown]
    .filter(({ key, current }) => current >= MIN_HITS && key !== 'XX' && key !== 'unknown')
    .slice(0, MAX_ROWS)
    .map(({ key, current, previous }) => ({
      name: FORMATTERS[breakdown](key),
      current,
      // Without a whole week before there is nothing to compare with.
      previous: weekTotals(data).previous === null ? null : previous,
    }));

export function toFactSheet(data: InsightData, texts: InsightTexts): FactSheet {
  const { first, last } = windowDays(data);
  const { current, previous } = weekTotals(data);
  const { hits, days } = data.figures;
  const names = days.slice(-WINDOW_DAYS);
  return {
    site: formatLabel(data),
    first_day: formatDay(first),
    last_day: formatDay(last),
    hits: { last_7_days: current, the_7_days_before: previous },
    days: hits.slice(-WINDOW_DAYS).map((count, at) => ({ day: formatDay(names[at] ?? ''), hits: count })),
    rows: Object.fromEntries(BREAKDOWNS.map(breakdown => [breakdown, topFactRows(data, breakdown)])),
    findings: data.findings.map(finding => writeFinding(data, finding)),
    notes_of_the_owner: data.signals.map(({ title }) => formatName(title, MAX_TITLE)),
    texts: {
      summary: texts.summary,
      traffic_patterns: texts.trafficPatterns,
      best_content: texts.bestContent,
      recommendations: texts.recommendations,
    },
  };
}

/** Collects the facts that a text about the data may state. */
export function checkableFacts(data: InsightData, sheet: FactSheet): Facts {
  const rows = BREAKDOWNS.flatMap(breakdown =>
    topFactRows(data, breakdown).map(row => ({ breakdown, ...row })),
  );
  const ownNames = BREAKDOWNS.filter(breakdown => breakdown === 'page' || breakdown === 'referrer');
  const subjects = data.findings.flatMap(({ subject, of }) =>
    subject === null || of === 'country' || of === 'device'
      ? []
      : of === 'goal'
        ? [formatTitle(subject)]
        : [formatPath(subject), formatHost(subject)],
  );
  const { ranked } = data.figures;
  // Only names in the sheet are allowed: it leaves out pages with few hits.
  const sheetText = JSON.stringify(sheet);
  const { current, previous } = weekTotals(data);
  const total = previous === null ? [] : [{ current, previous }];
  const changes = [...total, ...data.findings, ...Object.values(ranked).flat()];
  return {
    directions: {
      rising: changes.some(change => change.current > change.previous),
      falling: changes.some(change => change.current < change.previous),
    },
    names: [
      formatLabel(data),
      'robots.txt',
      ...ownNames
        .flatMap(breakdown => ranked[breakdown].map(({ key }) => FORMATTERS[breakdown](key)))
        .filter(name => sheetText.includes(JSON.stringify(name).slice(1, -1))),
      ...subjects,
      // With quotes only: without them, a title could be read as a fact.
      ...data.signals.map(({ title }) => formatTitle(title)),
      ...rows.filter(({ breakdown }) => breakdown === 'crawler').map(({ name }) => name),
    ],
    sentences: [
      ...Object.values(sheet.texts as Record<string, string>),
      ...sheet.findings.flatMap(({ headline, summary }) => [headline, summary]),
      ...(sheet.days as { day: string; hits: number }[]).map(
        ({ day, hits }) => `${day} ${formatNumber(hits)}`,
      ),
      ...rows
        .filter(({ breakdown }) => breakdown === 'country' || breakdown === 'device')
        .map(({ name }) => name),
      ...rows.map(
        ({ current, previous }) =>
          `${formatNumber(current)} ${previous === null ? '' : formatNumber(previous)}`,
      ),
      'in the last 7 days and the 7 days before',
    ],
  };
}
