/** Sentences of insights in the languages that the server does not write. */
import { expect, test } from 'bun:test';
import { FINDING_TYPES } from '../../src/features/insights/detect/figures.ts';
import * as german from '../../src/web/labels/de/insight-sentences.ts';
import * as french from '../../src/web/labels/fr/insight-sentences.ts';
import type { FindingDetails, TranslatedSentence } from '../../src/web/pages/insights/finding-facts.ts';

const FINDING: FindingDetails = {
  type: 'traffic_change',
  isUp: true,
  subject: 'news.example',
  current: 1200,
  previous: 300,
  change: '300 %',
  day: '05.11.2026',
  time: null,
  isReturn: false,
  isOngoing: false,
  counted: 'hits' as const,
  device: null,
  minutes: 1440,
  shares: { current: 30, previous: 0 },
};

const FINDINGS: FindingDetails[] = FINDING_TYPES.flatMap(type => [
  { ...FINDING, type },
  { ...FINDING, type, isUp: false, previous: 700, time: '14:00', minutes: 1, device: 'mobile' },
  { ...FINDING, type, isReturn: true, previous: 0, minutes: 9000, device: 'desktop' },
  { ...FINDING, type, current: 0, minutes: 120, shares: null },
  { ...FINDING, type, isOngoing: true, counted: 'visitors', previous: 0 },
]);

type Facts<Kind> = Omit<Extract<TranslatedSentence, { readonly kind: Kind }>, 'kind'>;

/** What each kind of sentence may be about. */
const CASES: { readonly [Kind in TranslatedSentence['kind']]: readonly Facts<Kind>[] } = {
  week: [1000, 1001, 990, 500, 0, null].flatMap(previous_hits =>
    [0, 1, 300].map(visitors => ({
      site: 'shop.example',
      first_day: '2026-03-01',
      last_day: '2026-03-07',
      hits: 1000,
      previous_hits,
      visitors,
    })),
  ),
  finding: FINDINGS.map(finding => ({ finding })),
  advice: FINDINGS.map(finding => ({ finding })),
  possible_cause: [{ annotations: [{ title: 'Xyz', day: '2026-03-01' }] }],
  quiet_week: [{}],
  downtime: [{ minutes: 1 }, { minutes: 150 }, { minutes: 9000 }],
  annotations: [{ titles: ['Xyz', 'Zyx'] }],
  days: [
    { most_hits: 5, busiest_days: ['2026-03-01'], fewest_hits: 1, quietest_days: ['2026-03-02'] },
    {
      most_hits: 5,
      busiest_days: ['2026-03-01', '2026-03-04'],
      fewest_hits: 0,
      quietest_days: ['2026-03-02', '2026-03-03', '2026-03-05'],
    },
    { most_hits: 0, busiest_days: ['2026-03-01'], fewest_hits: 0, quietest_days: ['2026-03-01'] },
  ],
  hours: [{ from: '14:00', to: '17:00', hits: 999, all_hits: 1000 }],
  referrers: [[], ['a.example'], ['a.example', 'b.example']].map(names => ({
    referrers: names.map(referrer => ({ referrer, hits: 7 })),
  })),
  countries: [true, false].flatMap(mostly_unknown =>
    [['US'], ['US', 'NL', 'FR']].map(codes => ({
      countries: codes.map(country => ({ country, hits: 1 })),
      all_hits: 1000,
      mostly_unknown,
    })),
  ),
  device: ['mobile', 'desktop'].map(device => ({ device, hits: 60, all_hits: 100 })),
  crawlers: [1, 30].map(visits => ({ provider: 'Anthropic', visits, all_visits: 30 })),
  no_top_page: [{}],
  top_page: [true, false].map(tied => ({ path: '/', hits: 9, all_hits: 90, tied })),
  other_pages: [true, false].flatMap(tied =>
    [['/a'], ['/a', '/b c']].map(paths => ({ pages: paths.map(path => ({ path, hits: 4 })), tied })),
  ),
  page_gain: [0, 100].map(previous_hits => ({ path: '/x', hits: 150, previous_hits })),
  add_annotation: [{}],
  publish_before: [{ time: '14:00' }],
  improve_page: [{ path: '/x' }],
  watch_referrer: [{ referrer: 'a.example' }],
  annotate_launches: [{}],
};

const SENTENCES = Object.entries(CASES).flatMap(([kind, each]) =>
  each.map(facts => ({ kind, ...facts }) as TranslatedSentence),
);

/** Words that nearly every sentence of the server has, and none of these languages. */
const ENGLISH = /English|\b(the|and|of|from|with|were|you|your|it|its|week|days?|most|more|top|to)\b/i;
const BROKEN = /undefined|null|NaN|\[object| {2}|\.\.|,,| ,|\(\)/;

test.each([
  ['German', german],
  ['French', french],
])('%s has whole sentences of every kind, without a word of English', (_, { sentence, findingSummary }) => {
  const texts = [
    ...SENTENCES.map(each => sentence('English', each)),
    ...FINDINGS.map(finding => findingSummary('English', finding)),
  ];
  for (const text of texts) {
    expect(text).not.toMatch(ENGLISH);
    expect(text).not.toMatch(BROKEN);
    expect(text).toMatch(/^([\p{Lu}\d/„«]|news\.example)/u);
    expect(text).toEndWith('.');
  }
});

test('numbers, days and quotes are written as the language has them', () => {
  const [week] = SENTENCES.filter(({ kind }) => kind === 'week').slice(-1);
  const compared = { ...week, previous_hits: 800 } as TranslatedSentence;
  const written = ({ sentence }: typeof german, facts: TranslatedSentence) =>
    sentence('', facts).replaceAll(/\p{Zs}/gu, ' ');
  expect(written(german, compared)).toBe(
    'Vom 1. März bis zum 7. März hatte shop.example 1.000 Seitenaufrufe von 300 Besuchern, 25 % mehr als in der Vorwoche (800).',
  );
  expect(written(french, compared)).toBe(
    'Du 1er mars au 7 mars, shop.example a enregistré 1 000 pages vues par 300 visiteurs, soit 25 % de plus que la semaine précédente (800).',
  );
  const cause: TranslatedSentence = {
    kind: 'possible_cause',
    annotations: [{ title: 'A “b” c', day: '2026-03-01' }],
  };
  expect(written(german, cause)).toBe('Mögliche Ursache: „A ’b’ c“ (1. März).');
  expect(written(french, cause)).toBe('Cause possible : « A ’b’ c » (1er mars).');
});

test('a kind that is not known keeps the words of the server', () => {
  const unknown = { kind: 'new_kind' } as unknown as TranslatedSentence;
  const finding = { ...FINDING, type: 'new_type' as FindingDetails['type'] };
  for (const { sentence, findingSummary } of [german, french])
    expect([sentence('English', unknown), findingSummary('English', finding)]).toEqual([
      'English',
      'English',
    ]);
});
