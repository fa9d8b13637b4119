/** Expressions of parts of addresses: the host, and parameters. */
import { raw, type Sql, sql } from '../sql.ts';

/** Matches an optional scheme and user, then the host up to its port or path. */
const HOST = String.raw`'(?i)^ *(?:[a-z][a-z0-9+.-]*://)?(?:[^/?#\\\\@]*@)?(?:www\\.)?(\\[[^\\]/?#]*\\]|[^/?#\\\\: ]*)'`;

/** Returns the host of an address: lower case, without `www.` and port; null without one. */
export const toHost = (address: Sql): Sql =>
  sql`nullIf(trim(trailing '.' from lowerUTF8(extract(coalesce(${address}, ''), ${raw(HOST)}))), '')`;

/** Returns the decoded value of the first parameter with a name; undecoded where it is malformed. */
export const toParameter =
  (name: string) =>
  (url: Sql): Sql => {
    const value = sql`replaceAll(extract(coalesce(${url}, ''), ${raw(`'[?&]${name}=([^&#]+)'`)}), '+', ' ')`;
    const decoded = sql`decodeURLComponent(${value})`;
    return sql`nullIf(trim(both ' ' from if(isValidUTF8(${decoded}), ${decoded}, ${value})), '')`;
  };
