/** What a page of a site shows in place of its reports when its address has a filter, or a goal, that the API refuses. */
import { type ReactNode, useSyncExternalStore } from 'react';
import { ApiError } from '../api.ts';
import * as labels from '../labels/shell.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { UntrustedText } from '../ui/untrusted-text.tsx';
import { filterQuery, type View } from '../view.ts';
import { filterLabel, formatFilterValue } from './filter-labels.ts';
import { queryClient } from './query-client.ts';
import { useView } from './use-view.ts';

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

export function RefusedView({
  siteId,
  children,
}: {
  readonly siteId: number;
  /** Shown while nothing is refused. */
  readonly children: ReactNode;
}) {
  const { view, change } = useView();
  const refused = useSyncExternalStore(
    listener => queries.subscribe(listener),
    () => findRefusedParameter(siteId, view),
  );
  if (refused === undefined) return children;
  if (refused === 'goal')
    return (
      <EmptyState title={labels.unknownGoal}>
        <p>{labels.unknownGoalHint}</p>
        <Button onClick={() => change({ goal: null })}>{labels.showWithoutGoal}</Button>
      </EmptyState>
    );
  const isRefused = ({ name, isExcluded }: View['filters'][number]) =>
    refused === (isExcluded ? `not_${name}` : name);
  const [filter] = view.filters.filter(isRefused);
  return (
    <EmptyState title={labels.invalidFilter}>
      <p>
        {filter &&
          labels.invalidFilterHint(
            filterLabel(filter.name),
            <UntrustedText text={formatFilterValue(filter.name, filter.value)} />,
          )}
      </p>
      <Button onClick={() => change({ filters: view.filters.filter(each => !isRefused(each)) })}>
        {labels.dropFilter}
      </Button>
    </EmptyState>
  );
}
