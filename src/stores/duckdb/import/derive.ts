/** Derives values that SQL cannot express: the ingest rules run once for each distinct value, into tables beside the rows. */

import { isIP } from 'node:net';
import { nameSource } from '../../../core/channels/name-sources.ts';
import { fitAddresses, fitUrl } from '../../../core/hits/fit-address.ts';
import type { ImportField, ImportRequest } from '../../../core/hits/import.ts';
import { splitAddress, splitPath } from '../../../core/hits/page-path.ts';
import { compilePageRules } from '../../../core/hits/page-rules.ts';
import { collectGarbage } from '../../../lib/garbage.ts';
import { normalizeAddress } from '../../../lib/net.ts';
import { normalizePath } from '../../../lib/normalize-path.ts';
import { startOfHour } from '../../../lib/time.ts';
import { createTimeSlice } from '../../../lib/time-slice.ts';
import type { Rebuild } from '../engine-types.ts';
import { raw, type Sql, sql, toRun } from '../sql/sql.ts';
import {
  ADDRESS_FIELDS,
  type Conversion,
  hasUnicodeHost,
  isPlainPath,
  MAX_LENGTHS,
  type Source,
} from './fields.ts';

const PAGE_ROWS = 10_000;
const SLICE_MS = 3;

const ADDRESS = "coalesce(url, case when contains(path, '?') then path end)";
/** The query string of the url, or of a path without one: only its parameters can name a source. */
export const QUERY = raw(
  `(case when contains(${ADDRESS}, '?') then regexp_extract(${ADDRESS}, '^[^?]*[?]([^#]*)', 1) end)`,
);

/**
 * Returns the path of a row whose page has to be worked out, with the query and fragment of its url where rules keep parts of these; null
 * for one that is its page already.
 */
export const toGivenPage = ({ derive: { pageRules } }: Pick<ImportRequest, 'derive'>): Sql => {
  if (!pageRules?.length) return raw(`(case when not ${isPlainPath('path')} then path end)`);
  const keeps = (kind: 'query' | 'hash'): boolean => pageRules.some(rule => rule.kind === kind);
  const query =
    "case when regexp_matches(path, '[?#]') then '' else coalesce(regexp_extract(url, '^[^?#]*([?][^#]*)', 1), '') end";
  const fragment = "case when contains(path, '#') then '' else coalesce(regexp_extract(url, '#.*'), '') end";
  const kept = [...(keeps('query') ? [query] : []), ...(keeps('hash') ? [fragment] : [])];
  return raw(['path', ...kept.map(part => `(${part})`)].join(' || '));
};

/** The condition for rows with an address that cannot be stored as it is. */
const IS_UNFIT = raw(
  [
    ...ADDRESS_FIELDS.map(field => `length(${field}) >= ${MAX_LENGTHS[field]}`),
    ...['url', 'referrer'].map(hasUnicodeHost),
  ]
    .map(condition => `coalesce(${condition}, false)`)
    .join(' or '),
);

/** The hour that clocks show at the time of a row, where it names no zone; else null. */
export const LOCAL_HOUR = raw(
  `(case when regexp_full_match(created_at, '\\s*\\d+-\\d+-\\d+([Tt ]\\d+(:\\d+){0,2}(\\.\\d+)?)?\\s*') then date_trunc('hour', instant)::varchar end)`,
);

/** A table in the staging database: distinct keys and the values derived for them, all as text. */
interface Derivation {
  readonly name: string;
  /** Fields that the file must have some of. */
  readonly needs: readonly ImportField[];
  /** What it is for; a file that does not need it has nothing to derive. */
  readonly conversion?: Conversion;
  readonly keys: Sql;
  /** How many keys are derived at once, where they are long. */
  readonly pageRows?: number;
  readonly columns: readonly string[];
  readonly derive: (key: Readonly<Record<string, string | null>>) => readonly (string | null)[];
}

/** Names of the tables that exist. */
export type Derived = ReadonlySet<string>;

