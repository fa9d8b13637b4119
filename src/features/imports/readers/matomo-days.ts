/**
 * Matomo: reports by day as its Reporting API answers them in JSON (`period=day`, `date` a range): an object with a property for
 * each day, one or several behind one another. Source: core/DataTable/Renderer/Json.php, the plugins API, Actions,
 * DevicesDetection, UserCountry, Referrers and Events, and their expected answers in tests/PHPUnit/System/expected. A report does not say
 * which it is: its rows do, by an address, a logo or a segment.
 */
import { CommandError } from '../../../core/errors.ts';
import type { ImportedDay, ImportedDimension, ImportedMeasure } from '../../../core/hits/imported-days.ts';
import { parseHost } from '../../../lib/url.ts';
import { fieldOf, forEachJson, type JsonObject } from '../input/json.ts';
import type { CsvRecord } from '../input/text.ts';
import { toDevice, toOwnBrowserName, toOwnPlatformName } from './agent-names.ts';
import { toCountryValue } from './countries.ts';
import { toCount } from './counts.ts';
import { toEventName } from './event-name.ts';
import type { DayReader } from './reader.ts';
import { toBareHost } from './websites.ts';

type Measures = Readonly<Partial<Record<ImportedMeasure, string>>>;

/** Of visits. Actions are more than page views: searches, downloads and outlinks, too. */
const VISITS: Measures = {
  visitors: 'nb_uniq_visitors',
  visits: 'nb_visits',
  bounces: 'bounce_count',
  duration_seconds: 'sum_visit_length',
};
const TOTALS: Measures = { ...VISITS, views: 'nb_pageviews' };
const PAGES: Measures = { visitors: 'nb_uniq_visitors', visits: 'nb_visits', views: 'nb_hits' };
const ENTRIES: Measures = {
  visitors: 'entry_nb_uniq_visitors',
  visits: 'entry_nb_visits',
  bounces: 'entry_bounce_count',
  duration_seconds: 'entry_sum_visit_length',
};
const EXITS: Measures = { visitors: 'exit_nb_uniq_visitors', visits: 'exit_nb_visits' };

/** A kind of rows: how they are known, and what they count. */
interface Kind {
  readonly is: (row: CsvRecord) => boolean;
  readonly sums: readonly (readonly [
    dimension: ImportedDimension,
    toValue: (row: CsvRecord) => string | null,
    measures: Measures,
  ])[];
}

