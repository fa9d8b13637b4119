/** A list of what runs in the background. */
import { useEffect, useState } from 'react';
import { invalidate, useApi } from '../../app/query-client.ts';

const PER_PAGE = 20;
/** Polling interval while something runs. */
const POLL_MS = 1_000;

/** Queries a page of a list, again and again while something in it runs; once nothing does, all figures are others than before. */
export function useWorkList<List>(path: string, page: number, runs: (list: List) => boolean) {
  const [isWaiting, setIsWaiting] = useState(false);
  const query = useApi<List>(
    path,
    { page, per_page: PER_PAGE },
    { keepsPrevious: true, refetchMs: isWaiting && POLL_MS },
  );
  const isRunning = query.data !== undefined && runs(query.data);
  useEffect(() => {
    if (isWaiting && !isRunning) void invalidate('/sites');
    setIsWaiting(isRunning);
  }, [isWaiting, isRunning]);
  return query;
}
