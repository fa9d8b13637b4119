/**
 * Umami: dumps of its database (PostgreSQL or MySQL) and CSV files of its tables, as its cloud exports them, too. Source: the
 * migrations of its versions 1 to 3. Version 1 has `pageview` and `event`, later ones `website_event`; a session's browser,
 * system and country are in `session`, in files of the cloud in every row. The host is in `session` until 2.16, then in the
 * event.
 */
import { CommandError } from '../../../core/errors.ts';
import { findOwn } from '../../../lib/find-own.ts';
import { rememberLast } from '../../../lib/memoize.ts';
import { copyTexts } from '../../../lib/text.ts';
import type { InputEntry } from '../input/input.ts';
import type { Sample } from '../input/sample.ts';
import { forEachSqlRow, type SqlRecord } from '../input/sql.ts';
import { forEachCsvRecord, type Target } from '../input/text.ts';
import { toMobile, toOwnBrowserName, toOwnPlatformName } from './agent-names.ts';
import { toCountryCode } from './countries.ts';
import { toEventName } from './event-name.ts';
import type { ReadOptions, RowReader, RowTarget } from './reader.ts';
import { createSessionIndex, type SessionIndex } from './session-index.ts';
import { createEventData, type EventDataIndex } from './umami-event-data.ts';
import { toOwnLanguage, toOwnPlace, toOwnScreen } from './visit-details.ts';
import { chooseWebsites, type ForeignWebsite, isHostOf, toBareHost } from './websites.ts';

const COLUMNS = [
  'type',
  'created_at',
  'path',
  'url',
  'event',
  'referrer',
  'visitor_id',
  'browser_name',
  'platform_name',
  'is_mobile',
  'country',
  'region',
  'city',
  'language',
  'screen',
  'properties',
  'revenue_amount',
  'revenue_currency',
] as const;

/** Returns a value by its column; empty for none. */
type Values = SqlRecord;
type ReadRow = (table: string, values: Values, line: number) => void;

/** Tables of visits. */
const VISITS: ReadonlySet<string> = new Set(['website_event', 'pageview', 'event']);
/** Tables whose rows are counted and left out. */
const LEFT_OUT: Readonly<Record<string, readonly [what: string, why: string]>> = {
  event_data: ['properties of events', 'they are taken from a dump that has them before the events'],
  session_data: ['properties of sessions', 'visits have none here'],
  revenue: ['revenue', 'it is taken from a dump that has it before the events'],
};
/** Kinds of rows of `website_event`, by `event_type`. */
const HIT = '1';
const EVENT = '2';
const OTHER_KINDS: Readonly<Record<string, readonly [what: string, why: string]>> = {
  3: ['clicks on short links', 'they are visits of no page'],
  4: ['views of pixels', 'they are visits of no page'],
  5: ['loading times', 'they are not recorded here'],
};
const OF_OTHERS = ['rows of other websites', 'the file has several, and they are not of this site'] as const;
const NO_PROPERTIES = [
  'properties and revenue of events',
  'their names or values are none that can be kept here',
] as const;
const BOTS = ['bots', 'their browser is that of a program'] as const;
const UNKNOWN_KIND = ['rows of an unknown type', 'event_type is none that Umami is known to have'] as const;

const STATEMENT = '(?:create table(?: if not exists)?|copy|insert into)\\s+(?:[`"]?\\w+[`"]?\\.)?[`"]?';
const OWN_TABLE = new RegExp(`^${STATEMENT}(?:website_event|pageview)\\b`, 'im');
/** Tables with ambiguous names, which precede those in a dump. */
const OTHER_TABLE = new RegExp(`^${STATEMENT}(?:event|event_data|account|session)\\b`, 'im');
const PG_ARCHIVE = 'PGDMP';

