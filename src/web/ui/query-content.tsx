import type { ReactElement, ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { SkeletonRows } from './skeleton.tsx';

/** The answer of a query; until it has loaded a placeholder, or the error with a button to try again. */
export function QueryContent<Answer>({
  query: { data, error, refetch },
  loading,
  children,
}: {
  readonly query: {
    readonly data: Answer | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** The placeholder; a number: so many rows. */
  readonly loading: ReactElement | number;
  readonly children: (answer: Answer) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  return typeof loading === 'number' ? <SkeletonRows count={loading} /> : loading;
}
