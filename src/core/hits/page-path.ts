/** Takes the path of a page from what a write names as one. Source: decisions, section 15. */
import { normalizePath } from '../../lib/normalize-path.ts';
import { parseHttpUrl } from '../../lib/url.ts';
import { MAX_LENGTH } from '../limits.ts';

/** Returns an address without its query and fragment. */
export const beforeQuery = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';

const PARTS = /^([^?#]*)(\?[^#]*)?(#.*)?$/s;

/** A path, and the query and fragment that follow it; null or absent where none is known. */
export interface PathParts {
  readonly path: string;
  /** With its question mark. */
  readonly query?: string | null | undefined;
  /** With its number sign. */
  readonly fragment?: string | null | undefined;
}

/** Splits an address or a path into what comes before its query, its query and its fragment, which are empty where there is none. */
export function splitAddress(address: string): { path: string; query: string; fragment: string } {
  const [, path = '', query = '', fragment = ''] = PARTS.exec(address) ?? [];
  return { path, query, fragment };
}

/** Characters that the escapes of one take at most. */
export const MAX_ESCAPED = 12;

/** Characters of a given path without its query, and of the address before it, beyond which it cannot be stored. */
export const MAX_GIVEN_PATH = MAX_ESCAPED * MAX_LENGTH.path + MAX_LENGTH.url;

/** Dimensions whose values are paths of pages. */
export const PATH_DIMENSIONS: ReadonlySet<string> = new Set(['path', 'entry_page', 'exit_page']);

/** A given path, taken apart. */
export interface GivenPath {
  /** Normalized, with its leading slash. */
  readonly path: string;
  /** The whole address that was given in its place, without fragment and credentials; else null. */
  readonly address: URL | null;
  /** With its question mark; no part of the page, but its tags are read. */
  readonly query: string;
  /** With its number sign; no part of the page. */
  readonly fragment: string;
}

/** Splits a path that may have a query and a fragment, or be a whole address. */
export function splitPath(given: string): GivenPath {
  const address = /^https?:\/\//i.test(given) ? parseHttpUrl(given) : null;
  if (address) {
    const { pathname, search: query, hash: fragment } = address;
    return { path: normalizePath(pathname), address, query, fragment };
  }
  const { path, query, fragment } = splitAddress(given);
  return { path: normalizePath(path.startsWith('/') ? path : `/${path}`), address: null, query, fragment };
}
