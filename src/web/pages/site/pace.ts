import type { ViewInUse } from '../../app/use-view.ts';
import { dayOf } from '../../days.ts';

const MINUTE_MS = 60_000;

/** How often numbers are asked for again: those of a day that goes on, every minute. */
export function paceOf({ view, timeZone }: Pick<ViewInUse, 'view' | 'timeZone'>): number | false {
  const today = dayOf(new Date(), timeZone);
  return view.period === 'yesterday' || (view.to !== null && view.to < today) ? false : MINUTE_MS;
}
