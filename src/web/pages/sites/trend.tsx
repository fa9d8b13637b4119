import { useMemo } from 'react';
import { Sparkline } from '../../charts/sparkline.tsx';
import { countStarted, type DayRange, downsample } from './site-numbers.ts';

/** More points could not be distinguished. */
const MAX_POINTS = 62;

/** A sparkline of hits. */
export function Trend({
  series,
  days,
  timeZone,
  includesToday,
}: {
  readonly series: readonly number[];
  readonly days: DayRange;
  readonly timeZone: string;
  readonly includesToday: boolean;
}) {
  const { from, to } = days;
  const { values, slots } = useMemo(() => {
    const begun = series.slice(0, countStarted(series, { from, to }, { at: new Date(), timeZone }));
    return {
      values: downsample(begun, MAX_POINTS),
      slots: begun.length < series.length ? series.length : undefined,
    };
  }, [series, from, to, timeZone]);
  return <Sparkline values={values} isLastOpen={includesToday} {...(slots === undefined ? {} : { slots })} />;
}
