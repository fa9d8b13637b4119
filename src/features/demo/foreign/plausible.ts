/** Plausible's archive. Source: plausible/analytics, lib/plausible/exports.ex. */
import { type Sums, sumActions, sumVisits } from './sums.ts';
import { toCsv, toZip } from './text.ts';
import { campaignOf, type DemoData, type DemoVisit, isView } from './visits.ts';

const SYSTEMS: Readonly<Record<string, string>> = { macOS: 'Mac', Linux: 'GNU/Linux' };

const measuresOf = ({ visitors, visits, seconds, bounces, views }: Sums) => ({
  ...{ visitors, visits, visit_duration: seconds, bounces, pageviews: views },
});

/** A table of visits. */
const toTable = (
  visits: readonly DemoVisit[],
  keysOf: (visit: DemoVisit) => Record<string, string>,
): string => toCsv(sumVisits(visits, keysOf).map(({ keys, sums }) => ({ ...keys, ...measuresOf(sums) })));

/** A table of visits by a page of theirs. */
const toPages = (
  visits: readonly DemoVisit[],
  [column, count]: readonly [column: string, count: string],
  at: number,
): string =>
  toCsv(
    sumVisits(visits, visit => ({ [column]: visit.actions.filter(isView).at(at)?.path ?? '' })).map(
      ({ keys, sums: { visitors, visits: entries, seconds, bounces, views } }) => ({
        ...{ ...keys, visitors, [count]: entries, visit_duration: seconds, bounces, pageviews: views },
      }),
    ),
  );

export function writePlausible({ host, visits }: DemoData): Buffer {
  const onlyViews = visits.map(visit => ({ ...visit, actions: visit.actions.filter(isView) }));
  const onlyEvents = visits.map(visit => ({
    ...visit,
    actions: visit.actions.filter(each => !isView(each)),
  }));
  const tables = {
    visitors: toCsv(
      sumVisits(visits).map(({ keys, sums: { visitors, views, bounces, visits: count, seconds } }) => ({
        ...{ ...keys, visitors, pageviews: views, bounces, visits: count, visit_duration: seconds },
      })),
    ),
    sources: toTable(visits, visit => {
      const { source, medium, campaign } = campaignOf(visit);
      const referrer = visit.referrer.replace(/^https:\/\/|\/$/g, '');
      const tags = { utm_source: source, utm_medium: medium, utm_campaign: campaign };
      return { source: source || referrer, referrer, ...tags, utm_content: '', utm_term: '' };
    }),
    pages: toCsv(
      sumActions(onlyViews, ({ path }) => ({ hostname: host, page: path })).map(({ keys, sums }) => ({
        ...{ ...keys, visits: sums.visits, visitors: sums.visitors, pageviews: sums.views },
        ...{ total_scroll_depth: '\\N', total_scroll_depth_visits: '\\N' },
      })),
    ),
    entry_pages: toPages(visits, ['entry_page', 'entrances'], 0),
    exit_pages: toPages(visits, ['exit_page', 'exits'], -1),
    custom_events: toCsv(
      sumActions(onlyEvents, ({ event }) => ({ name: event ?? '', link_url: '', path: '' })).map(
        ({ keys, sums }) => ({ ...keys, visitors: sums.visitors, events: sums.views }),
      ),
    ),
    locations: toTable(
      visits.filter(({ country }) => country !== 'XX'),
      ({ country }) => ({ country, region: '', city: '0' }),
    ),
    devices: toTable(visits, ({ isMobile }) => ({ device: isMobile ? 'Mobile' : 'Desktop' })),
    browsers: toTable(visits, ({ browser }) => ({ browser, browser_version: '' })),
    operating_systems: toTable(visits, ({ system }) => ({
      operating_system: SYSTEMS[system] ?? system,
      operating_system_version: '',
    })),
  };
  const days = [visits[0]?.day, visits.at(-1)?.day].map(day => day?.replaceAll('-', '')).join('_');
  return toZip(
    Object.fromEntries(Object.entries(tables).map(([name, csv]) => [`imported_${name}_${days}.csv`, csv])),
  );
}
