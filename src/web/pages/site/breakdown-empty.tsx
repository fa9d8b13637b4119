/** The empty state of a list: why it is empty, and how to get rows. */

import { lazy, Suspense } from 'react';
import { useView } from '../../app/use-view.ts';
import { ClearFiltersButton } from '../../app/widen-view.tsx';
import { isSupported, METRIC_DEFINITIONS } from '../../charts/metrics.ts';
import { uncapitalize } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Breakdown } from './breakdown-definitions.ts';

const EmptyHint = lazy(async () => ({ default: (await import('./empty-hint.tsx')).EmptyHint }));

export function NoRows({
  breakdown,
  hasViews,
}: {
  readonly breakdown: Breakdown;
  /** Whether there are views, none of which has a value. */
  readonly hasViews: boolean;
}) {
  const { view } = useView();
  const what = breakdown.endpoint === 'agent_visits' ? shared.aiCrawlers : uncapitalize(breakdown.name);
  // Filters that do not apply are not why it is empty.
  const metric = METRIC_DEFINITIONS[breakdown.endpoint];
  if (view.filters.some(({ name }) => isSupported(metric, name))) {
    return (
      <EmptyState title={labels.noneWithFilters(what)}>
        <ClearFiltersButton />
      </EmptyState>
    );
  }
  return (
    <EmptyState title={shared.noneInPeriod(what)}>
      <Suspense fallback={null}>
        <EmptyHint breakdown={breakdown} hasViews={hasViews} />
      </Suspense>
    </EmptyState>
  );
}
