/** Types of settings: each parses a text and describes what is allowed. */
import ipaddr from 'ipaddr.js';
import type { ExportPlace } from '../core/export-target.ts';
import { HITS_URL_FORM, type HitsAddress, parseHitsUrl } from '../core/hits-url.ts';
import { TAKEN_PATHS } from '../core/visitor-paths.ts';
import { parseRange } from '../lib/net.ts';
import { isTimeZone } from '../lib/time.ts';
import { isDecodable } from '../lib/url.ts';

export interface OptionType<Value> {
  /** "an integer from 0 to 65535": completes "must be …". */
  readonly allowed: string;
  /** Lists every value, where there are few. */
  readonly choices?: readonly string[];
  /** Returns the value; undefined for an invalid text. */
  parse(text: string): Value | undefined;
}

/** A text that is not empty. */
export const text: OptionType<string> = {
  allowed: 'a text that is not empty',
  parse: value => value || undefined,
};

/** A value for a request header: visible ASCII without blanks. */
export const token: OptionType<string> = {
  allowed: 'a text of visible ASCII characters without blanks',
  parse: value => (/^[!-~]+$/.test(value) ? value : undefined),
};

/** A name or address without a port. */
export const host: OptionType<string> = {
  allowed: 'a host name or an IP address without a port',
  parse: value =>
    /^[A-Za-z0-9.:_-]{1,253}$/.test(value) && (ipaddr.isValid(value) || !value.includes(':'))
      ? value
      : undefined,
};

export const timeZone: OptionType<string> = {
  allowed: 'a name such as Europe/Berlin',
  parse: value => (isTimeZone(value) ? value : undefined),
};

export function integer(range: { readonly minimum: number; readonly maximum: number }): OptionType<number> {
  return {
    allowed: `an integer from ${range.minimum} to ${range.maximum}`,
    parse(value) {
      if (!/^\d{1,15}$/.test(value)) return undefined;
      const number = Number(value);
      return number >= range.minimum && number <= range.maximum ? number : undefined;
    },
  };
}

export function oneOf<const Value extends string>(values: readonly Value[]): OptionType<Value> {
  return {
    allowed: `one of ${values.join(', ')}`,
    choices: values,
    parse: value => values.find(allowed => allowed === value),
  };
}

