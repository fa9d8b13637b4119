/** Texts of reports in edge cases. */

import { expect, test } from 'bun:test';
import type { Account } from '../../../src/core/access.ts';
import type { Site } from '../../../src/core/site.ts';
import type { Outcome, ReportFigures, SiteFigures } from '../../../src/features/mail-reports/figures.ts';
import { toReportMessage } from '../../../src/features/mail-reports/report-text.ts';
import type { Figures } from '../../../src/features/overview/service.ts';
import { toPeriod } from '../../../src/reports/period.ts';

const of = (given: Partial<Figures> = {}): Required<Figures> => ({
  hits: 0,
  uniqueHits: 0,
  visitors: 0,
  visits: 0,
  events: 0,
  kudos: 0,
  agentVisits: 0,
  ...given,
});

const NOTHING: Outcome = { revenue: [], engagement: null, goals: [] };

interface Week {
  readonly now?: Partial<Figures>;
  readonly before?: Partial<Figures>;
  readonly site?: Partial<Site>;
  readonly scope?: 'site' | 'group';
  readonly name?: string;
  readonly importedUntil?: string | null;
  readonly tops?: readonly string[];
  readonly outcome?: { readonly now?: Partial<Outcome>; readonly before?: Partial<Outcome> };
  readonly sources?: readonly (readonly [key: string | null, count: number])[];
  readonly properties?: ReportFigures['properties'];
}

function write({
  now = {},
  before = {},
  site = {},
  scope = 'site',
  name = 'Shop',
  tops = [],
  sources = [],
  importedUntil = null,
  outcome = {},
  properties = [],
}: Week) {
  const row = { id: 1, label: name, active: true, createdAt: new Date('2026-01-01'), ...site } as Site;
  const period = toPeriod({ first: '2026-11-09', last: '2026-11-15', mode: 'user', zone: 'UTC' });
  const figures = { now: of(now), before: of(before) };
  const sites: SiteFigures[] = [
    { site: row, ...figures, monitoring: { uptime: null, openIssues: null, expiries: [] } },
  ];
  const pages = tops.map(key => ({ key, count: 1, site: row }));
  return toReportMessage(
    {
      target: { scope, name, account: {} as Account, sites: [row], zone: 'UTC', path: '/sites/1' },
      period,
      sites,
      ...figures,
      outcome: { now: { ...NOTHING, ...outcome.now }, before: { ...NOTHING, ...outcome.before } },
      tops: {
        pages,
        channels: [],
        sources: sources.map(([key, count]) => ({ key, count, site: row })),
        countries: [],
        events: [],
        crawlers: [],
      },
      properties,
      insight: null,
      importedUntil,
    },
    'week',
  );
}

test('imported days are named, with the last one', () => {
  expect(write({ now: { hits: 1, visitors: 1 }, importedUntil: '2026-11-08' }).lead).toEqual([
    ONE,
    'Days up to 8 November 2026 were imported as daily sums.',
  ]);
});

/** A section without paragraphs, and a row of it. */
const section = (title: string, ...rows: object[]): object => ({ title, rows, paragraphs: [] });
const row = (text: string, value: string, ...details: string[]) => ({ text, value, share: null, details });

const engagementOf = (seconds: number, depth: number | null) => ({
  path: null,
  views: 9,
  engagedSeconds: { mean: 900, median: seconds },
  scrollDepth: depth === null ? null : { mean: 1, median: depth },
});

test('revenue by currency and how pages were read are written, where there is any', () => {
  const now = { hits: 1, visitors: 1 };
  const titles = (week: Week) => write(week).sections.map(({ title }) => title);
  expect(titles({ now })).toEqual([]);
  const outcome = {
    now: { revenue: [{ currency: 'EUR', amount: 12_345_000 }], engagement: engagementOf(125.4, 61.6) },
    before: { revenue: [{ currency: 'JPY', amount: 70_000 }], engagement: engagementOf(59.6, null) },
  };
  expect<unknown>(write({ now, outcome }).sections).toEqual([
    section('Revenue', row('EUR', '€1,234.50', 'new'), row('JPY', '¥0', 'down from ¥7')),
    section(
      'How pages were read',
      row('Time on page, median', '2 min 5 s', '1 min 0 s before'),
      row('Scroll depth, median', '62%'),
    ),
  ]);
  expect(titles({ now, outcome: { before: outcome.before } })).toEqual(['Revenue']);
});

test('goals are written with their share of visitors and their change, the ones reached most first', () => {
  const goal = (name: string, conversions: number, rate: number | null) => ({ name, conversions, rate });
  const { sections } = write({
    now: { hits: 1, visitors: 1 },
    outcome: {
      now: { goals: [goal('Read', 0, null), goal('Order\nplaced', 1_204, 0.0345)] },
      before: { goals: [goal('Read', 2, 0.5), goal('Order\nplaced', 602, 0.02)] },
    },
  });
  const order = row('Order placed', '1,204', '3.5% of visitors', 'up 100%');
  expect<unknown>(sections).toEqual([section('Goals', order, row('Read', '0', 'down from 2'))]);
});

