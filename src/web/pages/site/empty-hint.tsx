/** How to get rows of a list that is empty. */
import type { ReactNode } from 'react';
import { URL_PARAMETERS } from '../../../core/hits/url-parameters.ts';
import * as labels from '../../labels/breakdown-lists.tsx';
import type { Breakdown } from './breakdown-definitions.ts';

export function EmptyHint({
  breakdown: { endpoint, by, order },
  hasViews,
}: {
  readonly breakdown: Breakdown;
  readonly hasViews: boolean;
}): ReactNode {
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
