/** Expressions of parts of addresses: the host, and parameters. */
import { CONTROL_CHARACTER, parameterPattern } from '../../../core/hits/url-parameters.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { literal, raw, type Sql, sql } from '../sql.ts';

/** Matches an optional scheme and user, then the host up to its port or path. */
const HOST = String.raw`'(?i)^ *(?:[a-z][a-z0-9+.-]*://)?(?:[^/?#\\\\@]*@)?(?:www\\.)?(\\[[^\\]/?#]*\\]|[^/?#\\\\: ]*)'`;

/** Returns the host of an address: lower case, without `www.` and port; null without one. */
export const toHost = (address: Sql): Sql =>
  sql`nullIf(trim(trailing '.' from lowerUTF8(extract(coalesce(${address}, ''), ${raw(HOST)}))), '')`;

/** Returns the value of a parameter, as `readParameter` reads it. Most urls are without, which is found out at less cost. */
export const toParameter =
  (name: string) =>
  (url: Sql): Sql => {
    const address = sql`coalesce(${url}, '')`;
    const found = sql`replaceAll(extract(${address}, ${literal(parameterPattern(name))}), '+', ' ')`;
    const decoded = sql`decodeURLComponent(${found})`;
    const text = sql`replaceRegexpAll(if(isValidUTF8(${decoded}), ${decoded}, ${found}), ${literal(CONTROL_CHARACTER)}, ' ')`;
    const value = sql`nullIf(trim(both ' ' from leftUTF8(${text}, ${raw(String(MAX_LENGTH.source))})), '')`;
    return sql`if(positionCaseInsensitive(${address}, ${literal(`${name}=`)}) > 0, ${value}, null)`;
  };
