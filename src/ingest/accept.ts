import { MAX_LENGTH } from '../core/limits.ts';
import { normalizeAddress } from '../lib/net.ts';
import { isHttpUrl } from '../lib/url.ts';
import { type Accepted, type Faults, gist, hasControlCharacter, isLongerThan, readText } from './fields.ts';

/** What a write may be; suppressed hits are the pipeline's finding, not the caller's. */
export type WriteKind = 'hit' | 'event' | 'agent_visit';

/** One validated write, of any kind. Everything absent, null or left empty is null. */
export interface WriteInput {
  readonly kind: WriteKind;
  /** With its leading slash. Null only for an event without a page. */
  readonly path: string | null;
  readonly country: string | null;
  /** Normalized: see `normalizeAddress`. */
  readonly ipAddress: string | null;
  /** An http(s) address as it was given. */
  readonly url: string | null;
  readonly referrer: string | null;
  readonly userAgent: string | null;
  readonly visitorId: string | null;
  readonly source: string | null;
  /** Never null for an event, always null else. */
  readonly event: string | null;
  readonly value: string | null;
}

/**
 * A validated hit, or every fault of the body. JSON types are strict, null means absent, unknown fields are ignored,
 * lengths count code points. A text with half a surrogate pair is refused: it has no UTF-8 form and could not be read
 * back. A path is kept as it was given, a `?` and what follows it included; only its leading slash is added.
 * Source: api-v1, Endpoints, Hits; decisions, section 2.
 */
export const acceptHit = (body: unknown, what = 'body'): Accepted<WriteInput> => accept('hit', body, what);

/** A validated custom event, or every fault of the body; the rules of `acceptHit`, with an event name and without the need for a path. */
export const acceptEvent = (body: unknown, what = 'body'): Accepted<WriteInput> =>
  accept('event', body, what);

/** A validated visit of an AI agent, or every fault of the body; the rules of `acceptHit`. */
export const acceptAgentVisit = (body: unknown, what = 'body'): Accepted<WriteInput> =>
  accept('agent_visit', body, what);

type Body = Readonly<Record<string, unknown>>;

/** `what` names the value in the fault of one that is no object. */
function accept(kind: WriteKind, body: unknown, what: string): Accepted<WriteInput> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { ok: false, errors: [`${what} must be a JSON object, got ${gist(body)}`] };
  }
  const fields = body as Body;
  const faults: Faults = [];
  const value: WriteInput = {
    kind,
    path: readPath(fields.path, kind, faults),
    country: readCountry(fields.country, faults),
    ipAddress: readAddress(fields.ip_address, faults),
    url: readUrl(fields.url, faults),
    referrer: readReferrer(fields.referrer, faults),
    userAgent: readText('user_agent', fields.user_agent, faults) || null,
    visitorId: readText('visitor_id', fields.visitor_id, faults) || null,
    source: readSource(fields.source, faults),
    event: kind === 'event' ? readEventName(fields.event, faults) : null,
    value: kind === 'event' ? readText('value', fields.value, faults) : null,
  };
  return faults.length === 0 ? { ok: true, value } : { ok: false, errors: faults };
}

function readPath(given: unknown, kind: WriteKind, faults: Faults): string | null {
  const count = faults.length;
  const path = readText('path', given, faults);
  if (faults.length > count) return null;
  if (path === null || path.trim() === '') {
    if (kind !== 'event') faults.push("path can't be blank");
    return null;
  }
  if (hasControlCharacter(path)) {
    faults.push(`path must not contain control characters, got ${gist(path)}`);
    return null;
  }
  if (path.charCodeAt(0) === 0x2f) return path;
  const absolute = `/${path}`;
  if (!isLongerThan(absolute, MAX_LENGTH.path)) return absolute;
  faults.push(
    `path must be at most ${MAX_LENGTH.path} characters with a slash in front, got ${absolute.length}`,
  );
  return null;
}

function readCountry(given: unknown, faults: Faults): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given === 'string' && isCountryCode(given)) return given;
  faults.push(`country must be two capital letters, got ${gist(given)}`);
  return null;
}

/** Whether a text has the form of a country code: two capital letters. `XX`, unknown, has it too. */
export function isCountryCode(text: string): boolean {
  return text.length === 2 && isCapital(text.charCodeAt(0)) && isCapital(text.charCodeAt(1));
}

const isCapital = (code: number): boolean => code >= 65 && code <= 90;

function readAddress(given: unknown, faults: Faults): string | null {
  if (given === undefined || given === null) return null;
  const address = typeof given === 'string' ? normalizeAddress(given) : null;
  if (address === null) faults.push(`ip_address must be an IPv4 or IPv6 address, got ${gist(given)}`);
  return address;
}

function readUrl(given: unknown, faults: Faults): string | null {
  const url = readText('url', given, faults);
  if (url === null) return null;
  if (isHttpUrl(url) && !hasControlCharacter(url)) return url;
  faults.push(`url must be an http:// or https:// address, got ${gist(url)}`);
  return null;
}

const readReferrer = (given: unknown, faults: Faults): string | null => {
  const referrer = readText('referrer', given, faults);
  return referrer && isKeepableReferrer(referrer) ? referrer : null;
};

const KEPT_SCHEMES = new Set(['http', 'https', 'android-app', 'ios-app']);

/**
 * Whether a referrer is worth keeping: a web address, an app's, or a bare host. `javascript:`, `data:` and other
 * schemes, and texts with control characters, are left out and the write counts all the same, since a caller only
 * passes on what the visitor's browser claimed.
 */
export function isKeepableReferrer(referrer: string): boolean {
  if (hasControlCharacter(referrer)) return false;
  if (referrer.startsWith('https://') || referrer.startsWith('http://')) return true;
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(referrer)?.[1]?.toLowerCase();
  if (scheme === undefined || KEPT_SCHEMES.has(scheme)) return true;
  return scheme.includes('.') || scheme === 'localhost'; // a host and its port
}

function readSource(given: unknown, faults: Faults): string | null {
  const source = readText('source', given, faults)?.trim();
  if (!source) return null;
  if (!hasControlCharacter(source)) return source;
  faults.push(`source must not contain control characters, got ${gist(source)}`);
  return null;
}

function readEventName(given: unknown, faults: Faults): string | null {
  const count = faults.length;
  const name = readText('event', given, faults);
  if (faults.length > count) return null;
  if (name === null || name.trim() === '')
    faults.push("event can't be blank, it must be in category.action form");
  else if (!isEventName(name)) faults.push(`event must be in category.action form, got ${gist(name)}`);
  else if (hasControlCharacter(name))
    faults.push(`event must not contain control characters, got ${gist(name)}`);
  else return name;
  return null;
}

/** Whether a text is an event's name: two or more segments with a dot between them, none of them blank. */
export function isEventName(text: string): boolean {
  const segments = text.split('.');
  return segments.length > 1 && segments.every(segment => segment.trim() !== '');
}
