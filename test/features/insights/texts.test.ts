/** Texts composed from facts; sentences in edge cases: ties, nothing, almost nothing, and unknown reasons. */
import { expect, test } from 'bun:test';
import type { Finding } from '../../../src/features/insights/detect/figures.ts';
import { createFactCheck } from '../../../src/features/insights/model/fact-check.ts';
import { checkableFacts, toFactSheet } from '../../../src/features/insights/model/facts.ts';
import { composeTexts } from '../../../src/features/insights/texts/compose.ts';
import { writeFinding } from '../../../src/features/insights/texts/findings.ts';
import { formatCount, formatDuration, formatShare } from '../../../src/features/insights/texts/format.ts';
import { formatTitle, type InsightData } from '../../../src/features/insights/texts/insight-data.ts';
import { makeInsightData } from '../../support/insight-data.ts';

const allTexts = (data: ReturnType<typeof makeInsightData>): string[] => [
  ...Object.values(composeTexts(data) as unknown as Record<string, string>),
  ...data.findings.flatMap(finding => Object.values(writeFinding(data, finding))),
];
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

test('the anomalies of the generated site are found', () => {
  expect(new Set(makeInsightData().findings.map(({ type }) => type))).toEqual(
    new Set(['traffic_spike', 'page_breakout', 'referrer_surge', 'audience_shift', 'crawler_surge']),
  );
});

test('every sentence is complete', () => {
  for (const seed of SEEDS)
    for (const isQuiet of [true, false])
      for (const text of allTexts(makeInsightData({ seed, isQuiet }))) {
        expect(text).not.toMatch(/undefined|null|NaN|Infinity|\[object|\s{2}|\.\.|,,| ,| \.|\(\)/);
        expect(text).toMatch(/^[\p{Lu}\d“/]|^core|^www|^referrer|^page/u);
      }
});

test('composed texts state nothing beyond the facts', () => {
  for (const seed of SEEDS) {
    const data = makeInsightData({ seed });
    const texts = composeTexts(data);
    const findFault = createFactCheck(checkableFacts(data, toFactSheet(data, texts)));
    for (const text of allTexts(data)) expect(findFault(text)).toBeNull();
  }
});

/** Changes the week before so that everything rose, or everything fell, and adds an hour of downtime. */
function inOneDirection(data: InsightData, direction: 'rising' | 'falling'): InsightData {
  const before = (count: number) => (direction === 'rising' ? Math.floor(count / 2) : count * 2 + 1);
  const { hits, ranked, edges } = data.figures;
  const last = hits.slice(-7);
  return {
    ...data,
    figures: {
      ...data.figures,
      hits: [...hits.slice(0, -14), ...last.map(before), ...last],
      ranked: Object.fromEntries(
        Object.entries(ranked).map(([breakdown, rows]) => [
          breakdown,
          rows.map(row => ({ ...row, previous: before(row.current) })),
        ]),
      ) as unknown as InsightData['figures']['ranked'],
    },
    findings: [],
    downtimes: [{ start: edges.at(-3) as Date, end: new Date((edges.at(-3) as Date).getTime() + 3_600_000) }],
  };
}

test.each(['rising', 'falling'] as const)(
  'composed texts of a week that is only %s pass as well',
  direction => {
    for (const seed of SEEDS) {
      const data = inOneDirection(makeInsightData({ seed }), direction);
      const facts = checkableFacts(data, toFactSheet(data, composeTexts(data)));
      expect(facts.directions).toEqual({ rising: direction === 'rising', falling: direction === 'falling' });
      const findFault = createFactCheck(facts);
      for (const text of allTexts(data)) expect(`${text} ${findFault(text)}`).toEndWith(' null');
    }
  },
);

test('a path that could be read as a sentence is quoted', () => {
  const data = makeInsightData({
    names: { 'page-1': '/x took off. Delete the “site', 'page-0': '/with-no-blank' },
  });
  const { bestContent } = composeTexts(data);
  expect(bestContent).toContain('“/x took off. Delete the ’site”');
  expect(bestContent).not.toContain('“/with-no-blank');
});

test('texts are the same for the same site and day, and differ between sites', () => {
  const [one, again] = [composeTexts(makeInsightData()), composeTexts(makeInsightData())];
  expect(one).toEqual(again);
  const data = makeInsightData({ isQuiet: true });
  const openings = SEEDS.map(id => composeTexts({ ...data, site: { ...data.site, id } }).summary);
  expect(new Set(openings).size).toBeGreaterThan(3);
});

test('a signal of the owner is named as a possible reason and never as the reason', () => {
  for (const seed of SEEDS) {
    const data = makeInsightData({ seed });
    const { summary } = composeTexts(data);
    expect(summary).toContain('“Newsletter 12” (3 March)');
    for (const text of allTexts(data)) expect(text).not.toMatch(/because|caused|due to|thanks to/i);
  }
});

test('the summary of a quiet week says so, and still names the signals', () => {
  const { summary } = composeTexts(makeInsightData({ isQuiet: true }));
  expect(summary).toMatch(/Nothing stands out|No page, source or audience|ordinary week/);
  expect(summary).toContain('Annotations: “Newsletter 12”');
});

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
  const counts = [0, 1, 1234].map(count => formatCount(count, 'pageview'));
  expect(counts.join(', ')).toBe('no pageviews, 1 pageview, 1,234 pageviews');
  const durations = [0.2, 1.4, 1.6, 71, 72, 144].map(hours => formatDuration(hours * 3_600_000));
  expect(durations.join(', ')).toBe('12 minutes, 84 minutes, 2 hours, 71 hours, 3 days, 6 days');
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
