/** The channel of a row: the rules of core/channels, as an expression over its columns. */
import { FACT_NAMES, FIRST_LETTER, weightOf, writeDecisions } from '../../core/channels/find-channel.ts';
import {
  IS_TAGGED,
  isRelatedToSource,
  listClickPatterns,
  listKindPatterns,
  listMediumPatterns,
  type Patterns,
} from '../../core/channels/patterns.ts';
import {
  CHANNELS,
  type Channel,
  EMAIL_SOURCE,
  FACTS,
  type FactName,
  RULES_VERSION,
} from '../../core/channels/rules.ts';
import type { ColumnName } from '../../core/hits/columns.ts';
import { compilePart } from '../../core/hits/patterns.ts';
import type { OfSite } from '../../core/hits/query.ts';
import { URL_PARAMETERS } from '../../core/hits/url-parameters.ts';
import { commonPart, listOwnHosts } from '../../core/site-hosts.ts';
import { toHost, toParameter } from './addresses.ts';
import { contains, endsWith, literal, lower, matches, withValue } from './dialect.ts';
import { join, raw, type Sql, sql } from './fragment.ts';

/** Returns the expression of a column of some rows; `channel` is null where they have none stored. */
type ReadColumn = (name: ColumnName | 'channel') => Sql;

/** Digit of the first value of each fact. */
const NONE = raw('0');

/** Returns the digit of a value of a fact. */
const digit = (fact: FactName, value: string): Sql =>
  raw(String((FACTS[fact] as readonly string[]).indexOf(value)));

/** A pattern as Vectorscan reads it: there `$` is before a last line break too. */
const toVectorscan = (pattern: string): Sql => literal(pattern.replaceAll('$', String.raw`\z`));

/**
 * Returns the digit of the first pattern that a text in lower case matches; `otherwise` without any. ClickHouse tries all at once, and
 * keeps what it has compiled: to plan a condition for each of them took longer than to read a few thousand rows.
 */
const firstMatch = (
  fact: FactName,
  text: Sql,
  { patterns, otherwise = NONE }: { readonly patterns: Patterns<string>; readonly otherwise?: Sql },
): Sql => {
  const list = (each: (pattern: Patterns<string>[number], index: number) => Sql): Sql =>
    sql`[${join(patterns.map(each), ', ')}]`;
  const cases = patterns.map(
    ([value, pattern]) => sql`when ${matches(text, literal(pattern))} then ${digit(fact, value)}`,
  );
  return {
    duckdb: sql`case ${join(cases, ' ')} else ${otherwise} end`,
    clickhouse: sql`transform(
      arrayMin(multiMatchAllIndices(coalesce(${text}, ''), ${list(([, pattern]) => toVectorscan(pattern))})),
      ${list((_, index) => raw(String(index + 1)))}, ${list(([value]) => digit(fact, value))}, ${otherwise})`,
  };
};

/** Returns the condition that a host is one of the site's. */
export const isOfSite = (host: Sql, { siteHosts }: OfSite): Sql =>
  anyOf(
    listOwnHosts(siteHosts).map(name =>
      name.startsWith('*.') ? endsWith(host, sql`${commonPart(name)}`) : sql`${host} = ${name}`,
    ),
  );

/** Returns the condition that a text in lower case may name one of the site's hosts. */
export const mayNameSite = (
  text: Sql,
  { siteHosts = [] }: { readonly siteHosts?: readonly string[] | undefined },
): Sql => anyOf(siteHosts.map(name => contains(text, sql`${commonPart(name)}`)));

const anyOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('false') : sql`(${join(conditions, ' or ')})`;

/** Returns whether a host is the page's own, or the site's. */
const isOwn = (host: Sql, url: Sql, site: OfSite): Sql =>
  sql`((${url} is not null and ${host} = ${toHost(url)}) or ${isOfSite(host, site)})`;

const EMAIL = digit('kind', 'email');

