/** Sentences at the edges: ties, nothing, almost nothing, and what nobody can know. */
import { expect, test } from 'bun:test';
import type { Finding } from '../../../src/features/insights/detect/figures.ts';
import { composeTexts } from '../../../src/features/insights/texts/compose.ts';
import { writeFinding } from '../../../src/features/insights/texts/findings.ts';
import { type Story, titleInWords } from '../../../src/features/insights/texts/story.ts';
import { counted, lengthInWords, shareInWords } from '../../../src/features/insights/texts/words.ts';
import { aStory } from '../../support/stories.ts';

/** A quiet story with its figures changed. */
const withFigures = (figures: Partial<Story['figures']>): Story => {
  const story = aStory({ isQuiet: true });
  return { ...story, figures: { ...story.figures, ...figures } };
};
const withPages = (...counts: number[]): Story => {
  const page = counts.map((current, at) => ({ key: `/${at}`, current, previous: current }));
  return withFigures({ ranked: { ...aStory().figures.ranked, page } });
};

/** A finding of the made story's last week. */
function aFinding(story: Story, finding: Partial<Finding>): Finding {
  const [start, end] = [story.figures.edges.at(-8), story.figures.edges.at(-1)];
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
  expect(shareInWords(part, whole)).toBe(words);
});

test('nothing, one and many have their own words', () => {
  expect([0, 1, 1234].map(count => counted(count, 'hit'))).toEqual(['no hits', '1 hit', '1,234 hits']);
  const hours = [0.2, 1.4, 1.6, 71, 72, 144];
  expect(hours.map(count => lengthInWords(count * 3_600_000))).toEqual([
    '12 minutes',
    '84 minutes',
    '2 hours',
    '71 hours',
    '3 days',
    '6 days',
  ]);
});

test('a site without a whole week before is not told to be like the weeks before', () => {
  const { hits } = aStory().figures;
  const { summary } = composeTexts(withFigures({ hits: hits.map((count, at) => (at < 60 ? 0 : count)) }));
  expect(summary).toContain('no whole week before');
  expect(summary).not.toMatch(/weeks before\.|ordinary weeks|than chance/);
});

test('of days and pages with as many hits none is called the first', () => {
  const { hits } = aStory().figures;
  const days = composeTexts(
    withFigures({ hits: [...hits.slice(0, -7), 5, 0, 5, 0, 1, 0, 2] }),
  ).trafficPatterns;
  expect(days).toStartWith(
    'The most hits on a day were 5 (Monday, 2 March and Wednesday, 4 March), the fewest 0 (on 3 days).',
  );
  expect(composeTexts(withPages(9, 9, 4)).bestContent).toMatch(
    /^No page was read more than \/0, with 9 hits.*Beside it came \/1 \(9\) and \/2 \(4\)\./,
  );
});

test('what came after a day is no reason for it', () => {
  const story = aStory();
  const day = { start: new Date('2026-03-03T00:00:00Z'), end: new Date('2026-03-04T00:00:00Z') };
  const notedAt = (occurredAt: string): string =>
    writeFinding(
      { ...story, signals: [{ title: 'Newsletter', occurredAt: new Date(occurredAt) }] },
      aFinding(story, { span: day }),
    ).summary;
  for (const before of ['2026-03-02T00:00:00Z', '2026-03-03T23:59:59Z'])
    expect(notedAt(before)).toContain('“Newsletter”');
  for (const other of ['2026-03-01T23:59:59Z', '2026-03-04T00:00:00Z', '2026-03-04T08:00:00Z'])
    expect(notedAt(other)).not.toContain('Newsletter');
});

test('a share from nothing, or almost nothing, is called so', () => {
  const story = aStory({ signals: [] });
  const of = 'country';
  const from = (previous: number, share: number): string =>
    writeFinding(
      story,
      aFinding(story, {
        type: 'audience_shift',
        of,
        subject: 'BR',
        previous,
        shares: { current: 29.4, previous: share },
      }),
    ).summary;
  expect(from(0, 0)).toBe(
    '29% of the hits of the last 7 days came from Brazil, after none in the 7 days before.',
  );
  expect(from(1, 0)).toContain('after less than 1% in the 7 days before');
});

test('advice is given once for each kind of finding, and none asks for a reason that is known', () => {
  const story = { ...aStory(), signals: [] };
  const pages = ['/a', '/b'].map(subject =>
    aFinding(story, { type: 'page_breakout', of: 'page', subject, importance: 80 }),
  );
  const down = aFinding(story, { type: 'downtime_effect', direction: 'down', of: null });
  const advice = (findings: readonly Finding[]) => composeTexts({ ...story, findings }).recommendations;
  expect(advice(pages)).not.toContain('/b');
  expect(advice([down])).not.toContain('If you know what lay behind it');
});

test('quotes within a note do not end it', () => {
  expect(titleInWords('”. Traffic fell by 99%. “')).toBe('“’. Traffic fell by 99%. ’”');
});
