import type { PublicPeriodName } from '../../core/public-page.ts';
import type { Day, Span } from '../../core/span.ts';
import { addDays, toBuckets, toDay } from '../../lib/time.ts';

const DAYS: Readonly<Record<PublicPeriodName, number>> = {
  today: 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
  '12m': 365,
};

/** Days of the site that end today: the same for every visitor. */
export interface PublicPeriod {
  readonly name: PublicPeriodName;
  readonly first: Day;
  readonly last: Day;
  readonly zone: string;
  readonly days: readonly Day[];
  /** One more than there are days: each one's start, and the end of the last. */
  readonly edges: readonly Date[];
  readonly span: Span;
}

export function toPublicPeriod(
  name: PublicPeriodName,
  { now, zone }: { readonly now: Date; readonly zone: string },
): PublicPeriod {
  const last = toDay(now, zone);
  const first = addDays(last, 1 - DAYS[name]);
  const { days, edges } = toBuckets({ first, last }, { interval: 'day', zone });
  return {
    name,
    first,
    last,
    zone,
    days,
    edges,
    span: { start: edges[0] ?? now, end: edges.at(-1) ?? now },
  };
}