const QUIET = 'A quiet week:';
const NO_ACTIVITY = `${QUIET} there was no activity. There was none in the week before either.`;
const ONE = '1 pageview from 1 visitor. There were no pageviews in the week before.';
const ADVICE = 'If this is unexpected, check that the tracking code is still on your pages.';
const OFF = 'Data collection is off in the site settings.';

test.each<[string, Week, string[]]>([
  ['one', { now: { hits: 1, visitors: 1 } }, [ONE]],
  [
    'hits without visitors',
    { now: { hits: 120 }, before: { hits: 100 } },
    ['120 pageviews, compared with 100 pageviews in the week before.'],
  ],
  ['nothing', {}, [NO_ACTIVITY, ADVICE]],
  ['crawlers only', { now: { agentVisits: 3 } }, [NO_ACTIVITY, ADVICE]],
  [
    'events without hits',
    { now: { events: 3 }, before: { hits: 2, visitors: 1 } },
    [`${QUIET} there were no pageviews. There were 2 pageviews from 1 visitor in the week before.`, ADVICE],
  ],
  [
    'kudos in both',
    { now: { kudos: 1 }, before: { kudos: 1 } },
    [`${QUIET} there were no pageviews. There were none in the week before either.`, ADVICE],
  ],
  [
    'kudos before',
    { before: { kudos: 1 } },
    [`${QUIET} there was no activity. There were no pageviews in the week before either.`, ADVICE],
  ],
  [
    'switched off in the middle',
    { now: { hits: 2, visitors: 2 }, before: { hits: 9, visitors: 5 }, site: { active: false } },
    ['2 pageviews from 2 visitors, compared with 9 pageviews from 5 visitors in the week before.', OFF],
  ],
  ['switched off', { site: { active: false } }, [NO_ACTIVITY, OFF]],
  [
    'added since',
    { site: { createdAt: new Date('2026-11-16T06:00:00Z') } },
    ['Nothing to report yet: the site was added after this week.'],
  ],
  [
    'a group that was switched off',
    { scope: 'group', site: { active: false } },
    [NO_ACTIVITY, 'Data collection is off for all sites.'],
  ],
])('the first sentences: %s', (_, week, lead) => {
  expect([...write(week).lead]).toEqual(lead);
});

test('arrows and words say the same', () => {
  const report = write({ now: { hits: 1001, visitors: 900 }, before: { hits: 1000, visitors: 1000 } });
  expect(report.figures.map(({ change, direction }) => [change, direction])).toEqual([
    ['down 10%', 'down'],
    ['about the same', 'same'],
  ]);
});

test('uncounted visitors are omitted, not shown as 0', () => {
  const labels = (week: Week) => write(week).figures.map(({ label }) => label);
  expect(labels({ now: { hits: 9 }, before: { hits: 4 } })).toEqual(['Pageviews']);
  expect(labels({ now: { hits: 9 }, before: { hits: 4, visitors: 1, visits: 1 } })).toEqual([
    'Visitors',
    'Visits',
    'Pageviews',
  ]);
});

test('sources and countries count visitors, and hits where there are none', () => {
  const ofSources = (now: Partial<Figures>) => {
    const { sections } = write({ now, sources: [[null, 3]] });
    return sections.map(({ title, rows: [first] }) => [title, first?.text, first?.share]);
  };
  expect(ofSources({ hits: 12, visitors: 4 })).toEqual([['Top sources by visitors', 'No source', 0.75]]);
  expect(ofSources({ hits: 12 })).toEqual([['Top sources', 'No source', 0.25]]);
});

test('names that are written from right to left leave the order of the line alone', () => {
  const name = '\u05d7\u05e0\u05d5\u05ea';
  const { subject, sections } = write({ name, now: { hits: 1 }, tops: [`/${name}/1`] });
  expect(subject).toBe(`\u2068${name}\u2069, week of 9–15 November: 1 pageview`);
  expect(sections.flatMap(({ rows }) => rows.map(({ text }) => text))).toEqual([`\u2068/${name}/1\u2069`]);
});

test('an invisible name has a placeholder, and direction marks are removed', () => {
  expect(write({ name: '\u200e\u061c\u200b\u2067' }).title).toBe('(no name)');
  expect(write({ name: 'a\u061cb\u2068c' }).title).toBe('a b c');
});

test('the report of a group explains how its visitors are counted', () => {
  expect(write({ scope: 'group' }).why).toEndWith('Visitors of all sites are added up.');
  expect(write({}).why).toEndWith('Time zone: UTC.');
});

test('values of properties have a section each, without line breaks of their own', () => {
  const { sections } = write({
    now: { hits: 9, visitors: 9 },
    properties: [
      { name: 'plan', kind: 'hits', values: [{ value: 'pro\nbono', count: 12, visitors: 7 }] },
      { name: 'author', kind: 'events', values: [] },
    ],
  });
  expect<unknown>(sections.filter(({ title }) => title.startsWith('Property'))).toEqual([
    section('Property plan', row('pro bono', '12', 'hits, 7 visitors')),
  ]);
});
