/**
 * GoatCounter's CSV export of hits: version 1 and 2, which differ in the session and the user agent. Source: the header
 * that its export writes, `2Path,Title,Event,…,Date`; the digit is the version.
 */
import { type CsvRecord, forEachCsvRecord } from '../input/text.ts';
import { toCountryCode } from './countries.ts';
import { toEventName } from './event-name.ts';
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

/** The separators of an event's path, such as `/` and spaces. */
const SEPARATORS = /[^\p{L}\p{N}_-]+/gu;

/** Returns the name of an event: GoatCounter has it in the place of a path. */
export const toPathEventName = (path: string): string =>
  toEventName(path.replaceAll(SEPARATORS, '.'), 'goatcounter');

const isTrue = (text: string): boolean => /^(true|1|t)$/i.test(text);

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
        isEvent ? toPathEventName(page) : null,
        toReferrer(record),
        record('session') === '' || /^0+$/.test(record('session')) ? null : record('session'),
        userAgent || null,
        record('browser') || null,
        record('system') || null,
        toCountryCode(record('location')),
      ]);
    };
    await forEachCsvRecord(entry, target, { needs: [path, 'date'], read });
  },
};
