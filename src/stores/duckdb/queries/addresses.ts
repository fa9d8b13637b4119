/** Expressions of parts of addresses: the host, and parameters. */
import { raw, type Sql, sql } from '../sql/sql.ts';

/** Matches an optional scheme and user, then the host up to its port or path. */
const HOST = raw(
  String.raw`'^ *(?:[a-z][a-z0-9+.-]*://)?(?:[^/?#\\@]*@)?(?:www\.)?(\[[^\]/?#]*\]|[^/?#\\: ]*)', 1, 'i'`,
);

/** Returns the host of an address: lower case, without `www.` and port; null without one. */
export const toHost = (address: Sql): Sql =>
  sql`nullif(rtrim(lower(regexp_extract(${address}, ${HOST})), '.'), '')`;

/**
 * Returns the decoded value of the first parameter with a name; undecoded where it is malformed. Most of the url is cut off
 * before the pattern is matched, which is several times as fast.
 */
export const toParameter =
  (name: string) =>
  (url: Sql): Sql => {
    const parameter = raw(`'${name}='`);
    const end = sql`substr(${url}, strpos(${url}, ${parameter}) - 1)`;
    const value = sql`replace(regexp_extract(${end}, ${raw(`'[?&]${name}=([^&#]+)', 1`)}), '+', ' ')`;
    const decoded = sql`nullif(trim(coalesce(try(url_decode(${value})), ${value})), '')`;
    return sql`case when contains(${url}, ${parameter}) then ${decoded} end`;
  };
