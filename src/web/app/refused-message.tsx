/** What a page of a site shows in place of its reports when its address has a filter, or a goal, that does not exist. */
import * as labels from '../labels/refused-view.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { UntrustedText } from '../ui/untrusted-text.tsx';
import type { View } from '../view.ts';
import { filterLabel, formatFilterValue } from './filter-labels.ts';
import { useView } from './use-view.ts';

export function RefusedMessage({
  parameter: refused,
}: {
  /** Of the API: a filter, its `not_` twin, or `goal`. */
  readonly parameter: string;
}) {
  const { view, change } = useView();
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
