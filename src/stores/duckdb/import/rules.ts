/** The rules of the import format in SQL: the stored columns of each row, and what is wrong with a bad one. */
import { CAPTURED_EVENTS } from '../../../core/capture.ts';
import { columns as storedColumns } from '../../../core/hits/columns.ts';
import { MAX_ENGAGED_SECONDS } from '../../../core/hits/engagement.ts';
import type { ImportField, ImportRequest } from '../../../core/hits/import.ts';
import { MAX_PROPERTIES } from '../../../core/hits/properties.ts';
import { CURRENCIES, MAX_AMOUNT, MAX_DECIMALS } from '../../../core/hits/revenue.ts';
import { NETWORKS } from '../../../core/networks.ts';
import { SCREENS } from '../../../core/screens.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { join, literal, raw, type Sql, sql } from '../sql/sql.ts';
import { type Derived, LOCAL_HOUR, QUERY, toGivenPage } from './derive.ts';
import {
  ADDRESS_FIELDS,
  BOOLEAN_FIELDS,
  BROKEN_LINE_MARK,
  hasControlCharacter,
  IS_KEPT_REFERRER,
  isField,
  MAX_LENGTHS,
  PATH,
  SINGLE_LINE_FIELDS,
  type Source,
} from './fields.ts';

/** An opened file and what was derived from it. */
export interface ImportInput {
  readonly source: Source;
  readonly derived: Derived;
  readonly request: ImportRequest;
  /** Returns the date of an instant in the site's zone. Default: in UTC. */
  readonly dateOf?: (instant: Sql) => Sql;
}

const KIND = raw("coalesce(type, 'hit')");
const toPath = ({ conversions }: Source): Sql => (conversions.has('slash') ? PATH : raw('path'));
/** A hash given as 16 hexadecimal digits; null when it is not one. */
const GIVEN_HASH = raw(
  // The cast alone would take underscores between digits.
  "(case when strlen(visitor_hash) = 16 and not contains(visitor_hash, '_') then try_cast('0x' || visitor_hash as ubigint) end)",
);

/** Rows whose visitor is identified by address and user agent alone. */
const IS_DAY_VISITOR = raw(
  '(given.visitor_hash is null and visitor_id is null and (ip_address is not null or user_agent is not null))',
);

/**
 * Comparisons only: a left join with a condition on the file's side alone takes twenty times as long. Every row finds one, if only that
 * for null: rows that find none come after the others of their chunk, and rows out of order of time take 4 bytes more each.
 */
const listJoins = (request: ImportRequest): (readonly [name: string, key: Sql, derivedKey: string])[] => [
  ['hours', LOCAL_HOUR, 'hour_key'],
  ['fitted', raw('row::varchar'), 'fitted_row'],
  ['pages', toGivenPage(request), 'page_key'],
  ['agents', raw('user_agent'), 'agent_key'],
  ['addresses', raw('ip_address'), 'address_key'],
  ['queries', sql`case when source is null then ${QUERY} end`, 'query_key'],
  ['referrers', raw('case when source is null then referrer end'), 'referrer_key'],
  ['sources', raw('source'), 'source_key'],
  ['visitors', raw('case when given.visitor_hash is null then visitor_id end'), 'id_key'],
  ['property_texts', raw('properties'), 'properties_key'],
];

/** Joins the rows of a source with those of the derived tables `names` that exist. */
const withDerived = ({ source: { rows }, derived, request }: ImportInput, names: readonly string[]): Sql => {
  const used = listJoins(request).filter(([name]) => derived.has(name) && names.includes(name));
  const joins = used.map(
    ([name, key, derivedKey]) =>
      sql`left join staging.main.${raw(name)} on ${key} is not distinct from ${raw(derivedKey)}`,
  );
  return join([sql`(${rows}) given`, ...joins], '\n');
};

