/** The cache of API responses. */
import {
  keepPreviousData,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { ApiError, call, hasNoAnswer } from '../api.ts';
import type { Query } from '../api-url.ts';
import { currentPath, toAddress } from '../base-path.ts';
import { isConnectionLost, subscribeToConnection, waitForServer } from '../connection.ts';

const STALE_MS = 30_000;
const MAX_RETRIES = 2;

function handleError(error: unknown): void {
  if (hasNoAnswer(error)) void waitForServer();
  redirectWhenSignedOut(error);
}

/** Redirects to the sign-in page when the session has ended; it leads back here afterwards. */
function redirectWhenSignedOut(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  const here = currentPath();
  if (/^(\/team\/\d+)?\/login/.test(here)) return;
  const isStart = location.search === '' && /^(\/team\/\d+)?\/$/.test(here);
  const next = isStart ? '' : `?next=${encodeURIComponent(here + location.search)}`;
  location.replace(toAddress(`/login${next}`));
}

// Updates are rendered before the next key press is handled; the default waits for a timer.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleError }),
  mutationCache: new MutationCache({ onError: handleError }),
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      // Only network failures are worth a retry: what the server refuses it refuses again, and a busy server has been retried by then.
      // While the server is away nothing fails: what was read before stays.
      retry: (count, error) => {
        if (!hasNoAnswer(error)) return false;
        void waitForServer();
        return isConnectionLost() || count < MAX_RETRIES;
      },
      refetchOnWindowFocus: true,
    },
  },
});

// Everything on the page is read again, what failed and what may be old.
subscribeToConnection(() => void (isConnectionLost() || queryClient.invalidateQueries()));

export interface ApiQueryOptions {
  readonly isEnabled?: boolean;
  /** Keeps showing the previous answer while the next one loads, such as the previous page of a list. */
  readonly keepsPrevious?: boolean;
  /** Interval of polling; false: none. */
  readonly refetchMs?: number | false;
  readonly staleMs?: number;
}

/** Queries an endpoint of the API; equal queries share one request. */
export function useApi<Answer>(
  path: string,
  query: Query = {},
  { isEnabled = true, keepsPrevious = false, refetchMs = false, staleMs = STALE_MS }: ApiQueryOptions = {},
): UseQueryResult<Answer, ApiError> {
  return useQuery<Answer, ApiError>({
    queryKey: [path, query],
    queryFn: ({ signal }) => call<Answer>('GET', path, { query, signal }),
    enabled: isEnabled,
    staleTime: staleMs,
    refetchInterval: refetchMs,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Queries an endpoint again, if something on the page shows its answer. */
export const refetch = (path: string, query: Query): Promise<void> =>
  queryClient.refetchQueries({ queryKey: [path, query], exact: true, type: 'active' });

const isBelow = (path: unknown, paths: readonly string[]): boolean =>
  paths.some(each => String(path).startsWith(each));

/** Invalidates every cached answer below a path, such as `/sites/3`; those on the page are fetched again. */
export const invalidate = (...paths: readonly string[]): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => isBelow(path, paths),
  });

/** Removes every cached answer below a path, because it no longer exists. */
export const removeCached = (...paths: readonly string[]): void =>
  queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => isBelow(path, paths) });
