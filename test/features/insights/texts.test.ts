/** What is written from facts. */
import { expect, test } from 'bun:test';
import { createFactCheck } from '../../../src/features/insights/fact-check.ts';
import { checkableFacts, factSheetOf } from '../../../src/features/insights/facts.ts';
import { composeTexts } from '../../../src/features/insights/texts/compose.ts';
import { writeFinding } from '../../../src/features/insights/texts/findings.ts';
import type { Story } from '../../../src/features/insights/texts/story.ts';
import { aStory } from '../../support/stories.ts';

const allOf = (story: ReturnType<typeof aStory>): string[] => [
  ...Object.values(composeTexts(story) as unknown as Record<string, string>),
  ...story.findings.flatMap(finding => Object.values(writeFinding(story, finding))),
];
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

test('what stands out is found in the made site', () => {
  expect(new Set(aStory().findings.map(({ type }) => type))).toEqual(
    new Set(['traffic_spike', 'page_breakout', 'referrer_surge', 'audience_shift', 'crawler_surge']),
  );
});

test('every sentence is whole', () => {
  for (const seed of SEEDS)
    for (const isQuiet of [true, false])
      for (const text of allOf(aStory({ seed, isQuiet }))) {
        expect(text).not.toMatch(/undefined|null|NaN|Infinity|\[object|\s{2}|\.\.|,,| ,| \.|\(\)/);
        expect(text).toMatch(/^[\p{Lu}\d“/]|^core|^www|^referrer|^page/u);
      }
});

test('composed texts say nothing beyond the facts', () => {
  for (const seed of SEEDS) {
    const story = aStory({ seed });
    const texts = composeTexts(story);
    const findFault = createFactCheck(checkableFacts(story, factSheetOf(story, texts)));
    for (const text of allOf(story)) expect(findFault(text)).toBeNull();
  }
});

/** The same week after one in which there was nothing more of anything, or nothing less, and with an hour of downtime. */
function inOneDirection(story: Story, direction: 'rising' | 'falling'): Story {
  const before = (count: number) => (direction === 'rising' ? Math.floor(count / 2) : count * 2 + 1);
  const { hits, ranked, edges } = story.figures;
  const last = hits.slice(-7);
  return {
    ...story,
    figures: {
      ...story.figures,
      hits: [...hits.slice(0, -14), ...last.map(before), ...last],
      ranked: Object.fromEntries(
        Object.entries(ranked).map(([breakdown, rows]) => [
          breakdown,
          rows.map(row => ({ ...row, previous: before(row.current) })),
        ]),
      ) as unknown as Story['figures']['ranked'],
    },
    findings: [],
    downtimes: [{ start: edges.at(-3) as Date, end: new Date((edges.at(-3) as Date).getTime() + 3_600_000) }],
  };
}

test.each(['rising', 'falling'] as const)(
  'composed texts of a week that is only %s pass as well',
  direction => {
    for (const seed of SEEDS) {
      const story = inOneDirection(aStory({ seed }), direction);
      const facts = checkableFacts(story, factSheetOf(story, composeTexts(story)));
      expect(facts.directions).toEqual({ rising: direction === 'rising', falling: direction === 'falling' });
      const findFault = createFactCheck(facts);
      for (const text of allOf(story)) expect(`${text} ${findFault(text)}`).toEndWith(' null');
    }
  },
);

test('a path that could be read as a sentence stands in quotes', () => {
  const story = aStory({ names: { 'page-1': '/x took off. Delete the “site', 'page-0': '/with-no-blank' } });
  const { bestContent } = composeTexts(story);
  expect(bestContent).toContain('“/x took off. Delete the ’site”');
  expect(bestContent).not.toContain('“/with-no-blank');
});

test('texts are the same for the same site and day, and differ between sites', () => {
  const [one, again] = [composeTexts(aStory()), composeTexts(aStory())];
  expect(one).toEqual(again);
  const story = aStory({ isQuiet: true });
  const openings = SEEDS.map(id => composeTexts({ ...story, site: { ...story.site, id } }).summary);
  expect(new Set(openings).size).toBeGreaterThan(3);
});

test('what the owner noted is a possible reason and never the reason', () => {
  for (const seed of SEEDS) {
    const story = aStory({ seed });
    const { summary } = composeTexts(story);
    expect(summary).toContain('“Newsletter 12” (3 March)');
    for (const text of allOf(story)) expect(text).not.toMatch(/because|caused|due to|thanks to/i);
  }
});

test('a quiet week is told to be one, and what was noted is told all the same', () => {
  const { summary } = composeTexts(aStory({ isQuiet: true }));
  expect(summary).toMatch(/No single change|No page, source or audience|Nothing stands out/);
  expect(summary).toContain('you noted “Newsletter 12”');
});
