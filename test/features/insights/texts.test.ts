/** Texts composed from facts. */
import { expect, test } from 'bun:test';
import { createFactCheck } from '../../../src/features/insights/model/fact-check.ts';
import { checkableFacts, toFactSheet } from '../../../src/features/insights/model/facts.ts';
import { composeTexts } from '../../../src/features/insights/texts/compose.ts';
import { writeFinding } from '../../../src/features/insights/texts/findings.ts';
import type { InsightData } from '../../../src/features/insights/texts/insight-data.ts';
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
