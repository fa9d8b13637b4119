/** Detects pages, referrers and crawlers with far more hits than before. */

import { median } from '../../../lib/median.ts';
import { estimateDispersion } from './baseline.ts';
import {
  type Breakdown,
  type EarlierWeeks,
  type Finding,
  type FindingType,
  historyDays,
  type Ranked,
  type WeekFigures,
  WINDOW_DAYS,
  windowSpan,
} from './figures.ts';
import { computeImportance } from './importance.ts';
import { clamp, relativeSpread, sum, zScore } from './statistics.ts';

interface Rule {
  readonly type: FindingType;
  readonly minHits: number;
  readonly minRatio: number;
  readonly minZScore: number;
  /** Factor by which it must have outgrown the site as a whole; 0 for no such condition. */
  readonly outgrowsBy: number;
  /** Upper limit of the dispersion that is assumed. */
  readonly maxDispersion: number;
  readonly weight: number;
  readonly maxFindings: number;
}

const RULES: Readonly<Partial<Record<Breakdown, Rule>>> = {
  page: {
    type: 'page_breakout',
    minHits: 30,
    minRatio: 2,
    minZScore: 4.5,
    outgrowsBy: 1.4,
    maxDispersion: 2,
    weight: 0.95,
    maxFindings: 3,
  },
  referrer: {
    type: 'referrer_surge',
    minHits: 15,
    minRatio: 2,
    minZScore: 4.5,
    outgrowsBy: 1.4,
    maxDispersion: 1.5,
    weight: 0.95,
    maxFindings: 3,
  },
  crawler: {
    type: 'crawler_surge',
    minHits: 60,
    minRatio: 2.2,
    minZScore: 5,
    outgrowsBy: 0,
    maxDispersion: 3,
    weight: 0.85,
    maxFindings: 2,
  },
};
/** Limits of the relative spread between the weeks of a key. */
const SPREAD = { min: 0.15, max: 1 };

/** Lists the keys that rose against the week before. `findRises` also compares them with earlier weeks. */
export function listRisenKeys(figures: WeekFigures, breakdown: Breakdown): string[] {
  const rule = RULES[breakdown];
  if (!rule || historyDays(figures) < WINDOW_DAYS) return [];
  return figures.ranked[breakdown]
    .filter(row => hasRisen(row, row.previous, { rule, figures, spread: SPREAD.min }))
    .map(({ key }) => key);
}

/** Finds what rose against the week before and against earlier weeks, the most important first. */
export function findRises(figures: WeekFigures, breakdown: Breakdown, earlier: EarlierWeeks): Finding[] {
  const rule = RULES[breakdown];
  if (!rule || historyDays(figures) < WINDOW_DAYS) return [];
  const week = Math.max(
    sum(figures.hits.slice(-WINDOW_DAYS)),
    breakdown === 'crawler' ? sum(figures.ranked.crawler.map(({ current }) => current)) : 1,
  );
  const found = figures.ranked[breakdown].flatMap((row): Finding[] => {
    const weeks = [...(earlier[breakdown]?.get(row.key) ?? []), row.previous];
    const usual = Math.max(row.previous, median(weeks));
    const spread = relativeSpread(weeks, { ...SPREAD, dispersion: estimateDispersion(figures) });
    if (!hasRisen(row, usual, { rule, figures, spread })) return [];
    return [toFinding(row, { rule, breakdown, week, figures })];
  });
  return found.toSorted((a, b) => b.importance - a.importance).slice(0, rule.maxFindings);
}

const toFinding = (
  { key, current, previous }: Ranked,
  {
    rule,
    breakdown,
    week,
    figures,
  }: {
    readonly rule: Rule;
    readonly breakdown: Breakdown;
    readonly week: number;
    readonly figures: WeekFigures;
  },
): Finding => ({
  type: rule.type,
  direction: 'up',
  subject: key,
  of: breakdown,
  importance: computeImportance({
    ratio: (current + 1) / (previous + 1),
    share: (current - previous) / week,
    weight: rule.weight,
  }),
  span: windowSpan(figures),
  current,
  previous,
  shares: null,
  isReturn: false,
});

function hasRisen(
  { current }: Ranked,
  expected: number,
  { rule, figures, spread }: { readonly rule: Rule; readonly figures: WeekFigures; readonly spread: number },
): boolean {
  if (current < rule.minHits || current < rule.minRatio * expected) return false;
  if (rule.outgrowsBy > 0 && current < rule.outgrowsBy * siteGrowth(figures) * expected) return false;
  const dispersion = clamp(estimateDispersion(figures), 1, rule.maxDispersion);
  return zScore({ current, expected, dispersion, spread }) >= rule.minZScore;
}

/** Returns the growth factor of the site's hits against the week before, at least 1. */
const siteGrowth = ({ hits }: WeekFigures): number =>
  Math.max(1, (sum(hits.slice(-WINDOW_DAYS)) + 1) / (sum(hits.slice(-2 * WINDOW_DAYS, -WINDOW_DAYS)) + 1));
