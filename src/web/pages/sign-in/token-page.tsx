/** Where a link with a token leads: what it opens, or why it opens nothing. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { ApiError, callPage } from '../../api.ts';
import { BlankLayout } from '../../app/blank-layout.tsx';
import { Page } from '../../app/page.tsx';
import { ErrorState } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function TokenPage<Content>({
  title,
  path,
  invalidStatuses,
  isImmutable = false,
  refetchMs,
  invalidNote,
  children,
}: {
  readonly title: string;
  /** Where the server tells what a token opens. */
  readonly path: string;
  /** Its answers for a token that opens nothing. */
  readonly invalidStatuses: readonly number[];
  /** Whether what it opens stays as it is while the page is open. */
  readonly isImmutable?: boolean;
  /** How often it is asked for again while it is like that; false: not. */
  readonly refetchMs?: (content: Content) => number | false;
  /** Shown in place of what it opens. `hasToken`: the address had a token. */
  readonly invalidNote: (hasToken: boolean) => ReactNode;
  readonly children: (token: string, content: Content) => ReactNode;
}) {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const { data, error, refetch } = useQuery<Content, ApiError>({
    queryKey: [path, token],
    queryFn: ({ signal }) =>
      callPage<Content>('GET', `${path}?${new URLSearchParams({ token })}`, { signal }),
    enabled: token !== '',
    refetchInterval: ({ state: { data: content } }) =>
      (content !== undefined && refetchMs?.(content)) || false,
    ...(isImmutable ? { staleTime: Number.POSITIVE_INFINITY } : {}),
  });
  const isInvalid = token === '' || (error instanceof ApiError && invalidStatuses.includes(error.status));
  return (
    <BlankLayout>
      <Page title={title}>
        <div className="sign-in">
          {isInvalid ? (
            invalidNote(token !== '')
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : data ? (
            children(token, data)
          ) : (
            <Skeleton height="16rem" />
          )}
        </div>
      </Page>
    </BlankLayout>
  );
}
