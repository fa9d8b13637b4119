/** A list of what runs in the background. */
import { useEffect, useRef, useState } from 'react';
import { invalidate, useApi } from '../../app/query-client.ts';

const PER_PAGE = 20;
/** Polling interval while something runs. */
const POLL_MS = 1_000;

/**
 * Queries a page of a list, again and again while something in it runs. Once it has changed and nothing runs, all figures are others
 * than before, also where the work was done before anybody saw it run.
 */
export function useWorkList<List>(path: string, page: number, runs: (list: List) => boolean) {
  const [isWaiting, setIsWaiting] = useState(false);
  const query = useApi<List>(
    path,
    { page, per_page: PER_PAGE },
    { keepsPrevious: true, refetchMs: isWaiting && POLL_MS },
  );
  const { data: list, isPlaceholderData } = query;
  const isRunning = list !== undefined && runs(list);
  const known = useRef<{ readonly page: number; readonly list: List }>(undefined);
  useEffect(() => {
    setIsWaiting(isRunning);
    if (list === undefined || isPlaceholderData) return;
    const before = known.current;
    known.current = { page, list };
    if (before?.page === page && before.list !== list && !isRunning) void invalidate('/sites');
  }, [list, isPlaceholderData, page, isRunning]);
  return query;
}
