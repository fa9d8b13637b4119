/** Sentences in edge cases: ties, nothing, almost nothing, and unknown reasons. */
import { expect, test } from 'bun:test';
import type { Finding } from '../../../src/features/insights/detect/figures.ts';
import { composeTexts } from '../../../src/features/insights/texts/compose.ts';
import { writeFinding } from '../../../src/features/insights/texts/findings.ts';
import { formatCount, formatDuration, formatShare } from '../../../src/features/insights/texts/format.ts';
import { formatTitle, type InsightData } from '../../../src/features/insights/texts/insight-data.ts';
import { makeInsightData } from '../../support/insight-data.ts';

/** Returns the data of a quiet week with its figures changed. */
const withFigures = (figures: Partial<InsightData['figures']>): InsightData => {
  const data = makeInsightData({ isQuiet: true });
  return { ...data, figures: { ...data.figures, ...figures } };
};
const withPages = (...counts: number[]): InsightData => {
  const page = counts.map((current, at) => ({ key: `/${at}`, current, previous: current }));
  return withFigures({ ranked: { ...makeInsightData().figures.ranked, page } });
};

/** Makes a finding of the window. */
function makeFinding(data: InsightData, finding: Partial<Finding>): Finding {
  const [start, end] = [data.figures.edges.at(-8), data.figures.edges.at(-1)];
  if (!start || !end) throw new Error('no window');
  return {
    type: 'traffic_spike',
    direction: 'up',
    subject: null,
    of: 'day',
    importance: 70,
    span: { start, end },
    current: 300,
    previous: 100,
    shares: null,
    isReturn: false,
    ...finding,
  };
}

test.each([
  [1, 1000, 'less than 1%'],
  [0, 1000, '0%'],
  [999, 1000, 'more than 99%'],
  [1000, 1000, '100%'],
  [5, 1000, '1%'],
  [0, 0, '0%'],
])('%d of %d is %s', (part, whole, words) => {
  expect(formatShare(part, whole)).toBe(words);
});

test('counts and durations have a singular, a plural and a form for none', () => {
  expect([0, 1, 1234].map(count => formatCount(count, 'pageview'))).toEqual([
    'no pageviews',
    '1 pageview',
    '1,234 pageviews',
  ]);
  const hours = [0.2, 1.4, 1.6, 71, 72, 144];
  expect(hours.map(count => formatDuration(count * 3_600_000))).toEqual([
    '12 minutes',
    '84 minutes',
    '2 hours',
    '71 hours',
    '3 days',
    '6 days',
  ]);
});

test('a site without a whole week before is not compared with the weeks before', () => {
  const { hits } = makeInsightData().figures;
  const { summary } = composeTexts(withFigures({ hits: hits.map((count, at) => (at < 60 ? 0 : count)) }));
  expect(summary).toContain('no full week before');
  expect(summary).not.toMatch(/weeks before\.|ordinary week|significantly/);
});

test('of days and pages with equal hits none is called the first', () => {
  const { hits } = makeInsightData().figures;
  const days = composeTexts(
    withFigures({ hits: [...hits.slice(0, -7), 5, 0, 5, 0, 1, 0, 2] }),
  ).trafficPatterns;
  expect(days).toStartWith(
    'Pageviews per day: at most 5 (Monday, 2 March and Wednesday, 4 March), at least 0 (on 3 days).',
  );
  expect(composeTexts(withPages(9, 9, 4)).bestContent).toMatch(
    /^No page had more pageviews than \/0: 9 pageviews.*Other top pages: \/1 \(9\) and \/2 \(4\)\./,
  );
});

test('a signal after a day is no possible reason for it', () => {
  const data = makeInsightData();
  const day = { start: new Date('2026-03-03T00:00:00Z'), end: new Date('2026-03-04T00:00:00Z') };
  const notedAt = (occurredAt: string): string =>
    writeFinding(
      { ...data, signals: [{ title: 'Newsletter', occurredAt: new Date(occurredAt) }] },
      makeFinding(data, { span: day }),
    ).summary;
  for (const before of ['2026-03-02T00:00:00Z', '2026-03-03T23:59:59Z'])
    expect(notedAt(before)).toContain('“Newsletter”');
  for (const other of ['2026-03-01T23:59:59Z', '2026-03-04T00:00:00Z', '2026-03-04T08:00:00Z'])
    expect(notedAt(other)).not.toContain('Newsletter');
});

test('a share from nothing, or almost nothing, is worded so', () => {
  const data = makeInsightData({ signals: [] });
  const of = 'country';
  const from = (previous: number, share: number): string =>
    writeFinding(
      data,
      makeFinding(data, {
        type: 'audience_shift',
        of,
        subject: 'BR',
        previous,
        shares: { current: 29.4, previous: share },
      }),
    ).summary;
  expect(from(0, 0)).toBe(
    '29% of pageviews in the last 7 days came from Brazil, up from 0% the week before.',
  );
  expect(from(1, 0)).toContain('up from less than 1% the week before');
});

test('there is one recommendation for each type of finding, and none asks for a known reason', () => {
  const data = { ...makeInsightData(), signals: [] };
  const pages = ['/a', '/b'].map(subject =>
    makeFinding(data, { type: 'page_breakout', of: 'page', subject, importance: 80 }),
  );
  const down = makeFinding(data, { type: 'downtime_effect', direction: 'down', of: null });
  const advice = (findings: readonly Finding[]) => composeTexts({ ...data, findings }).recommendations;
  expect(advice(pages)).not.toContain('/b');
  expect(advice([down])).not.toContain('If you know the cause');
});

test('quotes within a title do not end it', () => {
  expect(formatTitle('”. Traffic fell by 99%. “')).toBe('“’. Traffic fell by 99%. ’”');
});
