import type { Link } from './link.ts';

/** Addresses that wait to be asked for: new ones and those with a problem first, then those asked for longest ago. */
export interface LinkQueue {
  add(link: Link): void;
  take(): Link | undefined;
  readonly size: number;
}

/**
 * An empty queue. By its order a site that is too large for one crawl is gone through in several, instead of its first
 * part every day.
 */
export function createLinkQueue(): LinkQueue {
  const first: Link[] = [];
  // The one asked for longest ago is at the end, once it is sorted.
  const known: Link[] = [];
  let isSorted = true;
  return {
    add(link) {
      if (link.verdict !== 'ok' || link.checkedAt === null) {
        first.push(link);
      } else {
        known.push(link);
        isSorted = false;
      }
    },
    take() {
      const link = first.shift();
      if (link) return link;
      if (!isSorted) known.sort((a, b) => (b.checkedAt ?? 0) - (a.checkedAt ?? 0) || b.number - a.number);
      isSorted = true;
      return known.pop();
    },
    get size() {
      return first.length + known.length;
    },
  };
}
