/** Derives values that SQL cannot express: the ingest rules run once for each distinct value, into tables beside the rows. */
import { isIP } from 'node:net';
import type { ImportField, ImportRequest } from '../../../core/hits/import.ts';
import { collectGarbage } from '../../../lib/garbage.ts';
import { normalizeAddress } from '../../../lib/net.ts';
import { createTimeSlice } from '../../../lib/time-slice.ts';
import type { Rebuild } from '../engine-types.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import type { Conversion, Source } from './fields.ts';

const PAGE_ROWS = 10_000;
const SLICE_MS = 3;

/** The query string of the url: only its parameters can name a source. */
export const QUERY = raw(
  "(case when contains(url, '?') then split_part(split_part(url, '#', 1), '?', 2) end)",
);
/** A table in the staging database: distinct keys and the values derived for them, all as text. */
interface Derivation {
  readonly name: string;
  /** Fields that the file must have some of. */
  readonly needs: readonly ImportField[];
  /** What it is for; a file that does not need it has nothing to derive. */
  readonly conversion?: Conversion;
  readonly keys: Sql;
  readonly columns: readonly string[];
  readonly derive: (key: Readonly<Record<string, string | null>>) => readonly (string | null)[];
}

/** Names of the tables that exist. */
export type Derived = ReadonlySet<string>;

const formatBoolean = (value: boolean | null): string | null => (value === null ? null : String(value));

const listDerivations = ({ derive, siteUrl }: ImportRequest, { rows }: Source): Derivation[] => [
  {
    name: 'agents',
    needs: ['user_agent'],
    keys: sql`select distinct user_agent as agent_key from (${rows}) where user_agent is not null`,
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
    keys: sql`select distinct ip_address as address_key from (${rows}) where ip_address is not null`,
    columns: ['address_country', 'normal_address'],
    derive: ({ address_key: given }) =>
      given && isIP(given) !== 0 ? [derive.country(given), normalizeAddress(given)] : [null, null],
  },
  {
    name: 'queries',
    needs: ['url'],
    conversion: 'find source',
    keys: sql`select distinct ${QUERY} as query_key from (${rows}) where source is null and ${QUERY} is not null`,
    columns: ['query_source'],
    derive: ({ query_key: query }) => [derive.source(`${siteUrl}/?${query ?? ''}`, null)],
  },
  {
    name: 'referrers',
    needs: ['referrer'],
    conversion: 'find source',
    keys: sql`select distinct referrer as referrer_key from (${rows}) where source is null and referrer is not null`,
    columns: ['referrer_source'],
    derive: ({ referrer_key: referrer }) => [derive.source(null, referrer ?? null)],
  },
  {
    name: 'property_texts',
    needs: ['properties'],
    keys: sql`select distinct properties as properties_key from (${rows}) where properties is not null`,
    columns: ['stored_properties', 'broken_properties'],
    derive: ({ properties_key: text }) => {
      const stored = derive.properties(text ?? '');
      return stored === undefined ? [null, 'true'] : [stored, null];
    },
  },
  {
    name: 'visitors',
    needs: ['visitor_id'],
    keys: sql`select distinct visitor_id as id_key from (${rows}) where visitor_id is not null and visitor_hash is null`,
    columns: ['id_hash'],
    derive: ({ id_key: given }) => [String(derive.visitor(given ?? ''))],
  },
];

/** Derives the values of a page of keys and adds them to the table. */
const derivePage = async (copy: Rebuild, { name, derive }: Derivation, from: number): Promise<number> => {
  const keys = await copy.read<Record<string, string | null>>(
    `select * from staging.main.${name}_keys where rowid >= ? and rowid < ?`,
    [from, from + PAGE_ROWS],
  );
  const slice = createTimeSlice(SLICE_MS);
  const appender = await copy.connection.createAppender(name, 'main', 'staging');
  for (const key of keys) {
    for (const value of [...Object.values(key), ...derive(key)])
      if (value === null) appender.appendNull();
      else appender.appendVarchar(value);
    appender.endRow();
    if (slice.isOver()) await slice.next();
  }
  appender.closeSync();
  return keys.length;
};

/** Derives all values that the file lacks. Returns the names of the tables. */
export const deriveValues = async (
  copy: Rebuild,
  source: Source,
  request: ImportRequest,
): Promise<Derived> => {
  const derived = new Set<string>();
  for (const derivation of listDerivations(request, source)) {
    const { name, keys, columns, needs, conversion } = derivation;
    if (!needs.some(field => source.fields.has(field))) continue;
    if (conversion !== undefined && !source.conversions.has(conversion)) continue;
    await copy.run(`create table staging.main.${name}_keys as ${keys.text}`, keys.values);
    await copy.run(`create table staging.main.${name} as
      select *, ${columns.map(column => `null::varchar as ${column}`).join(', ')} from staging.main.${name}_keys limit 0`);
    let done = 0;
    for (let found = PAGE_ROWS; found === PAGE_ROWS; done += found) {
      copy.signal.throwIfAborted();
      found = await derivePage(copy, derivation, done);
    }
    if (done === 0) continue;
    derived.add(name);
    // What rows without a key find.
    await copy.run(`insert into staging.main.${name} default values`);
    // Else it would add to the memory that storing the rows takes.
    if (done > PAGE_ROWS) collectGarbage();
  }
  return derived;
};
