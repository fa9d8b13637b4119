/** The empty state of a list: why it is empty, and how to get rows. */

import type { ReactNode } from 'react';
import { URL_PARAMETERS } from '../../../core/hits/url-parameters.ts';
import { useView } from '../../app/use-view.ts';
import { ClearFiltersButton } from '../../app/widen-view.tsx';
import { isSupported, METRIC_DEFINITIONS } from '../../charts/metrics.ts';
import { uncapitalize } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Breakdown } from './breakdown-definitions.ts';

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
  return <EmptyState title={shared.noneInPeriod(what)}>{emptyHint(breakdown, hasViews)}</EmptyState>;
}

function emptyHint({ endpoint, by, order }: Breakdown, hasViews: boolean): ReactNode {
  if (endpoint === 'events') return labels.emptyEvents;
  if (endpoint === 'kudos') return labels.emptyKudos;
  if (endpoint === 'agent_visits') return labels.emptyAgents;
  if (by in URL_PARAMETERS) return labels.emptyCampaigns(by);
  if (by === 'region' || by === 'city') return labels.emptyPlaces;
  if (by === 'network') return labels.emptyNetworks;
  if (by === 'source') return labels.emptySources;
  if (order === 'visits' && hasViews) return labels.emptyVisits;
  return labels.longerPeriodHint;
}
