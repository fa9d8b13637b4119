/**
 * Fathom's CSV exports, which have changed: `Site.csv`, `Pages.csv`, `Referrers.csv`, `Browsers.csv`, `Countries.csv`,
 * `DeviceTypes.csv` and `Events.csv` with a row for each hour (`Timestamp`); files of one dimension from its page of exports
 * (`pageviews-browser-….csv`); and all dimensions in one row (`datetime`, `pathname`, `browser`, …). Fathom's exporter is not
 * public: the columns are those that importers of other tools read (Swetrix, Pirsch's documentation) and that its API names. All counts
 * are sums (API reference, "Aggregation"): `visits` of visitors of the site on a day, `uniques` of visitors of a page.
 */
import { bareHost, parseHost } from '../../../lib/url.ts';
import { forEachCsvRecord } from '../input/text.ts';
import { toDevice, toOwnBrowserName, toOwnPlatformName } from './agent-names.ts';
import { toCountryValue } from './countries.ts';
import { type DayVocabulary, findDayTable, hasColumn, isDayTable } from './day-table.ts';
import { toEventName } from './event-name.ts';
import type { DayReader } from './reader.ts';

const toHost = (text: string): string | null =>
  bareHost((parseHost(text) ?? text).toLowerCase()).replace(/^\(direct\)$/, '') || null;
const plain = (text: string): string | null => text || null;

const VOCABULARY: DayVocabulary = {
  day: ['timestamp', 'datetime', 'date', 'day'],
  dimensions: {
    pathname: ['path', plain],
    browser: ['browser_name', toOwnBrowserName],
    operatingsystem: ['platform_name', toOwnPlatformName],
    country: ['country', toCountryValue],
    countrycode: ['country', toCountryValue],
    devicetype: ['device', toDevice],
    referrerhostname: ['referrer_host', toHost],
    utmsource: ['source', plain],
    utmmedium: ['medium', plain],
    utmcampaign: ['campaign', plain],
    eventname: ['event', text => toEventName(text, 'fathom')],
  },
  measures: [
    ['pageviews', 'views'],
    ['views', 'views'],
    ['uniques', 'visitors', 'path'],
    ['visitors', 'visitors'],
    ['visits', 'visitors'],
    ['uniques', 'visitors'],
    ['completions', 'events'],
    ['conversions', 'events'],
  ],
  isAdditive: true,
  ignored:
    /^(hostname|referrerpathname|avgduration|bouncerate|eventcode|eventid|value|unique(completions|conversions)|city|state|region|utm(content|term)|keyword|q|ref|s)$/,
};

/** Dimensions that days have no place for. */
const OTHERS = ['city', 'state', 'region', 'utmcontent', 'utmterm', 'keyword', 'q', 'ref', 's'];

export const fathom: DayReader = {
  kind: 'days',
  // A column of hours beside sums; `date` alone is in files of several tools.
  recognises: ({ header: { columns }, name }) =>
    isDayTable(columns, VOCABULARY) &&
    (hasColumn(columns, ['timestamp', 'datetime']) || /^(pageviews|events)-[\w-]+\.csv$/.test(name)),
  async read(entry, target, { sample }) {
    const { columns } = sample.header;
    const table = findDayTable(entry.name, columns, VOCABULARY);
    const isOther = table.groupings.length === 0 && hasColumn(columns, OTHERS);
    await forEachCsvRecord(entry, target, {
      needs: [table.day.toLowerCase()],
      read(record, line) {
        if (isOther)
          target.leaveOut('cities, regions and other parameters', 'sums by day have no place for them');
        else
          target.days(
            line,
            table.read(column => record(column.toLowerCase())),
          );
      },
    });
  },
};