/** Returns a derived column, or null when nothing was derived. */
const derivedColumn = (derived: Derived, name: string, column: string): Sql =>
  raw(derived.has(name) ? column : 'null::varchar');

/** Returns the time of a row: where it names no zone, in that of the import. */
const toInstant = (derived: Derived): Sql =>
  raw(
    derived.has('hours')
      ? "coalesce(hour_start::timestamp + (instant - date_trunc('hour', instant)), instant)"
      : 'instant',
  );

const toUtcDate = (instant: Sql): Sql => sql`(${instant})::date`;

/**
 * Returns the hash of a row's visitor who is known by address and user agent alone; null for others. In SQL, since a log has millions of
 * visitors. The user agent comes last: only it may contain a line break.
 */
const dayHash = ({ derived, request, dateOf = toUtcDate }: ImportInput): Sql => {
  const address = sql`coalesce(${derivedColumn(derived, 'addresses', 'normal_address')}, '')`;
  const text = sql`${`${request.derive.salt}\n`} || (${dateOf(toInstant(derived))})::varchar || chr(10) || ${address} || chr(10) || coalesce(user_agent, '')`;
  return sql`case when ${IS_DAY_VISITOR} then ('0x' || left(sha256(${text}), 16))::ubigint end`;
};

/** Converts the decimal text of an amount to the stored amount. */
const TEN_THOUSANDTHS = raw(
  `(try_cast(revenue_amount as decimal(18, ${MAX_DECIMALS})) * ${10 ** MAX_DECIMALS})::bigint`,
);
/** Tests whether the API would accept an amount; further decimals may be zeros. */
const IS_AMOUNT = `(regexp_full_match(revenue_amount, '\\d{1,12}(\\.\\d{1,${MAX_DECIMALS}}0*)?') and try_cast(revenue_amount as double) <= ${MAX_AMOUNT})`;
const IS_CURRENCY = `revenue_currency in (${[...CURRENCIES].map(code => `'${code}'`).join(', ')})`;

/** Returns the addresses of a row as they are stored. */
const listAddresses = (
  file: Source,
  derived: Derived,
): Readonly<Record<(typeof ADDRESS_FIELDS)[number], Sql>> => {
  const path = derived.has('pages') ? sql`coalesce(page_path, ${toPath(file)})` : toPath(file);
  if (!derived.has('fitted')) return { path, url: raw('url'), referrer: raw('referrer') };
  const orFitted = (given: Sql, column: string): Sql =>
    sql`case when fitted_row is null then ${given} else ${raw(column)} end`;
  return {
    path: orFitted(path, 'fitted_path'),
    url: orFitted(raw('url'), 'fitted_url'),
    referrer: orFitted(raw('referrer'), 'fitted_referrer'),
  };
};

/** A stored column: the derived tables that it needs, and its expression. */
type Column = readonly [needs: readonly string[], value: Sql];

