/** Expressions of parts of addresses: the host, and parameters. */
import { CONTROL_CHARACTER, parameterPattern } from '../../../core/hits/url-parameters.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { literal, raw, type Sql, sql } from '../sql/sql.ts';

/** Matches an optional scheme and user, then the host up to its port or path. */
const HOST = raw(
  String.raw`'^ *(?:[a-z][a-z0-9+.-]*://)?(?:[^/?#\\@]*@)?(?:www\.)?(\[[^\]/?#]*\]|[^/?#\\: ]*)', 1, 'i'`,
);

/** Returns the host of an address: lower case, without `www.` and port; null without one. */
export const toHost = (address: Sql): Sql =>
  sql`nullif(rtrim(lower(regexp_extract(${address}, ${HOST})), '.'), '')`;

/** Returns an expression over a value that it uses several times, and that is worked out once. */
export const withValue = (value: Sql, toExpression: (name: Sql) => Sql): Sql =>
  sql`list_transform([${value}], lambda v: ${toExpression(raw('v'))})[1]`;

/** Returns the value of a parameter, as `readParameter` reads it. Most urls are without, which is found out at less cost. */
export const toParameter =
  (name: string) =>
  (url: Sql): Sql => {
    const found = sql`replace(regexp_extract(${url}, ${literal(parameterPattern(name))}, 1), '+', ' ')`;
    const control = literal(CONTROL_CHARACTER);
    const value = withValue(
      found,
      text => sql`nullif(trim(left(regexp_replace(coalesce(try(url_decode(${text})), ${text}), ${control}, ' ', 'g'),
        ${raw(String(MAX_LENGTH.source))})), '')`,
    );
    const mayHave = sql`contains(${url}, '?') and contains(lower(${url}), ${literal(`${name}=`)})`;
    return sql`case when ${mayHave} then ${value} end`;
  };