export function url(protocols: readonly string[]): OptionType<string> {
  return {
    allowed: `an address beginning with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
    parse: value => (URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : undefined),
  };
}

/** A database of hits. */
export const hitsUrl: OptionType<HitsAddress> = { allowed: HITS_URL_FORM, parse: parseHitsUrl };

/** A folder or a bucket of S3, as an address. */
export const exportPlace: OptionType<ExportPlace> = {
  allowed: 'an address such as file:///var/backups/footfall or s3://bucket/prefix',
  parse(value) {
    if (!URL.canParse(value)) return undefined;
    const { protocol, host, pathname, search, hash } = new URL(value);
    if (search !== '' || hash !== '') return undefined;
    const path = pathname
      .split('/')
      .filter(part => part !== '')
      .map(part => (isDecodable(part) ? decodeURIComponent(part) : undefined));
    if (path.includes(undefined)) return undefined;
    if (protocol === 'file:' && host === '' && path.length > 0)
      return { kind: 'folder', path: `/${path.join('/')}` };
    if (protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(host)) return undefined;
    return { kind: 'bucket', bucket: host, prefix: path.map(part => `${part}/`).join('') };
  },
};

/** A mail relay, optionally with percent-encoded user name and password. */
export const smtpUrl: OptionType<string> = {
  allowed: 'an address such as smtp://user:password@mail.example:587 or smtps://…, special characters as %40',
  parse(value) {
    if (!url(['smtp:', 'smtps:']).parse(value)) return undefined;
    const { hostname, username, password } = new URL(value);
    return hostname !== '' && isDecodable(username) && isDecodable(password) ? value : undefined;
  },
};

/** An e-mail address, optionally with a display name. */
export const mailbox: OptionType<string> = {
  allowed: 'an e-mail address, or a name and an address such as Footfall <stats@example.org>',
  parse: value =>
    /^(?:[^<>@\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u.test(value) ? value : undefined,
};

/** The first part of an address, which the operator names. */
export const pathName: OptionType<string> = {
  allowed: 'a word of letters, digits, - and _ that no other address of the server begins with, such as lib',
  parse(value) {
    const name = value.replace(/^\/|\/$/g, '');
    return /^[A-Za-z0-9_-]{1,40}$/.test(name) && !TAKEN_PATHS.includes(name.toLowerCase()) ? name : undefined;
  },
};

/** An e-mail address without a display name. */
export const emailAddress: OptionType<string> = {
  allowed: 'an e-mail address such as you@example.org',
  parse: value => (/^[^\s<>@,;?]+@[^\s<>@,;?]+$/.test(value) ? value : undefined),
};

/** Scheme, host, port and a path, nothing more; a slash at the end is dropped. */
export const baseUrl: OptionType<string> = {
  allowed:
    'an address such as https://stats.example.org or https://example.org/stats, its path of letters, digits, - _ . ~ and /',
  parse(value) {
    if (!URL.canParse(value)) return undefined;
    const { protocol, pathname, search, hash, origin, username } = new URL(value);
    const isBare = search === '' && hash === '' && username === '' && /^(?:\/[\w.~-]+)*\/?$/.test(pathname);
    return isBare && (protocol === 'http:' || protocol === 'https:')
      ? origin + pathname.replace(/\/$/, '')
      : undefined;
  },
};

export const geoTemplate: OptionType<string> = {
  allowed: 'an http or https address that contains {ip}',
  parse: value =>
    value.includes('{ip}')
      ? url(['http:', 'https:']).parse(value.replace('{ip}', '192.0.2.1')) && value
      : undefined,
};

/** Comma-separated address ranges; a single address is a range of one. */
export const cidrs: OptionType<readonly string[]> = {
  allowed: 'comma-separated IP ranges such as 10.0.0.0/8,::1/128',
  parse: value => parseList(value, item => (parseRange(item) ? item : undefined)),
};

/** Comma-separated `host:port`; empty for none. */
export const endpoints: OptionType<readonly { readonly host: string; readonly port: number }[]> = {
  allowed: 'comma-separated host:port pairs such as 1.1.1.1:443, or empty',
  parse: value =>
    parseList(value, item => {
      const match = /^(?:\[([0-9a-fA-F:]+)\]|([^:\s]+)):(\d{1,5})$/.exec(item);
      const name = match?.[1] ?? match?.[2];
      const port = Number(match?.[3]);
      return name !== undefined && port >= 1 && port <= 65_535 ? { host: name, port } : undefined;
    }),
};

/** Bare letters are multiples of 1,024, as containers and service managers take them. */
const UNITS: Record<string, number> = {
  K: 1024,
  M: 1024 ** 2,
  G: 1024 ** 3,
  T: 1024 ** 4,
  KB: 1000,
  MB: 1000 ** 2,
  GB: 1000 ** 3,
  TB: 1000 ** 4,
  KIB: 1024,
  MIB: 1024 ** 2,
  GIB: 1024 ** 3,
  TIB: 1024 ** 4,
};

export function bytes(range: { readonly minimum: number }): OptionType<number> {
  return {
    allowed: `a size of at least ${Math.round(range.minimum / 1024 ** 2)}MiB, such as 512MB, 512M or 2GiB`,
    parse(value) {
      const match = /^(\d{1,9}(?:\.\d{1,3})?)\s*([KMGT](?:i?B)?)$/i.exec(value);
      const unit = UNITS[match?.[2]?.toUpperCase() ?? ''];
      if (!match?.[1] || !unit) return undefined;
      const size = Math.round(Number(match[1]) * unit);
      return size >= range.minimum && Number.isSafeInteger(size) ? size : undefined;
    },
  };
}

function parseList<Item>(
  value: string,
  parse: (item: string) => Item | undefined,
): readonly Item[] | undefined {
  const items: Item[] = [];
  for (const part of value
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')) {
    const item = parse(part);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}
