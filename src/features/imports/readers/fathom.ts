/**
 * Fathom's CSV exports: `Site.csv`, `Pages.csv`, `Referrers.csv`, `Browsers.csv`, `Countries.csv`, `DeviceTypes.csv` and
 * `Events.csv` with a row for each hour (`Timestamp`), and those of its later page of exports, a file for each dimension with a row
 * for each day. Source: the columns that its users' converters and the fields that its API name.
 */
import { bareHost, parseHost } from '../../../lib/url.ts';
import { forEachCsvRecord } from '../input/text.ts';
import { toDevice, toOwnBrowserName, toOwnPlatformName } from './agent-names.ts';
import { toCountryValue } from './countries.ts';
import { type DayVocabulary, findDayTable, isDayTable } from './day-table.ts';
import { toEventName } from './event-name.ts';
import type { DayReader } from './reader.ts';

const toHost = (text: string): string | null =>
  bareHost((parseHost(text) ?? text).toLowerCase()).replace(/^\(direct\)$/, '') || null;
const plain = (text: string): string | null => text || null;

const VOCABULARY: DayVocabulary = {
  day: ['timestamp', 'date', 'day'],
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
    ['visits', 'visits'],
    ['uniques', 'visitors'],
    ['visitors', 'visitors'],
    ['completions', 'events'],
    ['conversions', 'events'],
  ],
  ignored: /^(hostname|referrerpathname|avgduration|bouncerate|eventcode|eventid|value|uniquecompletions)$/,
};

export const fathom: DayReader = {
  kind: 'days',
  // A column `Timestamp` beside sums; `date` alone is in files of several tools.
  recognises: ({ header, name }) =>
    isDayTable(header.columns, VOCABULARY) &&
    (header.columns.includes('Timestamp') || /^(pageviews|events)-[\w-]+\.csv$/.test(name)),
  async read(entry, target, { sample }) {
    const { columns } = sample.header;
    const table = findDayTable(entry.name, columns, VOCABULARY);
    await forEachCsvRecord(entry, target, {
      needs: [table.day.toLowerCase()],
      read: (record, line) => target.days(line, [table.read(column => record(column.toLowerCase()))]),
    });
  },
};
