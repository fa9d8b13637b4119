/** What questions in the search are read as. */
import { expect, test } from 'bun:test';
import { indexVocabulary, type Reading, readQuestion, unknownWords } from '../../src/web/app/ask.ts';
import { formatFilterValue } from '../../src/web/app/filter-labels.ts';
import { formatView, parseView } from '../../src/web/view.ts';

const INDEX = indexVocabulary({
  values: {
    country: ['DE', 'US', 'LA', 'FR', 'GB', 'IN'],
    source: ['Google', 'DuckDuckGo', 'newsletter', 'Newsletter'],
    referrer_host: ['google.com', 'news.ycombinator.com', 'duckduckgo.com'],
    device: ['mobile', 'desktop', 'unknown'],
    browser_name: ['Firefox', 'Chrome', 'Mobile Safari'],
    platform_name: ['Windows', 'macOS', 'iOS'],
    path: ['/', '/blog/repairing-a-chair', '/blog', '/live-music', '/straße/über-uns'],
    campaign: ['spring sale'],
    event: ['cart.add'],
  },
  sites: [
    { id: 7, label: 'The shop', url: 'https://www.example.org/' },
    { id: 8, label: 'Blog', url: 'https://blog.example.net' },
  ],
  pages: { '': ['overview'], '/live': ['live'], '/monitoring': ['monitoring', 'uptime', 'broken', 'links'] },
});
/** A Monday. */
const CALENDAR = { today: '2026-11-23', weekStart: 'monday' } as const;

/** A reading as its figure, site, page and query. */
function describe({ siteId, page, figure, period, filters }: Reading): string {
  const query = formatView({ ...parseView(''), ...period, filters });
  const kept = period?.period === '30d' ? 'period=30d' : '';
  return [figure ?? '', siteId === null ? '' : `site ${siteId}`, page ?? '', decodeURIComponent(query), kept]
    .filter(part => part !== '')
    .join(' ');
}
test('values that visitors have sent may have the names of what every object has', () => {
  const index = indexVocabulary({
    values: { source: ['constructor'], path: ['__proto__'] },
    sites: [],
    pages: {},
  });
  expect(readQuestion('constructor yesterday', index, CALENDAR).map(describe)).toEqual([
    '?period=yesterday&source=constructor',
  ]);
  expect(formatFilterValue('device', 'constructor')).toBe('constructor');
});

const read = (text: string) => readQuestion(text, INDEX, CALENDAR).map(describe);

test.each<[question: string, ...readings: string[]]>([
  [
    'google germany last month',
    '?period=last_month&source=Google&country=DE',
    '?period=last_month&referrer_host=google.com&country=DE',
  ],
  ['Google, Germany?', '?source=Google&country=DE', '?referrer_host=google.com&country=DE'],
  ['referrer google', '?referrer_host=google.com'],
  ['how many visitors from germany last month?', 'visitors ?period=last_month&country=DE'],
  ['mobile yesterday', '?period=yesterday&device=mobile'],
  ['phones on tuesday', '?from=2026-11-17&to=2026-11-17&device=mobile'],
  ['october', '?from=2026-10-01&to=2026-10-31'],
  ['oct 2025', '?from=2025-10-01&to=2025-10-31'],
  ['sep', '?from=2026-09-01&to=2026-09-30'],
  ['december', '?from=2025-12-01&to=2025-12-31'],
  ['2026-10-12', '?from=2026-10-12&to=2026-10-12'],
  ['12 october', '?from=2026-10-12&to=2026-10-12'],
  ['October 12th 2025', '?from=2025-10-12&to=2025-10-12'],
  ['12.10.2026', '?from=2026-10-12&to=2026-10-12'],
  ['2026-10', '?from=2026-10-01&to=2026-10-31'],
  ['2025', '?from=2025-01-01&to=2025-12-31'],
  ['1 oct to 12 oct', '?from=2026-10-01&to=2026-10-12'],
  ['1–12 october', '?from=2026-10-01&to=2026-10-12'],
  ['from 2026-10-01 until 2026-11-02', '?from=2026-10-01&to=2026-11-02'],
  ['september - october', '?from=2026-09-01&to=2026-10-31'],
  ['since the 12th october', '?from=2026-10-12&to=2026-11-23'],
  ['from the 1st to the 12th october', '?from=2026-10-01&to=2026-10-12'],
  ['since october', '?from=2026-10-01&to=2026-11-23'],
  ['monday', '?from=2026-11-23&to=2026-11-23'],
  ['last monday', '?from=2026-11-16&to=2026-11-16'],
  ['today', '?period=today'],
  ['last 7 days', '?period=7d'],
  ['past 14 days', '?from=2026-11-10&to=2026-11-23'],
  ['30 days', 'period=30d'],
  ['90d', '?period=90d'],
  ['last 12 months', '?period=12m'],
  ['this month', '?period=month'],
  ['last month', '?period=last_month'],
  ['year to date', '?period=year'],
  ['last year', '?from=2025-01-01&to=2025-12-31'],
  ['this week', '?from=2026-11-23&to=2026-11-23'],
  ['last week', '?from=2026-11-16&to=2026-11-22'],
  ['all time', '?period=all'],
  ['last m', '?period=last_month'],
  ['/blog/repairing-a-chair', '?path=/blog/repairing-a-chair'],
  ['repairing chair', '?path=/blog/repairing-a-chair'],
  ['home page firefox', '?path=/&browser_name=Firefox'],
  ['landing page /blog', '?entry_page=/blog'],
  ['UBER', '?path=/straße/über-uns'],
  ['not germany', '?not_country=DE'],
  ['germany france', '?country=DE&country=FR'],
  ['bounce rate desktop', 'bounce_rate ?device=desktop'],
  ['pageviews', 'hits'],
  ['visitors', 'visitors'],
  ['usa', '?country=US'],
  ['FR in 2025', '?from=2025-01-01&to=2025-12-31&country=FR'],
  ['spring sale', '?campaign=spring+sale'],
  ['newsletter', '?source=newsletter&source=Newsletter'],
  ['cart.add', '?event=cart.add'],
  ['ycombinator', '?referrer_host=news.ycombinator.com'],
  ['uptime yesterday', '/monitoring ?period=yesterday'],
  ['example.org germany last month', 'site 7 ?period=last_month&country=DE'],
  ['the shop yesterday', 'site 7 ?period=yesterday'],
])('%s', (question, ...readings) => {
  expect(read(question)).toEqual(readings);
});

const TOO_LITTLE = ['', 'live', 'uptime', 'the shop', 'not', 'country'];
const UNKNOWN = ['flurble', 'germany flurble', 'strasse'];
const NO_DAYS = ['2026-13-45', '31 february', '2999-01-01 to 1999-01-01', '2000 to 2026'];
const SIGNS = ['.*', '[a-z]+(', '\\', '<img src=x onerror=alert(1)>', 'مرحبا بالعالم', '\u202egermany'];
const LONG = ['germany '.repeat(40), 'a'.repeat(200), 'the '.repeat(11)];

test.each([...TOO_LITTLE, ...UNKNOWN, ...NO_DAYS, ...SIGNS, ...LONG])('no question: %s', text => {
  expect(read(text)).toEqual([]);
});

test('words that nothing is known of are looked for among the values of the site', () => {
  expect(unknownWords('leatherworking germany last month on firef', INDEX, CALENDAR)).toEqual([
    'leatherworking',
  ]);
});
