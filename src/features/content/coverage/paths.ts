/** Paths of pages, as those of hits and of the crawl are compared. */
import { splitAddress } from '../../../core/hits/page-path.ts';
import type { ToPage } from '../../../core/hits/page-rules.ts';
import { memoizeByText } from '../../../lib/memoize.ts';
import { normalizePath } from '../../../lib/normalize-path.ts';
import { trimTrailing } from '../../../lib/text.ts';

/** Decodes a path in its one spelling; what is malformed stays in that. */
export function decodePath(path: string): string {
  const normal = normalizePath(path);
  if (!normal.includes('%')) return normal;
  try {
    return decodeURIComponent(normal);
  } catch {
    return normal;
  }
}

/** Returns what the addresses of the same page have in common, as paths with their queries. */
export type ToKey = (address: string) => string;

/** Creates the function for pages as a site's rules have them. */
export const createToKey = (toPage: ToPage): ToKey =>
  memoizeByText(address => {
    const parts = splitAddress(address);
    return toPathKey(toPage({ ...parts, path: normalizePath(parts.path) }));
  });

/** Returns what two paths of the same page have in common: its characters unescaped, without the slash at its end. */
export const toPathKey = (path: string): string => trimTrailing(decodePath(path), '/') || '/';

/** Control characters, line breaks, and what cannot be seen in a rule: characters that change the direction of a text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Returns whether a redirect may be from or to a path. One that begins with two slashes is an address of another host, to
 * browsers with a backslash too.
 */
export const isRedirectable = (path: string): boolean => {
  const decoded = decodePath(path);
  return /^\/(?![/\\])/.test(decoded) && !INVISIBLE.test(decoded) && decoded.isWellFormed();
};