const formatBoolean = (value: boolean | null): string | null => (value === null ? null : String(value));

/** Derives when hours of a zone begin: one that clocks show twice is the first, one that they skip begins after the gap. */
const findHours = (timeZone: string, { rows }: Source): Derivation => ({
  name: 'hours',
  needs: ['created_at'],
  keys: sql`select distinct ${LOCAL_HOUR} as hour_key from (${rows}) where ${LOCAL_HOUR} is not null`,
  columns: ['hour_start'],
  derive: ({ hour_key: hour }) => {
    const [day = '', time = ''] = hour?.split(' ') ?? [];
    return [
      startOfHour(day, Number(time.slice(0, 2)), timeZone)
        .toISOString()
        .slice(0, -1),
    ];
  },
});

const listDerivations = (request: ImportRequest, source: Source): Derivation[] => {
  const { derive, siteUrl, timeZone = 'UTC' } = request;
  const toPage = compilePageRules(derive.pageRules ?? []);
  const givenPage = toGivenPage(request);
  return [
    ...(timeZone === 'UTC' ? [] : [findHours(timeZone, source)]),
    {
      name: 'fitted',
      needs: ADDRESS_FIELDS,
      conversion: 'fit addresses',
      keys: sql`select row::varchar as fitted_row, path as long_path, url as long_url, referrer as long_referrer
      from (${source.rows}) where ${IS_UNFIT}`,
      pageRows: 500,
      columns: ['fitted_path', 'fitted_url', 'fitted_referrer'],
      derive: ({ long_path: path = null, long_url: url = null, long_referrer: referrer = null }) => {
        const site = siteUrl.replace(/\/+$/, '');
        const fitted = fitAddresses({ path, url, referrer }, site);
        const page = fitted.path && toPage({ ...splitAddress(url ?? path ?? ''), path: fitted.path });
        const own = page === fitted.path ? null : fitUrl(`${site}${fitted.path}`);
        return [page, fitted.url ?? own, fitted.referrer];
      },
    },
    {
      name: 'pages',
      needs: ['path'],
      ...(!derive.pageRules?.length && { conversion: 'normalize path' as const }),
      keys: sql`select distinct ${givenPage} as page_key from (${source.rows}) where ${givenPage} is not null`,
      columns: ['page_path', 'page_address'],
      derive: ({ page_key: given }) => {
        if (derive.pageRules === null) {
          const page = normalizePath((given ?? '').replace(/^(?!\/)/, '/'));
          return [page, page];
        }
        const parts = splitPath(given ?? '');
        return [toPage(parts), `${parts.path}${parts.query}`];
      },
    },
    {
      name: 'agents',
      needs: ['user_agent'],
      keys: sql`select distinct user_agent as agent_key from (${source.rows}) where user_agent is not null`,
      columns: [
        'browser',
        'platform',
        'browser_number',
        'platform_number',
        'mobile',
        'agent',
        'agent_provider',
        'agent_category',
      ],
      derive: ({ agent_key: given }) => {
        const device = derive.userAgent(given ?? '');
        const agent = derive.agent(given ?? '');
        const agentValues = agent ? [agent.name, agent.provider, agent.category] : [null, null, null];
        return [
          device.browserName,
          device.platformName,
          device.browserVersion,
          device.platformVersion,
          formatBoolean(device.isMobile),
          ...agentValues,
        ];
      },
    },
    {
      name: 'addresses',
      needs: ['ip_address'],
      keys: sql`select distinct ip_address as address_key from (${source.rows}) where ip_address is not null`,
      columns: ['address_country', 'address_network', 'normal_address'],
      derive: ({ address_key: given }) =>
        given && isIP(given) !== 0
          ? [derive.country(given), derive.network(given), normalizeAddress(given)]
          : [null, null, null],
    },
    {
      name: 'queries',
      needs: ['url', 'path'],
      conversion: 'find source',
      keys: sql`select distinct ${QUERY} as query_key from (${source.rows}) where source is null and ${QUERY} is not null`,
      columns: ['query_source'],
      derive: ({ query_key: query }) => [derive.source(`${siteUrl}/?${query ?? ''}`, null)],
    },
    {
      name: 'referrers',
      needs: ['referrer'],
      conversion: 'find source',
      keys: sql`select distinct referrer as referrer_key from (${source.rows}) where source is null and referrer is not null`,
      columns: ['referrer_source'],
      derive: ({ referrer_key: referrer }) => [derive.source(null, referrer ?? null)],
    },
    {
      name: 'sources',
      needs: ['source'],
      conversion: 'name source',
      keys: sql`select distinct source as source_key from (${source.rows}) where source is not null`,
      columns: ['source_name'],
      derive: ({ source_key: given }) => {
        const name = nameSource(given ?? '');
        return [name === given ? null : name];
      },
    },
    {
      name: 'property_texts',
      needs: ['properties'],
      keys: sql`select distinct properties as properties_key from (${source.rows}) where properties is not null`,
      columns: ['stored_properties', 'broken_properties'],
      derive: ({ properties_key: text }) => {
        const stored = derive.properties(text ?? '');
        return stored === undefined ? [null, 'true'] : [stored, null];
      },
    },
    {
      name: 'visitors',
      needs: ['visitor_id'],
      keys: sql`select distinct visitor_id as id_key from (${source.rows}) where visitor_id is not null and visitor_hash is null`,
      columns: ['id_hash'],
      derive: ({ id_key: given }) => [String(derive.visitor(given ?? ''))],
    },
  ];
};