/** Returns the table of a CSV file. */
function findCsvTable({ header }: Sample): string | undefined {
  const columns = new Set(header.columns.map(name => name.toLowerCase()));
  const has = (...names: string[]): boolean => names.every(name => columns.has(name));
  // In files of the cloud these have the path of the page, too.
  if (has('website_id', 'session_id', 'data_key')) return has('event_id') ? 'event_data' : 'session_data';
  if (!has('website_id', 'session_id', 'created_at')) return undefined;
  if (has('url_path')) return 'website_event';
  if (has('view_id', 'url')) return 'pageview';
  return has('event_id', 'url') && (has('event_name') || has('event_value')) ? 'event' : undefined;
}

const isDump = ({ text }: Sample): boolean =>
  OWN_TABLE.test(text) || (OTHER_TABLE.test(text) && /\bwebsite_(event_)?id\b/.test(text));

/** Umami's null in CSV files that MySQL or ClickHouse wrote. */
const withoutNull = (value: string): string => (value === '\\N' || value === 'NULL' ? '' : value);

interface Reading {
  readonly entry: InputEntry;
  readonly options: ReadOptions;
  readonly wants: (table: string) => boolean;
  readonly read: ReadRow;
  readonly isDone?: () => boolean;
}

/** Reads the rows of the wanted tables. */
async function readRows(target: Target, { entry, options, wants, read, isDone }: Reading): Promise<void> {
  const { sample } = options;
  const table = findCsvTable(sample);
  if (table === undefined) {
    await forEachSqlRow(entry, target, { wants, read, ...(isDone ? { isDone } : {}) });
    return;
  }
  if (!wants(table)) return;
  const readUntilDone: InputEntry = {
    ...entry,
    async *blocks(signal) {
      for await (const block of entry.blocks(signal)) {
        if (isDone?.()) return;
        yield block;
      }
    },
  };
  let values: Values | undefined;
  await forEachCsvRecord(readUntilDone, target, {
    separator: sample.header.separator,
    read(record, line) {
      // Every row has the same record.
      values ??= Object.assign((column: string) => withoutNull(record(column)), { has: record.has });
      read(table, values, line);
    },
  });
}

/** Details of a visitor, from the session or from the row itself. */
interface Facts {
  readonly hostname: string;
  readonly browserName: string | null;
  readonly platformName: string | null;
  readonly isMobile: string | null;
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly language: string | null;
  readonly screen: string | null;
  /** Whether the browser is that of a bot. */
  readonly isBot: boolean;
}

/** Columns with details of a visitor. */
const DETAILS = [
  'browser',
  'os',
  'device',
  'country',
  'hostname',
  'region',
  'subdivision1',
  'city',
  'language',
  'screen',
] as const;

/** Creates the function that reads the details of a visitor. A file has few combinations, so they are cached. */
function createReadFacts(): (values: Values) => Facts {
  const known = new Map<string, Facts>();
  let last:
    | { readonly values: Values; readonly details: readonly string[]; readonly name: string }
    | undefined;
  return values => {
    // Rows of one table have the same columns.
    if (last?.values !== values) {
      const details = DETAILS.filter(values.has);
      last = { values, details, name: details.join() };
    }
    let key = last.name;
    for (const name of last.details) key += `\n${values(name)}`;
    const found = known.get(key);
    if (found) return found;
    const browser = values('browser');
    const facts: Facts = copyTexts({
      hostname: values('hostname'),
      browserName: toOwnBrowserName(browser),
      platformName: toOwnPlatformName(values('os')),
      isMobile: toMobile(values('device')),
      country: toCountryCode(values('country')),
      region: toOwnPlace(values('region') || values('subdivision1')),
      city: toOwnPlace(values('city')),
      language: toOwnLanguage(values('language')),
      screen: toOwnScreen(values('screen')),
      isBot: browser === 'searchbot' || browser === 'curl',
    });
    if (known.size < MAX_KNOWN_FACTS) known.set(key, facts);
    return facts;
  };
}

const MAX_KNOWN_FACTS = 100_000;
const keyOf = (facts: Facts): string => Object.values(facts).join('\n');

