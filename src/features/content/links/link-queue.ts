import type { Link } from './link.ts';

/** Priority queue of links to check: new ones and those with a problem first, then those checked longest ago. */
export interface LinkQueue {
  add(link: Link): void;
  take(): Link | undefined;
  readonly size: number;
}

/**
 * Creates an empty queue. Its order lets several crawls cover a site that is too large for one, instead of the same part
 * every day.
 */
export function createLinkQueue(): LinkQueue {
  const first: Link[] = [];
  // Sorted, the link checked longest ago is at the end.
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