const listColumns = (input: ImportInput): Readonly<Record<string, Column>> => {
  const { source: file, derived, request } = input;
  const siteUrl = request.siteUrl.replace(/\/+$/, '');
  const { conversions } = file;
  const { path, url, referrer } = listAddresses(file, derived);
  const agent = (column: string): Sql => derivedColumn(derived, 'agents', column);
  const onlyOfKind = (kind: string, value: Sql): Sql =>
    sql`case when type = ${raw(`'${kind}'`)} then ${value} end`;
  const orDerived = (field: string, column: string): Column => [
    ['agents'],
    derived.has('agents') ? sql`coalesce(${raw(field)}, ${agent(column)})` : raw(field),
  ];
  // Of a row with a source there is a name alone, of another one the rest.
  const sources = join(
    [
      derivedColumn(derived, 'sources', 'source_name'),
      derivedColumn(derived, 'queries', 'query_source'),
      derivedColumn(derived, 'referrers', 'referrer_source'),
    ],
    ', ',
  );
  const idHash = sql`${derivedColumn(derived, 'visitors', 'id_hash')}::ubigint`;
  return {
    row: [[], raw('row')],
    kind: [[], KIND],
    created_at: [['hours'], toInstant(derived)],
    path: [['fitted', 'pages'], path],
    // That of the site with the path is left out, unless a query came with the path.
    url: [
      ['fitted', 'pages'],
      sql`nullif(coalesce(${url}, ${siteUrl} || ${derived.has('pages') ? sql`coalesce(page_address, ${path})` : path}), ${siteUrl} || ${path})`,
    ],
    referrer: [
      ['fitted'],
      conversions.has('drop referrer')
        ? sql`case when ${raw(IS_KEPT_REFERRER)} then ${referrer} end`
        : referrer,
    ],
    country: conversions.has('find country')
      ? [
          ['addresses'],
          sql`coalesce(country, ${derivedColumn(derived, 'addresses', 'address_country')}, 'XX')`,
        ]
      : [[], raw('country')],
    network: [
      ['addresses'],
      sql`coalesce(${givenColumn('network')}, ${derivedColumn(derived, 'addresses', 'address_network')})`,
    ],
    browser_name: orDerived('browser_name', 'browser'),
    platform_name: orDerived('platform_name', 'platform'),
    browser_version: orDerived('browser_version', 'browser_number'),
    platform_version: orDerived('platform_version', 'platform_number'),
    is_mobile: [
      ['agents'],
      derived.has('agents')
        ? sql`try_cast(coalesce(is_mobile::varchar, ${agent('mobile')}) as boolean)`
        : raw('try_cast(is_mobile as boolean)'),
    ],
    source: [['queries', 'referrers', 'sources'], sql`coalesce(${sources}, source)`],
    visitor_hash: [
      ['visitors', 'addresses', 'hours'],
      sql`coalesce(${GIVEN_HASH}, ${idHash}, ${dayHash(input)})`,
    ],
    visitor_is_stable: [
      [],
      sql`case when given.visitor_hash is not null then coalesce(try_cast(given.visitor_is_stable as boolean), true)
        when visitor_id is not null then true when ${IS_DAY_VISITOR} then false end`,
    ],
    event: [[], onlyOfKind('event', raw('event'))],
    value: [[], onlyOfKind('event', raw('value'))],
    properties: [['property_texts'], derivedColumn(derived, 'property_texts', 'stored_properties')],
    revenue_amount: [[], onlyOfKind('event', TEN_THOUSANDTHS)],
    revenue_currency: [[], onlyOfKind('event', raw('revenue_currency'))],
    agent_name: [['agents'], onlyOfKind('agent_visit', sql`coalesce(agent_name, ${agent('agent')})`)],
    provider: [['agents'], onlyOfKind('agent_visit', sql`coalesce(provider, ${agent('agent_provider')})`)],
    category: [
      ['agents'],
      onlyOfKind('agent_visit', sql`coalesce(category, ${agent('agent_category')}, 'ai_crawler')`),
    ],
  };
};

/** Returns a column from the file; null if it cannot be converted to the column's type, or is not part of the format. */
const givenColumn = (name: string): Sql => {
  const type = storedColumns.find(column => column.name === name)?.type;
  if (!isField(name)) return raw('null');
  return raw(type === undefined || type === 'varchar' ? name : `try_cast(${name} as ${type})`);
};

/** Returns whether rows are joined with derived values, or visitors are hashed, which must happen only once. */
export const isDerived = ({ source: { fields }, derived }: ImportInput): boolean =>
  derived.size > 0 || fields.has('ip_address') || fields.has('user_agent');

/**
 * Selects the rows of a source as they are stored, bad ones too: some columns by the names of the tables, beside `row` and
 * `kind`. Joins only the derived tables that these need.
 */
