/** What pages report of how they were read. */
import type { ValuesFrom } from '../core/hits/columns.ts';
import { MAX_ENGAGED_SECONDS } from '../core/hits/engagement.ts';

/** Unvalidated fields of a report: the start of the view, for how long it was active so far, and how far it was seen. */
export interface EngagementFields {
  /** Milliseconds since 1970, by the clock of the browser: it distinguishes the views of a page. */
  readonly view?: unknown;
  readonly ms?: unknown;
  /** As a part of the page's height. */
  readonly depth?: unknown;
}

type Engagement = Pick<ValuesFrom<'write'>, 'view' | 'engagedSeconds' | 'scrollDepth'>;

/** Returns whether fields are a report of engagement, and no view or event. */
export const isEngagement = ({ view, event }: EngagementFields & { readonly event?: unknown }): boolean =>
  view !== undefined && event === undefined;

const isWithin = (value: unknown, maximum: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= maximum;

/** Parses a report; undefined where its times are none, or are longer than a day. A page without a height has no depth. */
export function parseEngagement({ view, ms, depth }: EngagementFields): Engagement | undefined {
  if (!isWithin(view, Number.MAX_SAFE_INTEGER) || !isWithin(ms, MAX_ENGAGED_SECONDS * 1000)) return undefined;
  return {
    // Hashed, so that nothing is stored of the browser's clock; the views of a visitor and page on a day are few.
    view: BigInt.asUintN(32, Bun.hash.wyhash(String(view))),
    engagedSeconds: Math.round(ms / 1000),
    scrollDepth: typeof depth === 'number' && depth >= 0 ? Math.round(100 * Math.min(1, depth)) : null,
  };
}
