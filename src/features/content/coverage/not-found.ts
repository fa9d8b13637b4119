/** Addresses that visitors asked for and that do not exist: from events of the script, and from access logs. */

import type { GroupRow } from '../../../core/hits/answers.ts';
import type { LogTotal } from '../../../core/hits/log-sums.ts';
import type { StoredHit } from '../../../core/hits/row.ts';
import { normalizePath } from '../../../lib/normalize-path.ts';
import { bareHost, parseHost, parseHttpUrl } from '../../../lib/url.ts';
import { decodePath } from './paths.ts';
import type { Suggester } from './suggestion.ts';

/** A missing address. */
export interface Missing {
  readonly path: string;
  /** Null where only access logs tell of it: they know no visitors. */
  visitors: number | null;
  /** Number of reports by the script. */
  views: number;
  /** Requests in access logs; null without. */
  requests: number | null;
  /** Page that led most visitors there; of the site itself, its path. */
  referrer: string | null;
}

/** Returns the path in an event's value, which the API may have written; null if it is not a path of the site. */
function toMissingPath(value: string | null, siteHost: string): string | null {
  const plain = value?.split(/[?#]/, 1)[0] ?? '';
  if (plain.startsWith('/')) return plain;
  const url = parseHttpUrl(plain);
  return url && bareHost(url.hostname) === siteHost ? url.pathname : null;
}

/** Combines what events and logs tell, the most visited first. A path that a crawl has read since is left out. */
export function combineMissing({
  events,
  logs,
  siteHost,
  isPage,
  suggester,
}: {
  /** By their value. */
  readonly events: readonly GroupRow[];
  readonly logs: readonly LogTotal[];
  readonly siteHost: string;
  /** Returns whether a path is that of a page that exists. */
  readonly isPage: (path: string) => boolean;
  readonly suggester: Suggester;
}): Missing[] {
  const missing = new Map<string, Missing>();
  const find = (path: string): Missing => {
    const key = decodePath(path);
    // As hits of the page are stored.
    const normal = normalizePath(path);
    const known = missing.get(key) ?? {
      ...{ path: normal, visitors: null, views: 0, requests: null, referrer: null },
    };
    missing.set(key, known);
    return known;
  };
  for (const { key, hits, visitors = 0 } of events) {
    const path = toMissingPath(key, siteHost);
    if (path === null || isPage(path)) continue;
    const one = find(path);
    one.views += hits;
    one.visitors = (one.visitors ?? 0) + visitors;
  }
  const links = Map.groupBy(
    logs.filter(({ kind, name }) => kind === 'broken_link' && name !== ''),
    ({ name }) => decodePath(name),
  );
  for (const { kind, name, requests } of logs) {
    if (kind !== 'not_found' || !name.startsWith('/') || isPage(name)) continue;
    const [link] = links.get(decodePath(name)) ?? [];
    // Programs try addresses that never were: nobody came to them by a link, and no page is like them.
    if (!link && !missing.has(decodePath(name)) && suggester.findSame(name) === undefined) continue;
    const one = find(name);
    one.requests = (one.requests ?? 0) + requests;
    one.referrer ??= link?.detail ?? null;
  }
  return [...missing.values()].sort(
    (a, b) =>
      (b.visitors ?? 0) - (a.visitors ?? 0) ||
      b.views - a.views ||
      (b.requests ?? 0) - (a.requests ?? 0) ||
      (a.path < b.path ? -1 : 1),
  );
}

/** Adds the page that led most hits to each path. */
export function addReferrers(
  missing: readonly Missing[],
  hits: readonly Pick<StoredHit, 'path' | 'referrer'>[],
  siteHost: string,
): void {
  const counts = new Map<string, Map<string, number>>();
  for (const { path, referrer } of hits) {
    if (path === null || referrer === null) continue;
    const own = counts.get(path) ?? new Map<string, number>();
    const shown = toReferrer(referrer, siteHost);
    counts.set(path, own.set(shown, (own.get(shown) ?? 0) + 1));
  }
  for (const one of missing) {
    const [commonest] = [...(counts.get(one.path) ?? [])].sort(
      (a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1),
    );
    if (commonest) one.referrer = commonest[0];
  }
}

/** Formats a referrer as those of access logs: without its query, and those of the site as a path. */
function toReferrer(referrer: string, siteHost: string): string {
  const plain = referrer.split(/[?#]/, 1)[0] ?? '';
  const host = parseHost(plain);
  return host !== null && bareHost(host) === siteHost ? (parseHttpUrl(plain)?.pathname ?? plain) : plain;
}
