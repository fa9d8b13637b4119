import { isCountryCode } from '../core/country-code.ts';
import type { ValuesFrom } from '../core/hits/columns.ts';
import { fitUrl, toStoredAddress } from '../core/hits/fit-address.ts';
import { beforeQuery, type GivenPath, MAX_GIVEN_PATH, splitPath } from '../core/hits/page-path.ts';
import { MAX_LENGTH } from '../core/limits.ts';
import { SCREENS } from '../core/screens.ts';
import { normalizeAddress } from '../lib/net.ts';
import { toAsciiAddress } from '../lib/punycode.ts';
import { hasControlCharacter, isLongerThan } from '../lib/text.ts';
import { isHttpUrl } from '../lib/url.ts';
import { type Faults, type ParseResult, parseText, parseTextOfAnyLength, preview } from './fields.ts';
import { parseLanguage } from './language.ts';
import { parseProperties } from './parse-properties.ts';
import { parseRevenue } from './parse-revenue.ts';

/** The kinds of write; whether a hit is spam is decided later, by the pipeline. */
export type WriteKind = 'hit' | 'event' | 'agent_visit';

/** The kinds that ingest stores: pages alone report engagement. */
export type IngestKind = WriteKind | 'engagement';

/** A validated write of any kind. Absent, null and empty fields are null; a column that only some writes have may be absent. */
export interface WriteInput extends Partial<ValuesFrom<'write'>> {
  readonly kind: IngestKind;
  /** Normalized, with its leading slash. Null only for an event without a page. */
  readonly path: string | null;
  /** The path as it came, where the site's rules made another page of it. */
  readonly givenPath?: string;
  /** The query that came with the path: reports read its tags where there is no url. Default: that of the url. */
  readonly query?: string | null;
  /** The fragment that came with the path: a rule of the site may keep it. Default: that of the url. */
  readonly fragment?: string | null;
  readonly country: string | null;
  /** Normalized: see `normalizeAddress`. */
  readonly ipAddress: string | null;
  /** An http(s) URL, unchanged. */
  readonly url: string | null;
  readonly referrer: string | null;
  readonly userAgent: string | null;
  readonly visitorId: string | null;
  readonly source: string | null;
  readonly region: string | null;
  readonly city: string | null;
  /** Never null for an event, always null otherwise. */
  readonly event: string | null;
  readonly value: string | null;
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Parses a write, or lists every fault of the body; `what` names it where it is not an object. JSON types are strict, null
 * means absent, unknown fields are ignored, lengths count code points. A text with a lone surrogate is refused: it has no
 * UTF-8 form and could not be read back. A path is normalized; its query, or the whole address that it came as, becomes the
 * url where there is none. An event needs a name and no path. Source: api-v1, Endpoints, Hits; decisions, section 2; decisions, section 15.
 */
export function parseWrite(kind: WriteKind, body: unknown, what = 'body'): ParseResult<WriteInput> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { ok: false, errors: [`${what} must be a JSON object, got ${preview(body)}`] };
  }
  const fields = body as Body;
  const faults: Faults = [];
  const revenue = kind === 'event' ? parseRevenue(fields.revenue, faults) : null;
  const page = parsePath(fields.path, kind, faults);
  const value: WriteInput = {
    kind,
    path: page?.path ?? null,
    query: page?.query || null,
    fragment: page?.fragment || null,
    country: parseCountry(fields.country, faults),
    ipAddress: parseAddress(fields.ip_address, faults),
    url: parseUrl(fields.url, faults) ?? (page?.address ? fitUrl(toStoredAddress(page.address)) : null),
    referrer: parseReferrer(fields.referrer, faults),
    userAgent: parseText('user_agent', fields.user_agent, faults) || null,
    visitorId: parseText('visitor_id', fields.visitor_id, faults) || null,
    source: parseName('source', fields.source, faults),
    event: kind === 'event' ? parseEventName(fields.event, faults) : null,
    value: kind === 'event' ? parseText('value', fields.value, faults) : null,
    properties: kind === 'agent_visit' ? null : parseProperties(fields.properties, faults),
    revenueAmount: revenue?.amount ?? null,
    revenueCurrency: revenue?.currency ?? null,
    region: parseName('region', fields.region, faults),
    city: parseName('city', fields.city, faults),
    language: parseLanguageField(fields.language, faults),
    screen: parseScreen(fields.screen, faults),
  };
  return faults.length === 0 ? { ok: true, value } : { ok: false, errors: faults };
}

