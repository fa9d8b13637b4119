/** Pages, referrers and crawlers with far more than before. */
import {
  type Breakdown,
  type EarlierWeeks,
  type Finding,
  type FindingType,
  historyDays,
  type Ranked,
  type WeekFigures,
  WINDOW_DAYS,
  windowOf,
} from './figures.ts';
import { importanceOf } from './importance.ts';
import { clamp, median, relativeSpread, sum, surprise } from './statistics.ts';
import { dispersionOf } from './usual.ts';

interface Rule {
  readonly type: FindingType;
  readonly leastHits: number;
  readonly leastRatio: number;
  readonly leastSurprise: number;
  /** How much more than the site as a whole it has to have grown; 0 where that does not matter. */
  readonly outgrowsBy: number;
  /** One visitor's hits count for this many at most when chance is judged. */
  readonly mostDispersion: number;
  readonly weight: number;
  readonly most: number;
}

const RULES: Readonly<Partial<Record<Breakdown, Rule>>> = {
  page: {
    type: 'page_breakout',
    leastHits: 30,
    leastRatio: 2,
    leastSurprise: 4.5,
    outgrowsBy: 1.4,
    mostDispersion: 2,
    weight: 0.95,
    most: 3,
  },
  referrer: {
    type: 'referrer_surge',
    leastHits: 15,
    leastRatio: 2,
    leastSurprise: 4.5,
    outgrowsBy: 1.4,
    mostDispersion: 1.5,
    weight: 0.95,
    most: 3,
  },
  crawler: {
    type: 'crawler_surge',
    leastHits: 60,
    leastRatio: 2.2,
    leastSurprise: 5,
    outgrowsBy: 0,
    mostDispersion: 3,
    weight: 0.85,
    most: 2,
  },
};
/** A key's weeks differ for reasons of their own; less than this is never assumed. */
const SPREAD = { least: 0.15, most: 1 };

/** Keys that rose against the week before: whether they did against all weeks is to be seen from `EarlierWeeks`. */
export function listRising(figures: WeekFigures, breakdown: Breakdown): string[] {
  const rule = RULES[breakdown];
  if (!rule || historyDays(figures) < WINDOW_DAYS) return [];
  return figures.ranked[breakdown]
    .filter(row => isRisen(row, row.previous, { rule, figures, spread: SPREAD.least }))
    .map(({ key }) => key);
}

/** What rose against the week before and against the weeks before that, the most important first. */
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
    const spread = relativeSpread(weeks, { ...SPREAD, dispersion: dispersionOf(figures) });
    if (!isRisen(row, usual, { rule, figures, spread })) return [];
    return [riseOf(row, { rule, breakdown, week, figures })];
  });
  return found.toSorted((a, b) => b.importance - a.importance).slice(0, rule.most);
}

const riseOf = (
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
  importance: importanceOf({
    ratio: (current + 1) / (previous + 1),
    share: (current - previous) / week,
    weight: rule.weight,
  }),
  span: windowOf(figures),
  current,
  previous,
  shares: null,
  isReturn: false,
});

function isRisen(
  { current }: Ranked,
  expected: number,
  { rule, figures, spread }: { readonly rule: Rule; readonly figures: WeekFigures; readonly spread: number },
): boolean {
  if (current < rule.leastHits || current < rule.leastRatio * expected) return false;
  if (rule.outgrowsBy > 0 && current < rule.outgrowsBy * growthOf(figures) * expected) return false;
  const dispersion = clamp(dispersionOf(figures), 1, rule.mostDispersion);
  return surprise({ current, expected, dispersion, spread }) >= rule.leastSurprise;
}

/** How many times as many hits the site had as in the week before; 1 when it had fewer. */
const growthOf = ({ hits }: WeekFigures): number =>
  Math.max(1, (sum(hits.slice(-WINDOW_DAYS)) + 1) / (sum(hits.slice(-2 * WINDOW_DAYS, -WINDOW_DAYS)) + 1));
