import { toDay } from '../../../lib/time.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';
import type { ViewState } from '../../app/use-view.ts';

/** Returns the polling interval of a view: a minute when it includes today, else none. */
export function getRefetchInterval({ view, timeZone }: Pick<ViewState, 'view' | 'timeZone'>): number | false {
  const today = toDay(new Date(), timeZone);
  return view.period === 'yesterday' || (view.to !== null && view.to < today) ? false : MINUTE_MS;
}