/** Data of a file other than its visits. */
interface Found {
  readonly sessions: SessionIndex<Facts>;
  readonly data: EventDataIndex;
  readonly websites: ReadonlyMap<string, ForeignWebsite>;
}

/** Reads the tables of sessions and websites of a dump, which may come after those of visits, and what it has of events before those. */
async function readSessions(target: Target, reading: Pick<Reading, 'entry' | 'options'>): Promise<Found> {
  const readFacts = createReadFacts();
  const sessions = createSessionIndex<Facts>(keyOf);
  const data = createEventData();
  const websites = new Map<string, ForeignWebsite>();
  const seen = new Set<string>();
  let isDone = false;
  await readRows(target, {
    ...reading,
    wants: table => {
      if (table === 'session' || table === 'website') seen.add(table);
      // Later data may be read only in part.
      isDone ||= VISITS.has(table) && seen.size === 2;
      return !isDone && (data.isOfTable(table) || seen.has(table));
    },
    isDone: () => isDone,
    read: (table, values) => {
      if (data.isOfTable(table)) data.read(table, values);
      else if (table === 'session') sessions.set(values('session_id'), readFacts(values));
      else {
        const [id, domain] = [values('website_id'), toBareHost(values('domain'))];
        websites.set(id, { id, name: values('name'), hosts: new Set(domain ? [domain] : []) });
      }
    },
  });
  data.close();
  return { sessions, data, websites };
}

/** Finds the websites of a file by the hosts of its visits: up to the first of the site itself. */
async function findWebsites(
  target: Target,
  reading: Pick<Reading, 'entry' | 'options'>,
  { sessions }: Found,
): Promise<ForeignWebsite[]> {
  const hosts = new Map<string, Set<string>>();
  let isFound = false;
  await readRows(target, {
    ...reading,
    wants: table => VISITS.has(table),
    isDone: () => isFound,
    read: (_, values) => {
      const id = values('website_id');
      const host = toBareHost(values('hostname') || (sessions.get(values('session_id'))?.hostname ?? ''));
      let ofWebsite = hosts.get(id);
      if (!ofWebsite) {
        ofWebsite = new Set();
        hosts.set(id, ofWebsite);
      }
      if (host === '' || ofWebsite.has(host) || ofWebsite.size >= MAX_HOSTS) return;
      ofWebsite.add(host);
      isFound ||= isHostOf(reading.options.siteHosts, host);
    },
  });
  return [...hosts].map(([id, ofWebsite]) => ({ id, name: '', hosts: ofWebsite }));
}

const MAX_HOSTS = 100;

/** Joins an address from its parts; null where there is no host. */
const toAddress = (host: string, path: string, query: string): string | null =>
  host && `https://${host}${path.startsWith('/') || path === '' ? '' : '/'}${path}${query && `?${query}`}`;

/** Returns where a visit came from; visits from page to page have no host. */
const toReferrer = (values: Values): string | null =>
  values('referrer') ||
  toAddress(values('referrer_domain'), values('referrer_path'), values('referrer_query')) ||
  null;

/** Splits the page of a visit: version 1 has path and query in one column. */
function toPage(values: Values): readonly [path: string, query: string] {
  const path = values('url_path');
  if (path) return [path, values('url_query')];
  const url = values('url');
  const at = url.indexOf('?');
  return at === -1 ? [url, values('url_query')] : [url.slice(0, at), url.slice(at + 1)];
}

/** Returns the name of an event; the first versions have a type and a value. */
const toEvent = (values: Values): string =>
  toEventName(
    values('event_name') || [values('event_type'), values('event_value')].filter(Boolean).join('.'),
    'umami',
  );

/** Returns the id of a visitor: numbers of version 1 could collide with other visitors of the site. */
const toVisitorId = (id: string): string | null => {
  if (id === '') return null;
  return !id.includes('-') && /^\d+$/.test(id) ? `umami-${id}` : id;
};

/** Returns the kind of a row, by its table and `event_type`. */
const findKind = (table: string, values: Values): string => {
  if (table === 'website_event') return values('event_type') || HIT;
  return table === 'event' ? EVENT : HIT;
};