/** Returns the digit of what the first known of a source and a referrer is; null where neither is known. */
const toKind = (source: Sql, referrer: Sql): Sql => {
  const text = raw('t');
  const cases = listKindPatterns().map(
    ([kind, pattern]) =>
      sql`when ${matches(text, literal(pattern))} then ${kind === 'none' ? raw('null') : digit('kind', kind)}`,
  );
  const ofSource = sql`when i = 1 and ${matches(text, literal(EMAIL_SOURCE))} then ${EMAIL}`;
  const known = { patterns: listKindPatterns() };
  const isEmail = matches(lower(source), literal(EMAIL_SOURCE));
  const otherwise = sql`case when ${isEmail} then ${EMAIL} else ${NONE} end`;
  const ofReferrer = firstMatch('kind', lower(referrer), known);
  return {
    // One expression for both: it takes long to plan.
    duckdb: sql`list_any_value(list_transform([lower(nullif(${source}, '')), lower(${referrer})],
      lambda t, i: case ${join([...cases, ofSource], ' ')} end))`,
    // The same patterns for both: the server prepares them once.
    clickhouse: sql`coalesce(nullIf(${firstMatch('kind', lower(source), { ...known, otherwise })}, 0), nullIf(${ofReferrer}, 0))`,
  };
};

/** Expressions of the digits of all facts. Conditions that hold for most rows come first: they cost nothing. */
const toDigits = (column: ReadColumn, site: OfSite): Readonly<Record<FactName, Sql>> => {
  const [url, referrer, source] = [column('url'), column('referrer'), column('source')];
  const inQuery = (digits: Sql): Sql =>
    sql`case when ${contains(url, literal('?'))} then ${digits} else 0 end`;
  const hasSource = sql`(${source} is not null and ${source} <> '')`;
  return {
    arrival: sql`case when ${referrer} is null then ${digit('arrival', 'none')} else ${withValue(
      toHost(referrer),
      host => sql`case when ${host} is null then ${digit('arrival', 'none')}
        when ${isOwn(host, url, site)} then ${digit('arrival', 'own')} else ${digit('arrival', 'other')} end`,
    )} end`,
    tagged: inQuery(
      sql`case when ${matches(lower(url), literal(IS_TAGGED))} then ${digit('tagged', 'yes')} else ${digit('tagged', 'no')} end`,
    ),
    kind: sql`case when ${source} is null and ${referrer} is null then ${digit('kind', 'none')}
      else coalesce(${toKind(source, referrer)}, case when ${hasSource} then ${digit('kind', 'named')} else ${digit('kind', 'none')} end) end`,
    click: inQuery(
      withValue(lower(url), text => firstMatch('click', text, { patterns: listClickPatterns() })),
    ),
    medium: inQuery(
      withValue(
        lower(toParameter(URL_PARAMETERS.medium)(url)),
        medium => sql`case when ${medium} is null then ${digit('medium', 'none')}
          else ${firstMatch('medium', medium, { patterns: listMediumPatterns(), otherwise: digit('medium', 'other') })} end`,
      ),
    ),
  };
};

/** Returns what the rules decide, as a literal. */
const toDecisions = (): Sql => raw(`'${writeDecisions()}'`);
/** Position of the first name, whose letter is `FIRST_LETTER`. */
const OFFSET = raw(String(FIRST_LETTER - 1));
const NAMES = raw(`[${CHANNELS.map(name => `'${name}'`).join(', ')}]`);

/** Returns the expression of the position of a row's channel in `CHANNELS`, from 1, by the rules. */
const toPosition = (column: ReadColumn, site: OfSite): Sql => {
  const digits = toDigits(column, site);
  const code = join(
    FACT_NAMES.map(name => sql`${digits[name]} * ${raw(String(weightOf(name)))}`),
    ' + ',
  );
  return sql`(ascii(substring(${toDecisions()}, cast(1 + ${code} as integer), 1)) - ${OFFSET})`;
};

/** Stored channels are a number of the rules and four bits of the channel: what older rules decided differs from all of them. */
const FIRST_STORED = (RULES_VERSION % 16) * 16;

/** The condition for rows whose stored channel is that of these rules; null where none is stored. */
const isStored = (stored: Sql): Sql =>
  sql`${stored} between ${raw(`${FIRST_STORED} and ${FIRST_STORED + CHANNELS.length - 1}`)}`;

