/**
 * Simple Analytics: raw data points as its export writes them, CSV or JSON, with the fields that were chosen, and the daily sums
 * of its Stats API (`histogram`). Source: docs.simpleanalytics.com, "Export API" with its deprecated fields, and "Stats API".
 */
import { fieldOf, forEachJson } from '../input/json.ts';
import { type CsvRecord, forEachCsvRecord } from '../input/text.ts';
import { toMobile, toOwnBrowserName, toOwnPlatformName } from './agent-names.ts';
import { toCountryCode } from './countries.ts';
import { toCount } from './counts.ts';
import { toEventName } from './event-name.ts';
import type { DayReader, ReadOptions, RowReader, RowTarget } from './reader.ts';
import { toOwnBrowserVersion, toOwnLanguage, toOwnPlatformVersion, toOwnScreen } from './visit-details.ts';

const COLUMNS = [
  'type',
  'created_at',
  'path',
  'event',
  'referrer',
  'source',
  'visitor_id',
  'user_agent',
  'browser_name',
  'platform_name',
  'is_mobile',
  'country',
  'browser_version',
  'platform_version',
  'language',
  'screen',
] as const;

const isTrue = (text: string): boolean => /^(true|1)$/i.test(text);

/** Returns what adds a data point: an event where it has a name, else a page view. */
const createAdd =
  (target: RowTarget, { parseUserAgent }: Pick<ReadOptions, 'parseUserAgent'>) =>
  (line: number, field: CsvRecord): void => {
    const userAgent = field('user_agent');
    if (isTrue(field('is_robot')) || (userAgent && parseUserAgent(userAgent).botRule !== null)) {
      target.leaveOut('bots', 'Simple Analytics or their user agent says that they are programs');
      return;
    }
    const name = field('datapoint');
    const isEvent = name !== '' && name !== 'pageview';
    const device = field('device_type');
    target.row(line, [
      isEvent ? 'event' : 'hit',
      field('added_iso'),
      isEvent ? null : field('path') || '/',
      isEvent ? toEventName(name, 'simple-analytics') : null,
      field('document_referrer') || field('referrer') || null,
      field('utm_source') || null,
      field('session_id') || null,
      userAgent || null,
      toOwnBrowserName(field('browser_name')),
      toOwnPlatformName(field('os_name')),
      device ? toMobile(device) : null,
      toCountryCode(field('country_code')),
      toOwnBrowserVersion(field('browser_version')),
      toOwnPlatformVersion(field('os_version')),
      toOwnLanguage([field('lang_language'), field('lang_region')].filter(Boolean).join('-')),
      toOwnScreen(field('screen_width')),
    ]);
  };

const isJson = (text: string): boolean => /^\s*[[{]/.test(text);

/** Columns by which data points are recognised. */
const COLUMN_NAMES = ['added_iso', 'path', 'datapoint'];
const hasPoint = (names: readonly string[]): boolean =>
  names.includes('added_iso') && (names.includes('path') || names.includes('datapoint'));

export const simpleAnalytics: RowReader = {
  kind: 'rows',
  columns: COLUMNS,
  recognises: ({ text, header, json }) => {
    if (json) return hasPoint(Object.keys(json));
    return isJson(text)
      ? hasPoint(COLUMN_NAMES.filter(name => text.includes(`"${name}"`)))
      : hasPoint(header.columns);
  },
  async read(entry, target, options) {
    const add = createAdd(target, options);
    if (isJson(options.sample.text)) {
      await forEachJson(entry, target, {
        read: (point, line) => add(line, fieldOf(point)),
      });
      return;
    }
    await forEachCsvRecord(entry, target, {
      needs: ['added_iso'],
      read: (record, line) => add(line, record),
    });
  },
};

const isHistogram = (text: string): boolean => /^\s*\{/.test(text) && /"histogram"\s*:\s*\[/.test(text);

export const simpleAnalyticsDays: DayReader = {
  kind: 'days',
  recognises: ({ text, header }) => {
    const names = new Set(header.columns.map(name => name.toLowerCase()));
    return (
      isHistogram(text) ||
      (names.size === 3 && ['date', 'pageviews', 'visitors'].every(name => names.has(name)))
    );
  },
  async read(entry, target, { sample }) {
    const add = (line: number, field: CsvRecord): void =>
      target.days(line, [
        {
          day: field('date'),
          dimension: 'total',
          views: toCount(field('pageviews')),
          visitors: toCount(field('visitors')),
        },
      ]);
    if (!isHistogram(sample.text)) {
      await forEachCsvRecord(entry, target, {
        needs: ['date', 'pageviews', 'visitors'],
        read: (record, line) => add(line, record),
      });
      return;
    }
    await forEachJson(entry, target, {
      read({ histogram }, line) {
        for (const day of Array.isArray(histogram) ? histogram : []) add(line, fieldOf(day ?? {}));
      },
    });
  },
};
