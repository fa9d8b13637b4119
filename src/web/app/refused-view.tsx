/** Finds what an address has that the API refuses: a filter, or a goal. */
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { ApiError } from '../api.ts';
import { filterQuery, type View } from '../view.ts';
import { queryClient } from './query-client.ts';
import { useView } from './use-view.ts';

const RefusedMessage = lazy(async () => ({
  default: (await import('./refused-message.tsx')).RefusedMessage,
}));

const queries = queryClient.getQueryCache();

/** Returns the parameter of a view that a report of the site was refused for; undefined for none. */
function findRefusedParameter(siteId: number, view: View): string | undefined {
  const parameters = { ...filterQuery(view), ...(view.goal !== null && { goal: view.goal }) };
  return Object.entries(parameters).find(([name, value]) =>
    queries
      .findAll({ predicate: ({ queryKey: [path] }) => String(path).startsWith(`/sites/${siteId}/`) })
      .some(({ queryKey: [, query], state: { error } }) => {
        const isRefused = error instanceof ApiError && error.errors.some(each => each.startsWith(`${name} `));
        return isRefused && String((query as Record<string, unknown>)?.[name]) === String(value);
      }),
  )?.[0];
}

/** Shows one message in place of a page's reports when its address has what the API refuses. */
export function RefusedView({
  siteId,
  children,
}: {
  readonly siteId: number;
  /** Shown while nothing is refused. */
  readonly children: ReactNode;
}) {
  const { view } = useView();
  const refused = useSyncExternalStore(
    listener => queries.subscribe(listener),
    () => findRefusedParameter(siteId, view),
  );
  if (refused === undefined) return children;
  return (
    <Suspense fallback={null}>
      <RefusedMessage parameter={refused} />
    </Suspense>
  );
}