/** The condition for rows of `hits` and `events` without a channel of these rules. */
export const LACKS_CHANNEL = sql`((${isStored(raw('channel'))}) is not true)`;

/** Returns the expression of the name of a stored channel. */
export const nameStored = (stored: Sql): Sql => sql`${NAMES}[${stored} - ${raw(String(FIRST_STORED - 1))}]`;

/** Returns the name of a stored channel; null for one of other rules. */
export const findStored = (stored: number): Channel | null => CHANNELS[stored - FIRST_STORED] ?? null;

/** Returns the expression of the channel that is stored of a row: that of a site whose host is not known. */
export const toStoredChannel = (column: ReadColumn): Sql =>
  sql`(${raw(String(FIRST_STORED - 1))} + ${toPosition(column, {})})::utinyint`;

const numberOf = (channel: Channel): Sql => raw(String(FIRST_STORED + CHANNELS.indexOf(channel)));

/** Returns the condition for rows that may be linked from the site itself, which is not known where channels are stored. */
const mayBeOwn = (column: ReadColumn, site: OfSite): Sql => {
  if (site.siteHosts === undefined) return raw('false');
  const stored = column('channel');
  const isOther = sql`${stored} <> ${numberOf('Direct')}`;
  // Beside a referrer that is no known source, only the row's own source can have made it another channel than Referral.
  const mayBe = site.siteHosts.some(name => isRelatedToSource(name.replace(/^\*\./, '')))
    ? isOther
    : sql`(${stored} = ${numberOf('Referral')} or (${column('source')} is not null and ${isOther}))`;
  return sql`(${mayBe} and ${mayNameSite(lower(column('referrer')), site)})`;
};

/** What a query knows of channels, where the site is in no referrer. */
export interface KnownChannels {
  /** The ids of all its hits without a stored channel, by their channel. */
  readonly knownChannels?: readonly (readonly [Channel, readonly number[]])[];
}

/**
 * Returns the expression of a row's channel: on DuckDB the stored one, or by the rules where none is stored or the site may be its
 * referrer; on ClickHouse by the rules.
 */
export const toChannel = (column: ReadColumn, { knownChannels, ...site }: OfSite & KnownChannels): Sql => {
  const stored = column('channel');
  if (knownChannels) {
    const others = knownChannels.map(
      ([channel, ids]) => sql`when id in (${raw(ids.join(', '))}) then ${literal(channel)}`,
    );
    return sql`case when ${isStored(stored)} then ${nameStored(stored)} ${join(others, ' ')} end`;
  }
  const position = toPosition(column, site);
  return {
    duckdb: sql`${NAMES}[case when ${isStored(stored)} and not ${mayBeOwn(column, site)}
      then ${stored} - ${raw(String(FIRST_STORED - 1))} else ${position} end]`,
    clickhouse: sql`${NAMES}[${position}]`,
  };
};

/** Returns the condition that rows are of a channel, where a query knows the channels of those without a stored one; else undefined. */
export const equalsChannel = (
  column: ReadColumn,
  text: string,
  { knownChannels }: KnownChannels,
): Sql | undefined => {
  if (!knownChannels) return undefined;
  const channel = CHANNELS.find(name => name === text);
  if (channel === undefined) return raw('false');
  const stored = sql`${column('channel')} = ${numberOf(channel)}`;
  const ids = knownChannels.find(([name]) => name === channel)?.[1] ?? [];
  return ids.length > 0 ? sql`(${stored} or id in (${raw(ids.join(', '))}))` : stored;
};

/** Returns a condition on the stored channel that holds wherever the channel contains a text, ignoring case. */
export const mayBeChannel = (column: ReadColumn, text: string): Sql => {
  const isFound = compilePart(text);
  const numbers = CHANNELS.flatMap(channel => (isFound(channel) ? [numberOf(channel)] : []));
  const stored = column('channel');
  const isOne = numbers.length === 0 ? raw('false') : sql`${stored} in (${join(numbers, ', ')})`;
  // Whatever is stored may be linked from the site itself.
  return isFound('internal')
    ? raw('true')
    : { duckdb: sql`(${isOne} or (${isStored(stored)}) is not true)`, clickhouse: raw('true') };
};