function parsePath(given: unknown, kind: WriteKind, faults: Faults): GivenPath | null {
  const count = faults.length;
  // What counts is the length of the page: a query is none of it, and escapes of letters take up to twelve times their room.
  const text = parseTextOfAnyLength('path', given, faults);
  if (faults.length > count) return null;
  if (text === null || text.trim() === '') {
    if (kind !== 'event') faults.push("path can't be blank");
    return null;
  }
  if (hasControlCharacter(text)) {
    faults.push(`path must not contain control characters, got ${preview(text)}`);
    return null;
  }
  const { length } = beforeQuery(text);
  const page = length > MAX_GIVEN_PATH ? null : splitPath(text);
  if (page && !isLongerThan(page.path, MAX_LENGTH.path)) return page;
  faults.push(`path must be at most ${MAX_LENGTH.path} characters, got ${page?.path.length ?? length}`);
  return null;
}

function parseCountry(given: unknown, faults: Faults): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given === 'string' && isCountryCode(given)) return given;
  faults.push(`country must be two capital letters, got ${preview(given)}`);
  return null;
}

function parseAddress(given: unknown, faults: Faults): string | null {
  if (given === undefined || given === null) return null;
  const address = typeof given === 'string' ? normalizeAddress(given) : null;
  if (address === null) faults.push(`ip_address must be an IPv4 or IPv6 address, got ${preview(given)}`);
  return address;
}

function parseUrl(given: unknown, faults: Faults): string | null {
  const url = parseText('url', given, faults);
  if (url === null) return null;
  if (isHttpUrl(url) && !hasControlCharacter(url)) return toAsciiAddress(url);
  faults.push(`url must be an http:// or https:// address, got ${preview(url)}`);
  return null;
}

const parseReferrer = (given: unknown, faults: Faults): string | null => {
  const referrer = parseText('referrer', given, faults);
  return referrer && isAllowedReferrer(referrer) ? toAsciiAddress(referrer) : null;
};

const ALLOWED_SCHEMES = new Set(['http', 'https', 'android-app', 'ios-app']);

/**
 * Returns whether a referrer may be stored: a web address, an app's, or a bare host. `javascript:`, `data:` and other
 * schemes, and texts with control characters, are dropped without failing the write, since a caller only passes on
 * what the visitor's browser sent.
 */
export function isAllowedReferrer(referrer: string): boolean {
  if (hasControlCharacter(referrer)) return false;
  if (referrer.startsWith('https://') || referrer.startsWith('http://')) return true;
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(referrer)?.[1]?.toLowerCase();
  if (scheme === undefined || ALLOWED_SCHEMES.has(scheme)) return true;
  return scheme.includes('.') || scheme === 'localhost'; // a host and its port
}

function parseName(field: 'source' | 'region' | 'city', given: unknown, faults: Faults): string | null {
  const name = parseText(field, given, faults)?.trim();
  if (!name) return null;
  if (!hasControlCharacter(name)) return name;
  faults.push(`${field} must not contain control characters, got ${preview(name)}`);
  return null;
}

function parseLanguageField(given: unknown, faults: Faults): string | null {
  if (given === undefined || given === null || given === '') return null;
  const language = typeof given === 'string' ? parseLanguage(given) : null;
  if (language === null)
    faults.push(
      `language must be a language tag, such as de or pt-BR, or an Accept-Language header, got ${preview(given)}`,
    );
  return language;
}

function parseScreen(given: unknown, faults: Faults): string | null {
  if (given === undefined || given === null) return null;
  const screen = SCREENS.find(name => name === given);
  if (screen === undefined) faults.push(`screen must be one of ${SCREENS.join(', ')}, got ${preview(given)}`);
  return screen ?? null;
}

function parseEventName(given: unknown, faults: Faults): string | null {
  const count = faults.length;
  const name = parseText('event', given, faults);
  if (faults.length > count) return null;
  if (name === null || name.trim() === '')
    faults.push("event can't be blank, it must be in category.action form");
  else if (!isEventName(name)) faults.push(`event must be in category.action form, got ${preview(name)}`);
  else if (hasControlCharacter(name))
    faults.push(`event must not contain control characters, got ${preview(name)}`);
  else return name;
  return null;
}

/** Returns whether a text is an event name: two or more segments with a dot between them, none of them blank. */
export function isEventName(text: string): boolean {
  const segments = text.split('.');
  return segments.length > 1 && segments.every(segment => segment.trim() !== '');
}
