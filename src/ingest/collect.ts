import { MAX_LENGTH } from '../core/limits.ts';
import { parseHttpUrl, siteHostOfUrl } from '../lib/url.ts';
import { isEventName, isKeepableReferrer, type WriteInput } from './accept.ts';
import { type Accepted, hasControlCharacter, isLongerThan, withoutMarks } from './fields.ts';

/** What a page sent: the collector's query or body, or what the pixel's request says. Unchecked. */
export interface PageFields {
  readonly url?: unknown;
  readonly path?: unknown;
  readonly referrer?: unknown;
  readonly event?: unknown;
  readonly value?: unknown;
}

/** A view of a page, or an event on it. */
export interface PageInput extends WriteInput {
  /** Host of the page by its own account, as `siteHostOf` writes it; null when it did not say. */
  readonly host: string | null;
}

/**
 * A page's view, or its event when one is named. A page cannot be told what is wrong, so what can be mended is:
 * query and fragment leave the path (the url keeps its query, never its fragment, which may hold a token), a url or
 * referrer that is too long loses its query, a value that is too long is cut, halves of surrogate pairs become `U+FFFD`,
 * a referrer that is no web address is left out. Refused: no path at all, control characters, an over-long path,
 * a bad event name. Source: decisions, section 2; decisions, section 5.
 */
export function acceptPage(fields: PageFields): Accepted<PageInput> {
  const address = parseHttpUrl(text(fields.url));
  const path = pathOf(text(fields.path)) ?? address?.pathname;
  if (path === undefined) return refused('no path');
  if (isLongerThan(path, MAX_LENGTH.path)) return refused('path too long');
  if (hasControlCharacter(path)) return refused('control character in path');
  const event = text(fields.event) || null;
  if (event !== null && !isAcceptableEvent(event)) return refused('bad event name');
  return {
    ok: true,
    value: {
      kind: event === null ? 'hit' : 'event',
      path,
      country: null,
      ipAddress: null,
      url: address && urlOf(address),
      referrer: referrerOf(text(fields.referrer)),
      userAgent: null,
      visitorId: null,
      source: null,
      event,
      value: event === null ? null : eventValueOf(fields.value),
      host: address && siteHostOfUrl(address),
    },
  };
}

const refused = (reason: string): Accepted<PageInput> => ({ ok: false, errors: [reason] });

const text = (given: unknown): string =>
  typeof given === 'string' ? withoutMarks(given.toWellFormed()) : '';

/** Returns an address without its query and fragment. */
const beforeQuery = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';

/** The path in what a page gave as one: without query and fragment, with a leading slash; undefined when blank. */
function pathOf(given: string): string | undefined {
  const path = beforeQuery(given);
  if (given.trim() === '') return undefined;
  return path.startsWith('/') ? path : `/${path}`;
}

const isAcceptableEvent = (event: string): boolean =>
  isEventName(event) && !hasControlCharacter(event) && !isLongerThan(event, MAX_LENGTH.event);

/** Without its fragment, and without a password someone left in it. */
function urlOf(address: URL): string | null {
  const isClean = address.hash === '' && address.username === '' && address.password === '';
  const full = isClean ? address.href : `${address.origin}${address.pathname}${address.search}`;
  if (full.length <= MAX_LENGTH.url) return full;
  const plain = `${address.origin}${address.pathname}`;
  return plain.length <= MAX_LENGTH.url ? plain : null;
}

function referrerOf(given: string): string | null {
  if (given === '' || !isKeepableReferrer(given)) return null;
  if (!isLongerThan(given, MAX_LENGTH.referrer)) return given;
  const shorter = beforeQuery(given);
  return isLongerThan(shorter, MAX_LENGTH.referrer) ? (parseHttpUrl(given)?.origin ?? null) : shorter;
}

/** Numbers and booleans are taken as their text: a page's script passes on what it has. */
function eventValueOf(given: unknown): string | null {
  if (typeof given === 'number' || typeof given === 'boolean') return String(given);
  if (typeof given !== 'string') return null;
  const value = text(given);
  return isLongerThan(value, MAX_LENGTH.value) ? [...value].slice(0, MAX_LENGTH.value).join('') : value;
}
