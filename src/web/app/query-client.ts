/** How answers of the API are kept between pages. */
import {
  keepPreviousData,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { ApiError, call, pagesBase, type Query } from '../api.ts';

const STALE_MS = 30_000;
const MAX_RETRIES = 2;

/** Signed out meanwhile: back to signing in, and from there to where one was. */
function redirectWhenSignedOut(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  const here = location.pathname + location.search;
  if (/^(\/team\/\d+)?\/login/.test(location.pathname)) return;
  const next = here === '/' || here === `${pagesBase}/` ? '' : `?next=${encodeURIComponent(here)}`;
  location.replace(`/login${next}`);
}

// What a key has changed is on the page before the next key comes; left to itself it waits for a timer.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: redirectWhenSignedOut }),
  mutationCache: new MutationCache({ onError: redirectWhenSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      // What the server refuses it refuses again; only silence is worth another try. A busy server was asked again by then.
      retry: (count, error) =>
        count < MAX_RETRIES && error instanceof ApiError && [0, 502, 504].includes(error.status),
      refetchOnWindowFocus: true,
    },
  },
});

export interface ApiQueryOptions {
  readonly isEnabled?: boolean;
  /** Shows the answer before while the next is on its way, such as when a page is turned. */
  readonly keepsPrevious?: boolean;
  /** Asks again and again; false: does not. */
  readonly refetchMs?: number | false;
  readonly staleMs?: number;
}

/** Reads an endpoint; the same question asked twice on a page is one request. */
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

/** Makes every answer below a path old, such as `/sites/3`: what is on the page is asked for anew. */
export const invalidate = (...paths: readonly string[]): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => paths.some(each => String(path).startsWith(each)),
  });
