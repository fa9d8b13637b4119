/** Where a link with a token leads: what it opens, or why it opens nothing. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { ApiError, callPage } from '../../api.ts';
import { BareFrame } from '../../app/bare-frame.tsx';
import { Page } from '../../app/page.tsx';
import { Fault } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function LinkPage<Held>({
  title,
  path,
  voidStatuses,
  isAskedOnce = false,
  everyMs,
  voidNote,
  children,
}: {
  readonly title: string;
  /** Where the server tells what a token opens. */
  readonly path: string;
  /** Its answers for a token that opens nothing. */
  readonly voidStatuses: readonly number[];
  /** Whether what it opens stays as it is while the page is open. */
  readonly isAskedOnce?: boolean;
  /** How often it is asked for again while it is like that; false: not. */
  readonly everyMs?: (held: Held) => number | false;
  /** Shown in place of what it opens. `isWhole`: the address had a token. */
  readonly voidNote: (isWhole: boolean) => ReactNode;
  readonly children: (token: string, held: Held) => ReactNode;
}) {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const { data, error, refetch } = useQuery<Held, ApiError>({
    queryKey: [path, token],
    queryFn: ({ signal }) => callPage<Held>('GET', `${path}?${new URLSearchParams({ token })}`, { signal }),
    enabled: token !== '',
    refetchInterval: ({ state: { data: held } }) => (held !== undefined && everyMs?.(held)) || false,
    ...(isAskedOnce ? { staleTime: Number.POSITIVE_INFINITY } : {}),
  });
  const isVoid = token === '' || (error instanceof ApiError && voidStatuses.includes(error.status));
  return (
    <BareFrame>
      <Page title={title}>
        <div className="welcome">
          {isVoid ? (
            voidNote(token !== '')
          ) : error ? (
            <Fault error={error} onRetry={() => void refetch()} />
          ) : data ? (
            children(token, data)
          ) : (
            <Skeleton height="16rem" />
          )}
        </div>
      </Page>
    </BareFrame>
  );
}
