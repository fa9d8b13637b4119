import { useMemo } from 'react';
import { Sparkline } from '../../ui/sparkline.tsx';
import { countBegun, type DayRange, thinned } from './numbers.ts';

/** More points than this are closer together than they can be told apart. */
const MOST_POINTS = 62;

/** Hits over the days that are shown. */
export function Trend({
  series,
  days,
  timeZone,
  isGoingOn,
}: {
  readonly series: readonly number[];
  readonly days: DayRange;
  readonly timeZone: string;
  readonly isGoingOn: boolean;
}) {
  const { from, to } = days;
  const { values, slots } = useMemo(() => {
    const begun = series.slice(0, countBegun(series, { from, to }, new Date(), timeZone));
    return {
      values: thinned(begun, MOST_POINTS),
      slots: begun.length < series.length ? series.length : undefined,
    };
  }, [series, from, to, timeZone]);
  return <Sparkline values={values} isLastOpen={isGoingOn} {...(slots === undefined ? {} : { slots })} />;
}