const toPath = (row: CsvRecord): string | null => {
  const path =
    row('url')
      .replace(/^[a-z]+:\/\/[^/?#]*/i, '')
      .split(/[?#]/, 1)[0] ?? '';
  return path.startsWith('/') ? path : `/${path}`;
};
const toEvent = (row: CsvRecord): string => toEventName(row('Events_EventAction') || row('label'), 'matomo');
/** The file of the icon has the device's name in every language. */
const deviceOf = (row: CsvRecord): string => {
  const icon = row('logo').split('/').at(-1) ?? '';
  return toDevice(/^[a-z_]+(?=\.)/.exec(icon)?.[0].replace('smartphone', 'mobile') ?? '');
};

const like =
  (property: string, pattern: RegExp) =>
  (row: CsvRecord): boolean =>
    pattern.test(row(property));
/** Search engines have an address, too, but only pages have hits. */
const isPage = (row: CsvRecord): boolean => row('nb_hits') !== '' && /^https?:\/\//.test(row('url'));

const KINDS: readonly Kind[] = [
  {
    is: isPage,
    sums: [
      ['path', toPath, PAGES],
      ['entry_page', toPath, ENTRIES],
      ['exit_page', toPath, EXITS],
    ],
  },
  {
    is: like('logo', /\/browsers\//),
    sums: [['browser_name', row => toOwnBrowserName(row('label')), VISITS]],
  },
  {
    is: like('logo', /\/os\//),
    sums: [['platform_name', row => toOwnPlatformName(row('label')), VISITS]],
  },
  { is: like('logo', /\/devices\//), sums: [['device', deviceOf, VISITS]] },
  { is: like('logo', /\/flags\//), sums: [['country', row => toCountryValue(row('code')), VISITS]] },
  {
    is: like('segment', /^referrerName==/),
    sums: [['referrer_host', row => toBareHost(parseHost(row('label')) ?? row('label')) || null, VISITS]],
  },
  {
    is: like('segment', /^eventAction==/),
    sums: [['event', toEvent, { visitors: 'nb_uniq_visitors', events: 'nb_events' }]],
  },
];
const TOTAL_KIND: Kind = { is: like('nb_visits', /./), sums: [['total', () => null, TOTALS]] };

const readMeasures = (row: CsvRecord, measures: Measures): Partial<Record<ImportedMeasure, number | null>> =>
  Object.fromEntries(
    Object.entries(measures).flatMap(([measure, property]) => {
      const text = row(property);
      return text === '' ? [] : [[measure, toCount(text)]];
    }),
  );

/** Returns what a row of a day counts. Kinds of devices that nobody had are listed, too: they count nothing. */
function toDays(day: string, row: CsvRecord, { sums }: Kind): ImportedDay[] {
  return sums.flatMap(([dimension, toValue, measures]) => {
    const counts = readMeasures(row, measures);
    return Object.values(counts).every(count => count === 0)
      ? []
      : [{ day, dimension, value: toValue(row), ...counts }];
  });
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;
const SHOWN_SITES = 5;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reports of one or several sites, by their ids. */
const BY_SITE = /^\s*\{\s*"\d+"\s*:\s*[[{]/;
const SITE_ID = /^\d+$/;

/** Returns the reports by day of an answer; of one by site, those of the only one. */
function findReports(answer: JsonObject, file: string): readonly (readonly [day: string, report: unknown])[] {
  const sites = Object.keys(answer);
  if (sites.length === 0 || !sites.every(id => SITE_ID.test(id))) return Object.entries(answer);
  const [own] = Object.values(answer);
  if (sites.length > 1 || !isObject(own))
    throw new CommandError(
      `${file} has reports of ${sites.length} sites of Matomo (${sites.slice(0, SHOWN_SITES).join(', ')}): ask for one of them (idSite=${sites[0]})`,
    );
  return Object.entries(own);
}

export const matomoDays: DayReader = {
  kind: 'days',
  recognises: ({ text }) =>
    (/^\s*\{\s*"\d{4}-\d{2}-\d{2}"\s*:/.test(text) || BY_SITE.test(text)) &&
    /"nb_(visits|hits|uniq_visitors|events)"\s*:/.test(text),
  async read(entry, target) {
    const readRow = (line: number, day: string, row: JsonObject): void => {
      const field = fieldOf(row);
      const kind = 'label' in row ? KINDS.find(({ is }) => is(field)) : TOTAL_KIND;
      if (kind) {
        const days = toDays(day, field, kind);
        if (days.length > 0) target.days(line, days);
      } else if ('idsubdatatable' in row)
        target.leaveOut('folders of pages', 'only pages are counted: ask for them with flat=1');
      else target.leaveOut('rows of other reports', 'sums by day have no place for them');
    };
    await forEachJson(entry, target, {
      read(answer, line) {
        if (answer['result'] === 'error') {
          target.bad(line, `is an error of Matomo: ${fieldOf(answer)('message').slice(0, 200)}`);
          return;
        }
        for (const [day, report] of findReports(answer, entry.name)) {
          if (!DAY.test(day) || !isObject(report))
            target.bad(line, `is no report by day: it has ${JSON.stringify(day.slice(0, 40))}`);
          // PHP writes lists with gaps as objects; a day without visits is an empty list.
          else if ('nb_visits' in report) readRow(line, day, report);
          else for (const row of Object.values(report)) if (isObject(row)) readRow(line, day, row);
        }
      },
    });
  },
};
