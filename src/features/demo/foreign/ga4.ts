/** Answers of the Data API of Google Analytics 4 (`runReport`), one for each dimension. Source: its schema of dimensions and metrics. */
import { type Sums, sumActions, sumVisits } from './sums.ts';
import { type DemoData, type DemoVisit, isView } from './visits.ts';

type Counted = ReturnType<typeof sumVisits>;

/** Metrics of page views, and of events. */
const VIEWS = {
  screenPageViews: ({ views }: Sums) => views,
  activeUsers: ({ visitors }: Sums) => visitors,
  sessions: ({ visits }: Sums) => visits,
};
const EVENTS = { eventCount: ({ views }: Sums) => views, totalUsers: ({ visitors }: Sums) => visitors };

function toAnswer(counted: Counted, metrics: Readonly<Record<string, (sums: Sums) => number>>): string {
  const names = Object.keys(counted[0]?.keys ?? { date: '' });
  return `${JSON.stringify({
    dimensionHeaders: names.map(name => ({ name })),
    metricHeaders: Object.keys(metrics).map(name => ({ name, type: 'TYPE_INTEGER' })),
    rows: counted.map(({ keys, sums }) => ({
      dimensionValues: names.map(name => ({
        value: name === 'date' ? keys.date.replaceAll('-', '') : (keys[name] ?? ''),
      })),
      metricValues: Object.values(metrics).map(count => ({ value: String(count(sums)) })),
    })),
    rowCount: counted.length,
    kind: 'analyticsData#runReport',
  })}\n`;
}

const known = (text: string): string => text || '(not set)';

/** Dimensions of visits. */
const DIMENSIONS: readonly ((visit: DemoVisit) => Readonly<Record<string, string>>)[] = [
  () => ({}),
  ({ country }) => ({ countryId: country === 'XX' ? '(not set)' : country }),
  ({ browser }) => ({ browser: known(browser) }),
  ({ system }) => ({
    operatingSystem: system === 'macOS' ? 'Macintosh' : known(system),
  }),
  ({ isMobile }) => ({ deviceCategory: isMobile ? 'mobile' : 'desktop' }),
];

export function writeGa4({ visits }: DemoData): string {
  const views = visits.map(visit => ({ ...visit, actions: visit.actions.filter(isView) }));
  const events = visits.map(visit => ({ ...visit, actions: visit.actions.filter(each => !isView(each)) }));
  return [
    ...DIMENSIONS.map(keysOf => toAnswer(sumVisits(visits, keysOf), VIEWS)),
    toAnswer(
      sumActions(views, ({ path }) => ({ pagePath: path })),
      VIEWS,
    ),
    toAnswer(
      sumActions(events, ({ event }) => ({ eventName: event?.replace('.', '_') ?? '' })),
      EVENTS,
    ),
  ].join('');
}
