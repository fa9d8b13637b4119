/** A page that is opened by a link with a token; shows a note when the token is invalid. */

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { ApiError, callPage } from '../../api.ts';
import { BlankLayout } from '../../app/blank-layout.tsx';
import { Page } from '../../app/page.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
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
  /** Endpoint that answers what the token is for. */
  readonly path: string;
  /** Status codes for an invalid token. */
  readonly invalidStatuses: readonly number[];
  /** Whether the answer does not change while the page is open. */
  readonly isImmutable?: boolean;
  /** Polling interval for an answer; false: none. */
  readonly refetchMs?: (content: Content) => number | false;
  /** Shown for an invalid token. `hasToken`: the URL had one. */
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
            <ErrorState error={error} onRetry={refetch} />
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
