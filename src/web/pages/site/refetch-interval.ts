import { dayOf } from '../../../lib/time.ts';
import type { ViewState } from '../../app/use-view.ts';

const MINUTE_MS = 60_000;

/** How often numbers are asked for again: those of a day that goes on, every minute. */
export function getRefetchInterval({ view, timeZone }: Pick<ViewState, 'view' | 'timeZone'>): number | false {
  const today = dayOf(new Date(), timeZone);
  return view.period === 'yesterday' || (view.to !== null && view.to < today) ? false : MINUTE_MS;
}
