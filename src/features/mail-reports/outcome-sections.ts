/** Writes the parts of a report about goals, what visits brought in, and how pages were read. */

import { presentRevenue, type Revenue } from '../../core/hits/revenue.ts';
import { formatNumber, pluralize } from '../../lib/english.ts';
import { toOneLine } from '../../lib/text.ts';
import type { Outcome, ReportFigures } from './figures.ts';
import { formatChange } from './format.ts';
import type { ReportLine, ReportSection } from './message.ts';

/** Returns how amounts of a currency are written: `€1,234.50`. */
const toAmountFormat = (currency: string) => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return (amount: number): string => format.format(presentRevenue({ amount, currency }).amount);
};

const amountOf = (revenue: readonly Revenue[], currency: string): number =>
  revenue.find(each => each.currency === currency)?.amount ?? 0;

/** Writes the revenue in each currency that either period has. */
export function revenueSection({ outcome: { now, before } }: ReportFigures): ReportSection {
  const currencies = [...new Set([...now.revenue, ...before.revenue].map(({ currency }) => currency))].sort();
  const rows = currencies.map(currency => {
    const amount = amountOf(now.revenue, currency);
    const format = toAmountFormat(currency);
    const change = formatChange(amount, amountOf(before.revenue, currency), format);
    return { text: currency, value: format(amount), share: null, details: [change] };
  });
  return { title: 'Revenue', rows, paragraphs: [] };
}

/** Goals that are named at most: those that were reached most. */
const MAX_GOALS = 10;
const MAX_TEXT_LENGTH = 120;

/** Writes how often the goals of a site were reached. */
export function goalsSection({ outcome: { now, before } }: ReportFigures): ReportSection {
  const rows = now.goals
    .map((goal, index) => ({ ...goal, former: before.goals[index]?.conversions ?? 0 }))
    .toSorted((a, b) => b.conversions - a.conversions || b.former - a.former)
    .slice(0, MAX_GOALS)
    .map(({ name, conversions, rate, former }): ReportLine => {
      const share = rate === null ? [] : [`${(rate * 100).toFixed(1)}% of visitors`];
      return {
        text: toOneLine(name, MAX_TEXT_LENGTH),
        value: formatNumber(conversions),
        share: null,
        details: [...share, formatChange(conversions, former)],
      };
    });
  return { title: 'Goals', rows, paragraphs: [] };
}

/** `45 s`, `2 min 5 s`. */
const formatSeconds = (seconds: number): string => {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
};

/** Figures of engagement by their text, each with its form. */
const ENGAGEMENT: readonly (readonly [
  text: string,
  find: (engagement: NonNullable<Outcome['engagement']>) => number | undefined,
  format: (value: number) => string,
])[] = [
  ['Time on page, median', ({ engagedSeconds }) => engagedSeconds.median, formatSeconds],
  ['Scroll depth, median', ({ scrollDepth }) => scrollDepth?.median, value => `${Math.round(value)}%`],
];

/** Writes how the pages of a site were read, where that was captured in the period. */
export function engagementSection({ outcome: { now, before } }: ReportFigures): ReportSection {
  const { engagement } = now;
  const rows = ENGAGEMENT.flatMap(([text, find, format]): ReportLine[] => {
    const value = engagement ? find(engagement) : undefined;
    if (value === undefined) return [];
    const former = before.engagement ? find(before.engagement) : undefined;
    const details = former === undefined ? [] : [`${format(former)} before`];
    return [{ text, value: format(value), share: null, details }];
  });
  return { title: 'How pages were read', rows, paragraphs: [] };
}

/** Writes the values of properties that others may see. */
export const propertySections = ({ properties }: ReportFigures): ReportSection[] =>
  properties.map(({ name, kind, values }) => ({
    title: `Property ${name}`,
    rows: values.map(({ value, count, visitors }) => ({
      text: toOneLine(value, MAX_TEXT_LENGTH),
      value: formatNumber(count),
      share: null,
      details: [`${kind}, ${pluralize(visitors, 'visitor')}`],
    })),
    paragraphs: [],
  }));
