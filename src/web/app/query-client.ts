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

const FRESH_MS = 30_000;
const MAX_TRIES = 2;

/** Signed out meanwhile: back to signing in, and from there to where one was. */
function leaveWhenSignedOut(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  const here = location.pathname + location.search;
  if (/^(\/team\/\d+)?\/login/.test(location.pathname)) return;
  const next = here === '/' || here === `${pagesBase}/` ? '' : `?next=${encodeURIComponent(here)}`;
  location.replace(`/login${next}`);
}

// What a key has changed is on the page before the next key comes; left to itself it waits for a timer.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // What the server refuses it refuses again; only silence is worth another try. A busy server was asked again by then.
      retry: (count, error) =>
        count < MAX_TRIES && error instanceof ApiError && [0, 502, 504].includes(error.status),
      refetchOnWindowFocus: true,
    },
  },
});

export interface ApiQueryOptions {
  readonly isEnabled?: boolean;
  /** Shows the answer before while the next is on its way, such as when a page is turned. */
  readonly keepsPrevious?: boolean;
  /** Asks again and again; false: does not. */
  readonly everyMs?: number | false;
  readonly staleMs?: number;
}

/** Reads an endpoint; the same question asked twice on a page is one request. */
export function useApi<Answer>(
  path: string,
  query: Query = {},
  { isEnabled = true, keepsPrevious = false, everyMs = false, staleMs = FRESH_MS }: ApiQueryOptions = {},
): UseQueryResult<Answer, ApiError> {
  return useQuery<Answer, ApiError>({
    queryKey: [path, query],
    queryFn: ({ signal }) => call<Answer>('GET', path, { query, signal }),
    enabled: isEnabled,
    staleTime: staleMs,
    refetchInterval: everyMs,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Makes every answer below a path old, such as `/sites/3`: what is on the page is asked for anew. */
export const refresh = (...paths: readonly string[]): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => paths.some(each => String(path).startsWith(each)),
  });
