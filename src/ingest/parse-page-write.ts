import { findCaptureOf } from '../core/capture.ts';
import { fitReferrer, fitUrl, toStoredAddress } from '../core/hits/fit-address.ts';
import { beforeQuery, MAX_GIVEN_PATH, splitPath } from '../core/hits/page-path.ts';
import { MAX_LENGTH } from '../core/limits.ts';
import { toScreenSize } from '../core/screens.ts';
import { normalizePath } from '../lib/normalize-path.ts';
import { toAsciiAddress } from '../lib/punycode.ts';
import { hasControlCharacter, isLongerThan, stripByteOrderMarks } from '../lib/text.ts';
import { parseHttpUrl, toSiteHost } from '../lib/url.ts';
import { parseCapturedValue } from './captured-value.ts';
import type { ParseResult } from './fields.ts';
import { isEngagement, parseEngagement } from './parse-engagement.ts';
import { repairProperties } from './parse-properties.ts';
import { repairRevenue } from './parse-revenue.ts';
import { isAllowedReferrer, isEventName, type WriteInput } from './parse-write.ts';

/** Names of the fields that a page sends: the collector's query or body. */
export const PAGE_FIELDS = [
  'url',
  'path',
  'referrer',
  'event',
  'value',
  'properties',
  'revenue',
  'visitor_id',
  'width',
  'view',
  'ms',
  'depth',
] as const;

/** Unvalidated fields from a page. */
export type PageFields = { readonly [Name in (typeof PAGE_FIELDS)[number]]?: unknown };

/** A view of a page, an event on it, or how long and how far it was read. */
export interface PageWrite extends WriteInput {
  /** Host of the page's URL, as `toSiteHost` writes it; null without a URL. */
  readonly host: string | null;
}

/**
 * Parses a page view, an event when one is named, or a report of engagement. A page cannot correct its input, so faults are repaired where
 * possible: query and fragment are no part of the path (the url keeps its query, never its fragment, which may hold a
 * token), a url that is too long keeps of its query what reports read, a referrer that is too long loses its query, a value that is too long is truncated, lone surrogates
 * become `U+FFFD`, a referrer that is no web address, a bad property, bad revenue and the id of a visitor that is too long are dropped. Refused: no path, control
 * characters, a path that is too long, an invalid event name. Source: decisions, section 2; decisions, section 5.
 */
export function parsePageWrite(fields: PageFields): ParseResult<PageWrite> {
  const given = text(fields.path);
  const fault = findPathFault(beforeQuery(given));
  if (fault !== null) return failure(fault);
  const page = given.trim() === '' ? null : splitPath(given);
  const address = parseHttpUrl(text(fields.url)) ?? page?.address ?? null;
  const path = page?.path ?? (address && normalizePath(address.pathname));
  if (path === null) return failure('no path');
  // A page may name any path of its own, but no address of another host.
  if (page?.address && address && toSiteHost(page.address) !== toSiteHost(address))
    return failure('a path on another host');
  if (isLongerThan(path, MAX_LENGTH.path)) return failure('path too long');

  const event = text(fields.event) || null;
  if (event !== null && !isAcceptableEvent(event)) return failure('bad event name');
  const value = event === null ? NO_VALUE : parseValue(event, fields.value, { path, address });
  if (!value.ok) return value;
  const revenue = event === null ? null : repairRevenue(fields.revenue);
  // A page that is named is what it is called.
  const { query, fragment } = page ?? { query: null, fragment: hashOf(address) };
  const engagement = isEngagement(fields) ? parseEngagement(fields) : NO_ENGAGEMENT;
  if (engagement === undefined) return failure('bad engagement');
  return {
    ok: true,
    value: {
      ...engagement,
      kind: event !== null ? 'event' : isEngagement(fields) ? 'engagement' : 'hit',
      path,
      query,
      fragment,
      country: null,
      ipAddress: null,
      url: address && fitUrl(toStoredAddress(address)),
      referrer: parseReferrer(text(fields.referrer)),
      userAgent: null,
      visitorId: parseVisitorId(fields.visitor_id),
      source: null,
      event,
      value: value.value,
      properties: repairProperties(fields.properties),
      revenueAmount: revenue?.amount ?? null,
      revenueCurrency: revenue?.currency ?? null,
      language: null,
      region: null,
      city: null,
      screen: parseWidth(fields.width),
      host: address && toSiteHost(address),
    },
  };
}

const hashOf = (address: URL | null): string | null => address?.hash ?? null;

function findPathFault(path: string): string | null {
  // No path that can be stored has more characters.
  if (path.length > MAX_GIVEN_PATH) return 'path too long';
  return hasControlCharacter(path) ? 'control character in path' : null;
}

const NO_VALUE: ParseResult<string | null> = { ok: true, value: null };
const NO_ENGAGEMENT = { view: null, engagedSeconds: null, scrollDepth: null };

const failure = (reason: string): ParseResult<PageWrite> => ({ ok: false, errors: [reason] });

const text = (given: unknown): string =>
  typeof given === 'string' ? stripByteOrderMarks(given.toWellFormed()) : '';

const isAcceptableEvent = (event: string): boolean =>
  (isEventName(event) || findCaptureOf(event) !== undefined) &&
  !hasControlCharacter(event) &&
  !isLongerThan(event, MAX_LENGTH.event);

function parseReferrer(given: string): string | null {
  if (given === '' || !isAllowedReferrer(given)) return null;
  return fitReferrer(toAsciiAddress(given));
}

/** Parses the value of an event. */
function parseValue(
  event: string,
  given: unknown,
  page: Parameters<typeof parseCapturedValue>[2],
): ParseResult<string | null> {
  const value = parseEventValue(given);
  const capture = findCaptureOf(event);
  return capture === undefined ? { ok: true, value } : parseCapturedValue(capture, value, page);
}

/** Parses the id of a visitor; numbers are converted to text. One that is too long is dropped: its beginning may be another's. */
const parseVisitorId = (given: unknown): string | null => {
  const id = typeof given === 'number' ? String(given) : text(given);
  return isLongerThan(id, MAX_LENGTH.visitor_id) ? null : id || null;
};

/** Parses the width of the screen: a number, or the text of one in a query. */
const parseWidth = (given: unknown): string | null => {
  const isText = typeof given === 'string' && given.length <= 10 && given.trim() !== '';
  return typeof given === 'number' || isText ? toScreenSize(Number(given)) : null;
};

/** Parses an event's value; numbers and booleans are converted to text. */
function parseEventValue(given: unknown): string | null {
  if (typeof given === 'number' || typeof given === 'boolean') return String(given);
  if (typeof given !== 'string') return null;
  const value = text(given);
  return isLongerThan(value, MAX_LENGTH.value) ? [...value].slice(0, MAX_LENGTH.value).join('') : value;
}
