/** The channel of a row: the rules of core/channels, as an expression over its columns. */
import { FACT_NAMES, FIRST_LETTER, weightOf, writeDecisions } from '../../../core/channels/find-channel.ts';
import {
  IS_TAGGED,
  listClickPatterns,
  listKindPatterns,
  listMediumPatterns,
  type Patterns,
} from '../../../core/channels/patterns.ts';
import { CHANNELS, EMAIL_SOURCE, FACTS, type FactName } from '../../../core/channels/rules.ts';
import type { ColumnName } from '../../../core/hits/columns.ts';
import type { OfSite } from '../../../core/hits/query.ts';
import { URL_PARAMETERS } from '../../../core/hits/url-parameters.ts';
import { toHost, toParameter } from '../../sql/addresses.ts';
import { literal } from '../../sql/dialect.ts';
import { join, raw, type Sql, sql } from '../../sql/fragment.ts';

/** Digit of the first value of each fact. */
const NONE = raw('0');

/** Returns the digit of a value of a fact. */
const digit = (fact: FactName, value: string): Sql =>
  raw(String((FACTS[fact] as readonly string[]).indexOf(value)));

const inLowerCase = (text: Sql): Sql => sql`lowerUTF8(${text})`;

/** A pattern as Vectorscan reads it: there `$` is before a last line break too. */
const pattern = (text: string): Sql => literal(text.replaceAll('$', String.raw`\z`));

/**
 * Returns the digit of the first pattern that a text matches; `otherwise` without any. All are tried at once, and the server
 * keeps what it has compiled: to plan a condition for each of them took longer than to read a few thousand rows.
 */
const firstMatch = (
  fact: FactName,
  text: Sql,
  { patterns, otherwise = NONE }: { readonly patterns: Patterns<string>; readonly otherwise?: Sql },
): Sql => {
  const found = sql`multiMatchAllIndices(${inLowerCase(text)}, [${join(
    patterns.map(([, each]) => pattern(each)),
    ', ',
  )}])`;
  const numbers = raw(patterns.map((_, index) => index + 1).join(', '));
  const digits = join(
    patterns.map(([value]) => digit(fact, value)),
    ', ',
  );
  return sql`transform(arrayMin(${found}), [${numbers}], [${digits}], ${otherwise})`;
};

/** Returns whether a host is the page's own, the site's, or below the site's. */
const isOwn = (host: Sql, url: Sql, siteHost: string | undefined): Sql => {
  const ofPage = sql`${host} = coalesce(${toHost(url)}, '')`;
  return siteHost === undefined
    ? ofPage
    : sql`(${ofPage} or ${host} = ${siteHost} or endsWith(${host}, ${`.${siteHost}`}))`;
};

/** Expressions of the digits of all facts. */
const toDigits = (
  column: (name: ColumnName) => Sql,
  { siteHost }: OfSite,
): Readonly<Record<FactName, Sql>> => {
  const text = (name: ColumnName): Sql => sql`coalesce(${column(name)}, '')`;
  const [url, referrer, source] = [text('url'), text('referrer'), text('source')];
  const host = sql`coalesce(${toHost(referrer)}, '')`;
  const medium = sql`coalesce(${toParameter(URL_PARAMETERS.medium)(url)}, '')`;
  const inQuery = (digits: Sql): Sql => sql`if(position(${url}, '?') > 0, ${digits}, 0)`;
  // The same patterns for both: the server prepares them once.
  const known = { patterns: listKindPatterns() };
  const isOfEmail = sql`match(${inLowerCase(source)}, ${literal(EMAIL_SOURCE)})`;
  const otherwise = sql`if(${isOfEmail}, ${digit('kind', 'email')}, ${NONE})`;
  const ofSource = sql`if(${source} = '', ${NONE}, ${firstMatch('kind', source, { ...known, otherwise })})`;
  const ofReferrer = sql`if(${referrer} = '', ${NONE}, ${firstMatch('kind', referrer, known)})`;
  const unknown = sql`if(${source} = '', ${digit('kind', 'none')}, ${digit('kind', 'named')})`;
  return {
    arrival: sql`multiIf(${host} = '', ${digit('arrival', 'none')},
      ${isOwn(host, url, siteHost)}, ${digit('arrival', 'own')}, ${digit('arrival', 'other')})`,
    tagged: inQuery(
      sql`if(match(${inLowerCase(url)}, ${literal(IS_TAGGED)}), ${digit('tagged', 'yes')}, ${digit('tagged', 'no')})`,
    ),
    kind: sql`coalesce(nullIf(${ofSource}, 0), nullIf(${ofReferrer}, 0), ${unknown})`,
    click: inQuery(firstMatch('click', url, { patterns: listClickPatterns() })),
    medium: inQuery(sql`if(${medium} = '', ${digit('medium', 'none')},
      ${firstMatch('medium', medium, { patterns: listMediumPatterns(), otherwise: digit('medium', 'other') })})`),
  };
};

/** Returns what the rules decide, as a literal. */
const toDecisions = (): Sql => raw(`'${writeDecisions()}'`);
/** Position of the first name, whose letter is `FIRST_LETTER`. */
const OFFSET = raw(String(FIRST_LETTER - 1));
const NAMES = raw(`[${CHANNELS.map(name => `'${name}'`).join(', ')}]`);

/** Returns the expression of a row's channel. */
export const toChannel = (column: (name: ColumnName) => Sql, site: OfSite): Sql => {
  const digits = toDigits(column, site);
  const code = join(
    FACT_NAMES.map(name => sql`${digits[name]} * ${raw(String(weightOf(name)))}`),
    ' + ',
  );
  return sql`${NAMES}[ascii(substring(${toDecisions()}, 1 + ${code}, 1)) - ${OFFSET}]`;
};
