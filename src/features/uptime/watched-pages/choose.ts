/** Which pages of a site are watched by themselves, without I/O. Source: decisions, section 10, Watched pages. */
import { matchesPath, type PathPattern, parsePathPattern } from '../../../core/goals/path-pattern.ts';
import type { LeftOutReason } from '../../../core/monitors.ts';
import { parseHttpUrl, parseSiteHost } from '../../../lib/url.ts';
import { KEPT_DOWN_MS, KEPT_MS } from './limits.ts';

/** One of the most visited pages that is not watched. */
export interface LeftOut {
  readonly path: string;
  readonly reason: LeftOutReason;
}

/**
 * Returns the address of a page of a site; null for a path that is none. The path is what visitors sent: it must lead to the
 * site's own server and nowhere else.
 */
export function toPageUrl(siteUrl: string, path: string): string | null {
  const site = parseHttpUrl(siteUrl);
  if (!site || !path.startsWith('/') || /[?#]/.test(path)) return null;
  const page = parseHttpUrl(site.origin + path);
  return page && page.origin === site.origin ? page.href : null;
}

/** Returns what addresses of one page have in common: a slash at the end makes no other one. */
export const toPageKey = (url: string): string => {
  const { origin, pathname, search } = new URL(url);
  const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  return `${origin}${path}${search}`;
};

/** Returns whether redirects have led to another page, and not just to another spelling of its host, protocol or last slash. */
export function isElsewhere(url: string, finalUrl: string): boolean {
  const pathOf = (address: string) => new URL(toPageKey(address)).pathname;
  return parseSiteHost(url) !== parseSiteHost(finalUrl) || pathOf(url) !== pathOf(finalUrl);
}

/** Creates the test of a path against patterns of excluded ones. */
export function createExclusion(patterns: readonly string[]): (path: string) => boolean {
  const parsed: PathPattern[] = patterns.map(parsePathPattern);
  return path => parsed.some(pattern => matchesPath(pattern, path));
}

/** A page that is watched. */
export interface WatchedPage {
  readonly monitorId: number;
  readonly path: string;
  readonly lastTopAt: Date;
  readonly isDown: boolean;
}

export interface LeavingRules {
  readonly now: Date;
  /** How many may stay. */
  readonly limit: number;
  /** Returns whether a page is excluded, or watched by a monitor that people added. */
  readonly isRefused: (page: WatchedPage) => boolean;
}

/**
 * Returns those that go: excluded ones and those that another monitor watches at once, the others when they have not been among
 * the most visited for long. Where they are too many, those go first that have not been for longest.
 */
export function findLeaving(
  watched: readonly WatchedPage[],
  { now, limit, isRefused }: LeavingRules,
): WatchedPage[] {
  const ageOf = ({ lastTopAt }: WatchedPage): number => now.getTime() - lastTopAt.getTime();
  const isOver = (page: WatchedPage): boolean =>
    isRefused(page) || ageOf(page) >= (page.isDown ? KEPT_DOWN_MS : KEPT_MS);
  const staying = watched.filter(page => !isOver(page)).sort((a, b) => ageOf(a) - ageOf(b));
  return [...watched.filter(isOver), ...staying.slice(Math.max(0, limit))];
}