export const resolveRows = (input: ImportInput, names: readonly string[]): Sql => {
  const columns = listColumns(input);
  const wanted = ['row', 'kind', ...names].map(name => ({
    name,
    column: columns[name] ?? ([[], givenColumn(name)] as const),
  }));
  const values = wanted.map(({ name, column }) => sql`${column[1]} as ${raw(name)}`);
  const needs = wanted.flatMap(({ column }) => column[0]);
  return sql`select ${join(values, ', ')} from ${withDerived(input, needs)}`;
};

/** A rule: when it is violated, and the message; with a field only for files that have it. */
type Rule = readonly [field: ImportField | undefined, broken: Sql, message: Sql];

/** Characters that could disturb a terminal or look like a line break. */
const UNPRINTABLE = '[\\p{Cc}\\p{Cf}\\x{2028}\\x{2029}]';
const replaceUnprintable = (text: string): string => `regexp_replace(${text}, '${UNPRINTABLE}', '?', 'g')`;
const withValue = (text: string, field: ImportField): Sql =>
  raw(`'${text}, got "' || ${replaceUnprintable(`left(${field}, 60)`)} || '"'`);

/** `category.action`, or the name of an event that the browser script captured: only an export has those. */
const EVENT_NAME = ['[^.]*[^.\\s][^.]*(\\.[^.]*[^.\\s][^.]*)+', ...CAPTURED_EVENTS].join('|');

const lengthRules = (): Rule[] =>
  Object.entries(MAX_LENGTHS)
    .filter(([field]) => !ADDRESS_FIELDS.some(address => address === field))
    .map(([field, limit]) => {
      const bound = raw(String(limit));
      const broken = sql`(strlen(${raw(field)}) > ${bound} and length(${raw(field)}) > ${bound})`;
      return [field as ImportField, broken, literal(`${field} is longer than ${limit} characters`)];
    });

const ENGAGEMENT_RULE: Rule = [
  undefined,
  raw(`type = 'engagement' and (try_cast(view as ubigint) is null
      or coalesce(try_cast(engaged_seconds as integer) not between 0 and ${MAX_ENGAGED_SECONDS}, true)
      or coalesce(try_cast(scroll_depth as integer) not between 0 and 100, scroll_depth is not null))`),
  literal(
    `engagement must have view, a number, and engaged_seconds up to ${MAX_ENGAGED_SECONDS}, and may have scroll_depth up to 100`,
  ),
];

const nameRule = (field: ImportField, names: readonly string[]): Rule => [
  field,
  raw(`${field} not in (${names.map(name => `'${name}'`).join(', ')})`),
  withValue(`${field} must be ${names.join(', ')}`, field),
];

