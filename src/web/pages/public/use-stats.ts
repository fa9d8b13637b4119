/** Queries the statistics of a public page and refreshes them. */

import type { Static } from '@sinclair/typebox';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PublicPeriodName } from '../../../core/public-page.ts';
import type { PublicStats as Answer } from '../../../features/public-stats/schema.ts';
import type { UptimeDayModel } from '../../../features/uptime/history/schema.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';
import { ApiError, call, callPage } from '../../api.ts';
import type { PublicParams } from './public-params.ts';

export type UptimeDay = Static<typeof UptimeDayModel>;
export interface Uptime {
  readonly uptime: number;
  readonly is_down: boolean;
  readonly days: readonly UptimeDay[];
}

/** Rows of a list: a name and a count. */
export type Rows = readonly Readonly<Record<string, string | number | null>>[];

export type PublicStats = Omit<Answer, 'uptime'> & { readonly uptime?: Uptime | null };

/** The server caches its answer for as long. */
const REFETCH_MS = 5 * MINUTE_MS;

export interface Stats {
  /** Those of the previous period until the requested ones have loaded. */
  readonly stats: PublicStats | undefined;
  readonly isStale: boolean;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

/** Asks for what a page shows; `isFirst` counts as an opening of a shared link. */
const ask = (
  { uid, token }: Pick<PublicParams, 'uid' | 'token'>,
  period: PublicPeriodName,
  { signal, isFirst }: { readonly signal?: AbortSignal | undefined; readonly isFirst: boolean },
): Promise<PublicStats> => {
  const options = signal ? { signal } : {};
  return token === null
    ? call<PublicStats>('GET', `/public/${encodeURIComponent(uid)}`, { query: { period }, ...options })
    : callPage<PublicStats>(
        'GET',
        `/shared/${token}/stats?period=${period}${isFirst ? '&opened=true' : ''}`,
        options,
      );
};

export function useStats(
  { uid, token }: Pick<PublicParams, 'uid' | 'token'>,
  period: PublicPeriodName,
): Stats {
  const isCounted = useRef(false);
  const [stats, setStats] = useState<PublicStats>();
  const [error, setError] = useState<ApiError>();
  const readAtMs = useRef(0);
  const read = useCallback(
    (signal?: AbortSignal) => {
      readAtMs.current = Date.now();
      ask({ uid, token }, period, { signal, isFirst: !isCounted.current }).then(
        answer => {
          isCounted.current = true;
          setStats(answer);
          setError(undefined);
        },
        (reason: unknown) => {
          // The server says why a link is closed, and asks for a new password.
          if (token !== null && reason instanceof ApiError && [401, 404].includes(reason.status))
            location.reload();
          else if (reason instanceof ApiError) setError(reason);
        },
      );
    },
    [uid, token, period],
  );
  useEffect(() => {
    const controller = new AbortController();
    read(controller.signal);
    return () => controller.abort();
  }, [read]);
  useEffect(() => {
    // A hidden tab refreshes when it becomes visible.
    const readWhenSeen = () => {
      if (!document.hidden && Date.now() - readAtMs.current >= REFETCH_MS) read();
    };
    const timer = setInterval(readWhenSeen, REFETCH_MS);
    document.addEventListener('visibilitychange', readWhenSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', readWhenSeen);
    };
  }, [read]);
  return { stats, error, isStale: stats !== undefined && stats.period.name !== period, retry: () => read() };
}
