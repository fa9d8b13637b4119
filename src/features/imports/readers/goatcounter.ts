/**
 * GoatCounter's CSV export of hits: version 1 and 2, which differ in the session and the user agent. Source: arp242/goatcounter,
 * exportcsv.go with its test data; the digit of the first column, `2Path`, is the version. Browsers and systems have their version
 * (`Chrome 86`), addresses of referrers no scheme.
 */
import { type CsvRecord, forEachCsvRecord } from '../input/text.ts';
import { toOwnBrowserName, toOwnPlatformName } from './agent-names.ts';
import { toCountryCode } from './countries.ts';
import { toEventName } from './event-name.ts';
import type { RowReader } from './reader.ts';
import { toOwnScreen } from './visit-details.ts';

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
  'country',
  'screen',
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

/** Returns where a visitor came from: an address, or a name that GoatCounter (`g`) or a campaign (`c`) gave. */
function listOrigin(record: CsvRecord): readonly [referrer: string | null, source: string | null] {
  const given = record('referrer');
  const scheme = record('referrer scheme');
  if (given === '') return [null, null];
  if (scheme === 'g' || scheme === 'c') return [null, given];
  return [scheme === 'h' && !/^[a-z][\w+.-]*:/i.test(given) ? `https://${given}` : given, null];
}

/** The version that follows a name; that of Linux is a distribution. */
const withoutVersion = (name: string): string => name.replace(/ [\d.]+$|(?<=^Linux) .*$/, '');

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
      if (userAgent && parseUserAgent(userAgent).botRule !== null) {
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
        ...listOrigin(record),
        record('session') === '' || /^0+$/.test(record('session')) ? null : record('session'),
        userAgent || null,
        toOwnBrowserName(withoutVersion(record('browser'))),
        toOwnPlatformName(withoutVersion(record('system'))),
        toCountryCode(record('location')),
        toOwnScreen(record('screen size')),
      ]);
    };
    await forEachCsvRecord(entry, target, { needs: [path, 'date'], read });
  },
};