const listRules = ({ source, derived, request: { now } }: ImportInput): Rule[] => [
  [undefined, raw(`starts_with(type, '${BROKEN_LINE_MARK}')`), raw(replaceUnprintable('substr(type, 2)'))],
  [
    'type',
    raw("type is not null and type not in ('hit', 'event', 'agent_visit', 'engagement')"),
    withValue('type must be hit, event, agent_visit or engagement', 'type'),
  ],
  [undefined, raw('instant is null and created_at is null'), literal('created_at is missing')],
  ['created_at', raw('instant is null'), withValue('created_at must be an ISO 8601 time', 'created_at')],
  [
    'created_at',
    sql`${toInstant(derived)} < timestamp '1970-01-01'`,
    withValue('created_at must not be before 1970', 'created_at'),
  ],
  [
    'created_at',
    sql`${toInstant(derived)} > ${new Date(+now + DAY_MS)}`,
    literal('created_at is more than a day in the future'),
  ],
  [undefined, sql`path is null and ${KIND} <> 'event'`, literal('path is missing')],
  [undefined, raw("type = 'event' and event is null"), literal('event is missing')],
  [
    'event',
    raw(`type = 'event' and not regexp_full_match(event, '${EVENT_NAME}')`),
    withValue('event must be in category.action form', 'event'),
  ],
  ...lengthRules(),
  ...SINGLE_LINE_FIELDS.map(
    (field): Rule => [
      field,
      raw(hasControlCharacter(field)),
      literal(`${field} must not contain control characters`),
    ],
  ),
  [
    'url',
    raw("not (starts_with(lower(left(url, 8)), 'http://') or starts_with(lower(left(url, 8)), 'https://'))"),
    withValue('url must be an http:// or https:// address', 'url'),
  ],
  [
    'country',
    raw("not regexp_full_match(country, '[A-Z]{2}')"),
    withValue('country must be two capital letters', 'country'),
  ],
  [
    'language',
    raw("not regexp_full_match(language, '[a-z]{2,3}(-([A-Z]{2}|[0-9]{3}))?')"),
    withValue('language must be a tag such as de or pt-BR', 'language'),
  ],
  nameRule('screen', SCREENS),
  nameRule('network', NETWORKS),
  [
    'visitor_hash',
    sql`visitor_hash is not null and ${GIVEN_HASH} is null`,
    withValue('visitor_hash must be 16 hexadecimal digits', 'visitor_hash'),
  ],
  ...BOOLEAN_FIELDS.filter(field => source.texts.has(field)).map(
    (field): Rule => [
      field,
      raw(`lower(${field}) not in ('true', 'false', '1', '0')`),
      withValue(`${field} must be true or false`, field),
    ],
  ),
  [
    'category',
    raw(
      "type = 'agent_visit' and category not in ('answer_fetch', 'search_index', 'training', 'ai_crawler')",
    ),
    withValue('category must be answer_fetch, search_index, training, ai_crawler', 'category'),
  ],
  [
    'status_code',
    raw(
      'status_code is not null and coalesce(try_cast(status_code as integer) not between 100 and 599, true)',
    ),
    withValue('status_code must be a number from 100 to 599', 'status_code'),
  ],
  [
    'properties',
    sql`${derivedColumn(derived, 'property_texts', 'broken_properties')} is not null`,
    withValue(
      `properties must be a JSON object with at most ${MAX_PROPERTIES} texts, numbers or truth values`,
      'properties',
    ),
  ],
  [
    'revenue_amount',
    raw(`type = 'event' and revenue_amount is not null and not ${IS_AMOUNT}`),
    withValue(
      `revenue_amount must be a number from 0 to ${MAX_AMOUNT} with at most ${MAX_DECIMALS} decimals`,
      'revenue_amount',
    ),
  ],
  [
    'revenue_currency',
    raw(`type = 'event' and not ${IS_CURRENCY}`),
    withValue('revenue_currency must be a code of ISO 4217 in capitals', 'revenue_currency'),
  ],
  [
    undefined,
    raw("type = 'event' and (revenue_amount is null) <> (revenue_currency is null)"),
    literal('revenue_amount and revenue_currency belong together'),
  ],
  ENGAGEMENT_RULE,
  [
    'ip_address',
    sql`ip_address is not null and ${derivedColumn(derived, 'addresses', 'address_country')} is null`,
    withValue('ip_address must be an IPv4 or IPv6 address', 'ip_address'),
  ],
  [
    undefined,
    sql`type = 'agent_visit' and agent_name is null and ${derivedColumn(derived, 'agents', 'agent')} is null`,
    literal('agent_name is missing and user_agent is no known AI agent'),
  ],
];

/** Selects the bad rows, each with its first fault. */
export const findFaultyRows = (input: ImportInput): Sql => {
  const { source } = input;
  const rules = listRules(input).filter(([field]) => field === undefined || source.fields.has(field));
  const cases = rules.map(([, broken, message]) => sql`when ${broken} then ${message}`);
  // By themselves they are evaluated once for each entry of a dictionary, within a case for each row.
  const isBad = join(
    rules.map(([, broken]) => sql`(${broken})`),
    ' or ',
  );
  return sql`select row, case ${join(cases, '\n')} end as message
    from ${withDerived(input, ['agents', 'addresses', 'property_texts', 'hours'])} where ${isBad}`;
};
