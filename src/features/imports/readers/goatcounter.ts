/**
 * GoatCounter's CSV export of hits: version 1 and 2, which differ in the session and the user agent. Source: the header
 * that its export writes, `2Path,Title,Event,…,Date`; the digit is the version.
 */
import { type CsvRecord, forEachCsvRecord } from '../input/text.ts';
import type { RowReader } from './reader.ts';

const COLUMNS = [
  'type',
  'created_at',
  'path',
  'event',
  'referrer',
  'visitor_id',
  'user_agent',
  'browser_name',
  'platform_name',
  'country',
] as const;

const VERSION = /^(\d)path$/;

/** Returns the name of the first column, which carries the version. */
const findPathColumn = (columns: readonly string[]): string | undefined =>
  columns.map(name => name.toLowerCase()).find(name => VERSION.test(name));

/** Returns an event's name in the form that events have here: `category.action`. */
const toEventName = (path: string): string => {
  const parts = path
    .replace(/^\/+/, '')
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter(Boolean);
  return parts.length > 1 ? parts.join('.') : `goatcounter.${parts[0] ?? 'event'}`;
};

const isTrue = (text: string): boolean => /^(true|1|t)$/i.test(text);

/** A country, from a location such as `NL-NH`. */
const toCountry = (location: string): string | null => /^[A-Z]{2}/.exec(location)?.[0] ?? null;

/** A referrer; generated ones, such as `Email`, are no address. */
const toReferrer = (record: CsvRecord): string | null => record('referrer') || null;

export const goatcounter: RowReader = {
  kind: 'rows',
  columns: COLUMNS,
  recognises: ({ header }) =>
    findPathColumn(header.columns) !== undefined && header.columns.includes('FirstVisit'),
  async read(entry, target, { sample, parseUserAgent }) {
    const path = findPathColumn(sample.header.columns) ?? '2path';
    const read = (record: CsvRecord, line: number): void => {
      if (isTrue(record('bot')) || Number(record('bot')) > 0) {
        target.leaveOut('bots', 'GoatCounter took them for bots and did not count them either');
        return;
      }
      const userAgent = record('useragent') || record('user-agent');
      if (userAgent && parseUserAgent(userAgent).isBot) {
        target.leaveOut('bots', 'their user agent is that of a program');
        return;
      }
      const isEvent = isTrue(record('event'));
      const page = record(path);
      target.row(line, [
        isEvent ? 'event' : 'hit',
        record('date'),
        isEvent ? null : page || '/',
        isEvent ? toEventName(page) : null,
        toReferrer(record),
        record('session') === '' || /^0+$/.test(record('session')) ? null : record('session'),
        userAgent || null,
        record('browser') || null,
        record('system') || null,
        toCountry(record('location')),
      ]);
    };
    await forEachCsvRecord(entry, target, { needs: [path, 'date'], read });
  },
};
