/** Expressions of parts of addresses: the host, and parameters. */
import { CONTROL_CHARACTER, parameterPattern } from '../../core/hits/url-parameters.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import {
  contains,
  decodeUrl,
  extract,
  literal,
  lower,
  replacePattern,
  truncate,
  withValue,
} from './dialect.ts';
import { type Sql, sql } from './fragment.ts';

/** Matches an optional scheme and user, then the host up to its port or path. */
const HOST = String.raw`(?i)^ *(?:[a-z][a-z0-9+.-]*://)?(?:[^/?#\\@]*@)?(?:www\.)?(\[[^\]/?#]*\]|[^/?#\\: ]*)`;

/** Returns the host of an address: lower case, without `www.` and port; null without one. */
export const toHost = (address: Sql): Sql =>
  sql`nullif(trim(trailing '.' from ${lower(extract(address, HOST))}), '')`;

/** Returns the value of a parameter, as `readParameter` reads it. Most urls are without, which is found out at less cost. */
export const toParameter =
  (name: string) =>
  (url: Sql): Sql => {
    const found = sql`replace(${extract(url, parameterPattern(name))}, '+', ' ')`;
    const value = withValue(found, text => {
      const printable = replacePattern(decodeUrl(text), CONTROL_CHARACTER, ' ');
      return sql`nullif(trim(both ' ' from ${truncate(printable, MAX_LENGTH.source)}), '')`;
    });
    const mayHave = sql`${contains(url, literal('?'))} and ${contains(lower(url), literal(`${name}=`))}`;
    return sql`case when ${mayHave} then ${value} end`;
  };