/** Derives the values of a page of keys and adds them to the table. Returns the number of keys, and whether any has a value. */
const derivePage = async (
  copy: Rebuild,
  { name, derive, pageRows = PAGE_ROWS }: Derivation,
  from: number,
): Promise<{ readonly found: number; readonly hasValues: boolean }> => {
  const keys = await copy.read<Record<string, string | null>>(
    `select * from staging.main.${name}_keys where rowid >= ? and rowid < ?`,
    [from, from + pageRows],
  );
  const slice = createTimeSlice(SLICE_MS);
  const appender = await copy.connection.createAppender(name, 'main', 'staging');
  let hasValues = false;
  for (const key of keys) {
    const values = derive(key);
    hasValues ||= values.some(value => value !== null);
    for (const value of [...Object.values(key), ...values])
      if (value === null) appender.appendNull();
      else appender.appendVarchar(value);
    appender.endRow();
    if (slice.isOver()) await slice.next();
  }
  appender.closeSync();
  return { found: keys.length, hasValues };
};

/** Derives all values that the file lacks. Returns the names of the tables. */
export const deriveValues = async (
  copy: Rebuild,
  source: Source,
  request: ImportRequest,
): Promise<Derived> => {
  const derived = new Set<string>();
  for (const derivation of listDerivations(request, source)) {
    const { name, keys, columns, needs, conversion, pageRows = PAGE_ROWS } = derivation;
    if (!needs.some(field => source.fields.has(field))) continue;
    if (conversion !== undefined && !source.conversions.has(conversion)) continue;
    await toRun(copy)(sql`create table staging.main.${raw(name)}_keys as ${keys}`);
    await copy.run(`create table staging.main.${name} as
      select *, ${columns.map(column => `null::varchar as ${column}`).join(', ')} from staging.main.${name}_keys limit 0`);
    let done = 0;
    let isNeeded = false;
    for (let isLast = false; !isLast; ) {
      copy.signal.throwIfAborted();
      const { found, hasValues } = await derivePage(copy, derivation, done);
      done += found;
      isNeeded ||= hasValues;
      isLast = found < pageRows;
    }
    if (!isNeeded) continue;
    derived.add(name);
    // What rows without a key find.
    await copy.run(`insert into staging.main.${name} default values`);
    // Else it would add to the memory that storing the rows takes.
    if (done > PAGE_ROWS) collectGarbage();
  }
  return derived;
};