/** Returns why a row is left out; undefined for hits and events. */
function findReason(table: string, kind: string): readonly [what: string, why: string] | undefined {
  const ofTable = findOwn(LEFT_OUT, table);
  if (ofTable) return ofTable;
  return kind === HIT || kind === EVENT ? undefined : (findOwn(OTHER_KINDS, kind) ?? UNKNOWN_KIND);
}

interface Visits extends Pick<Found, 'sessions' | 'data'> {
  /** Ids of the websites of the site. */
  readonly chosen: ReadonlySet<string>;
}

/** Creates the function that passes visits of the chosen websites on. */
function createReadVisit(
  target: RowTarget,
  { siteHosts: [siteHost = ''] }: ReadOptions,
  { sessions, data, chosen }: Visits,
): ReadRow {
  const readFacts = createReadFacts();
  const isOwnHost = rememberLast((host: string) => isHostOf([siteHost], host));
  /** Returns the page of a visit: its path, and its address where that is not the site's with the path. */
  const findPage = (values: Values, hostname: string) => {
    const [path, query] = toPage(values);
    const isElsewhere = hostname !== '' && !isOwnHost(hostname);
    return { path, url: query || isElsewhere ? toAddress(hostname || siteHost, path, query) : null };
  };
  return (table, values, line) => {
    const websiteId = values('website_id');
    const kind = findKind(table, values);
    if (data.hasRead(table)) return;
    const reason = websiteId === '' || chosen.has(websiteId) ? findReason(table, kind) : OF_OTHERS;
    if (reason) {
      target.leaveOut(...reason);
      return;
    }
    const sessionId = values('session_id');
    const facts = sessions.get(sessionId) ?? readFacts(values);
    if (facts.isBot) {
      target.leaveOut(...BOTS);
      return;
    }
    const { path, url } = findPage(values, values('hostname') || facts.hostname);
    const isEvent = kind === EVENT;
    const { properties, amount, currency } = data.find(values('event_id'));
    target.row(line, [
      isEvent ? 'event' : 'hit',
      values('created_at'),
      path || (isEvent ? null : '/'),
      url,
      isEvent ? toEvent(values) : null,
      toReferrer(values),
      toVisitorId(sessionId),
      facts.browserName,
      facts.platformName,
      facts.isMobile,
      facts.country,
      facts.region,
      facts.city,
      facts.language,
      facts.screen,
      properties,
      isEvent ? amount : null,
      isEvent ? currency : null,
    ]);
  };
}

export const umami: RowReader = {
  kind: 'rows',
  columns: COLUMNS,
  recognises: sample =>
    findCsvTable(sample) !== undefined ||
    (sample.text.startsWith(PG_ARCHIVE) && sample.text.includes('website_event')) ||
    isDump(sample),
  async read(entry, target, options) {
    if (options.sample.text.startsWith(PG_ARCHIVE))
      throw new CommandError(
        `${entry.name} is an archive of pg_dump: turn it into SQL with pg_restore --file dump.sql`,
      );
    const reason = findOwn(LEFT_OUT, findCsvTable(options.sample) ?? '');
    if (reason) {
      const read = () => target.leaveOut(...reason);
      await readRows(target, { entry, options, wants: () => true, read });
      return;
    }
    const { signal } = target;
    const unheard: Target = { bad: () => {}, flush: target.flush, signal };
    const found = await readSessions(unheard, { entry, options });
    const websites =
      found.websites.size > 0
        ? [...found.websites.values()]
        : await findWebsites(unheard, { entry, options }, found);
    const chosen = chooseWebsites(websites, options.siteHosts, entry.name);
    await readRows(target, {
      entry,
      options,
      wants: table => VISITS.has(table) || Object.hasOwn(LEFT_OUT, table),
      read: createReadVisit(target, options, { ...found, chosen }),
    });
    if (found.data.countRefused() > 0) target.leaveOut(...NO_PROPERTIES, found.data.countRefused());
  },
};
