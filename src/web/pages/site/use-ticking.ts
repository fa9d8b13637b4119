/** Keeps the figures of a period that includes today up to date while hits come in. */
import { useEffect, useRef } from 'react';
import { refetch } from '../../app/query-client.ts';
import { useLive } from '../../app/use-live.ts';
import { useView } from '../../app/use-view.ts';
import { METRIC_DEFINITIONS } from '../../charts/metrics.ts';
import { overviewQuery, seriesQuery } from '../../first-queries.ts';
import { getRefetchInterval } from './refetch-interval.ts';
import { useMetric } from './use-figures.ts';
import { useSeries } from './use-series.ts';

/** Between two readings at least, and at most. */
const MIN_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 20_000;
/** How many times as long as a reading took the pause after it is: a large site is read less often. */
const PAUSE_FACTOR = 10;

/** Reads totals and chart again when something was stored, within that budget; the lists follow every minute. */
export function useTicking(siteId: number): void {
  const { numbers, recent } = useLive(siteId);
  const viewState = useView();
  const metric = useMetric(siteId);
  const { interval } = useSeries(siteId, metric);
  const isOfToday = getRefetchInterval(viewState) !== false;
  const read = (): Promise<unknown> => {
    const definition = METRIC_DEFINITIONS[metric];
    return Promise.all([
      refetch(`/sites/${siteId}/overview`, overviewQuery(viewState)),
      refetch(`/sites/${siteId}/${definition.endpoint}`, seriesQuery(viewState, { ...definition, interval })),
    ]);
  };
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const newest = numbers && (recent[0] ? `${recent[0].type} ${recent[0]['id']}` : 'none');
  const pace = useRef<Pace>({ isDue: false, isBusy: false, nextMs: 0 });
  useEffect(() => {
    const known = pace.current;
    const isNew = known.seen !== undefined && newest !== known.seen;
    known.seen = newest ?? known.seen;
    if (!isNew || !isOfToday) return;
    known.isDue = true;
    schedule(known, latest);
  }, [newest, isOfToday]);
  useEffect(() => () => clearTimeout(pace.current.timer), []);
}

interface Pace {
  /** The newest row that is known of. */
  seen?: string | undefined;
  timer?: ReturnType<typeof setTimeout>;
  /** Whether something came that no reading has. */
  isDue: boolean;
  /** Whether a reading is going on, or waits for its time. */
  isBusy: boolean;
  nextMs: number;
}

function schedule(pace: Pace, latest: { readonly current: () => Promise<unknown> }): void {
  if (!pace.isDue || pace.isBusy) return;
  const tick = async (): Promise<void> => {
    const startedMs = performance.now();
    pace.isDue = false;
    // Nobody looks at a hidden page; it is read again when it is looked at.
    if (!document.hidden) await latest.current();
    const endedMs = performance.now();
    const pauseMs = Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (endedMs - startedMs));
    pace.nextMs = endedMs + Math.min(MAX_PAUSE_MS, pauseMs);
    pace.isBusy = false;
    schedule(pace, latest);
  };
  pace.isBusy = true;
  pace.timer = setTimeout(() => void tick(), Math.max(0, pace.nextMs - performance.now()));
}
