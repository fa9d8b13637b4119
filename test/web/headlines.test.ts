/** Headlines of findings in the languages that the server does not write. */
import { expect, test } from 'bun:test';
import { FINDING_TYPES } from '../../src/features/insights/detect/figures.ts';
import * as german from '../../src/web/labels/de/headlines.ts';
import * as french from '../../src/web/labels/fr/headlines.ts';
import type { FindingFacts } from '../../src/web/pages/insights/finding-facts.ts';

const FACTS = {
  isUp: true,
  subject: 'news.example',
  current: 1200,
  previous: 0,
  change: '42 %',
  day: '5. Nov. 2026',
  time: null,
  isReturn: false,
  isOngoing: false,
  counted: 'hits' as const,
} satisfies Omit<FindingFacts, 'type'>;

const SUBJECTLESS = ['traffic_change', 'traffic_spike', 'downtime_effect'];

test.each([
  ['German', german.headline],
  ['French', french.headline],
])('%s has a headline for every type of finding', (_, headline) => {
  for (const type of FINDING_TYPES) {
    const text = headline('English', { ...FACTS, type });
    expect(text).not.toBe('English');
    const fact = type === 'traffic_change' ? FACTS.change : FACTS.day;
    expect(text).toContain(SUBJECTLESS.includes(type) ? fact : FACTS.subject);
    expect(headline('English', { ...FACTS, type: 'traffic_change', isReturn: true })).not.toContain(
      FACTS.change,
    );
    expect(headline('English', { ...FACTS, type, isUp: false, previous: 7, change: null })).not.toMatch(
      /null|undefined/,
    );
  }
});

test('a type that is not known keeps the headline of the server', () => {
  const unknown = { ...FACTS, type: 'new_type' as FindingFacts['type'] };
  expect([german.headline('English', unknown), french.headline('English', unknown)]).toEqual([
    'English',
    'English',
  ]);
});
