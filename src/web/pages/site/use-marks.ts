/** Queries the marks of a chart: signals, downtimes and findings of insights. */

import type { Static } from '@sinclair/typebox';
import type { Day } from '../../../core/span.ts';
import type { SignalList } from '../../../features/signals/schema.ts';
import type { SiteSettingsAnswer } from '../../../features/site-settings/schema.ts';
import type { FeaturesAnswer } from '../../../features/sites/schema.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';
import { useApi } from '../../app/query-client.ts';
import { useView } from '../../app/use-view.ts';
import { useAccount } from '../../app/user.ts';
import type { Mark } from '../../charts/chart-marks.tsx';
import { annotationsQuery, DOWNTIMES_QUERY, insightsQuery } from '../../first-queries.ts';
import { formatDuration } from '../../format.ts';
import * as labels from '../../labels/site.tsx';
import type { InsightList } from '../insights/insight-answer.ts';
import type { Uptime } from '../monitoring/uptime-answer.ts';
import { toInsightMarks } from './insight-marks.ts';

const STALE_MS = 5 * MINUTE_MS;
const RARELY_REFETCHED = { staleMs: STALE_MS };

type Signals = Static<typeof SignalList>;

/** Returns whether a site has insights and annotations: endpoints of features that are off answer with an error. */
export function useHasInsights(siteId: number): {
  readonly hasInsights: boolean;
  readonly isLoading: boolean;
} {
  const account = useAccount();
  const isSubscribed = account?.is_subscribed ?? false;
  const { data, isLoading } = useApi<Static<typeof SiteSettingsAnswer>>(
    `/sites/${siteId}/settings`,
    {},
    { ...RARELY_REFETCHED, isEnabled: !account?.sections },
  );
  return { hasInsights: isSubscribed && (data?.settings.insights_enabled ?? false), isLoading };
}

/** Returns the marks of some days, unordered, once all are known. They load after the chart, which is complete without them. */
export function useMarks(siteId: number, days: { readonly from: Day; readonly to: Day }): readonly Mark[] {
  const { view, timeZone } = useView();
  const account = useAccount();
  const isSubscribed = (account?.is_subscribed ?? false) && !account?.sections;
  const { hasInsights, isLoading } = useHasInsights(siteId);
  const signals = useApi<Signals>(`/sites/${siteId}/signals`, annotationsQuery(view, days), {
    isEnabled: hasInsights,
  });
  const features = useApi<Static<typeof FeaturesAnswer>>(
    `/sites/${siteId}/features`,
    {},
    { ...RARELY_REFETCHED, isEnabled: isSubscribed },
  );
  const isWatched = features.data?.features.uptime ?? false;
  const uptime = useApi<Uptime>(`/sites/${siteId}/uptime`, DOWNTIMES_QUERY, { isEnabled: isWatched });
  const insights = useApi<InsightList>(`/sites/${siteId}/insights`, insightsQuery(days), {
    ...RARELY_REFETCHED,
    isEnabled: hasInsights,
  });
  // Marks that come one after the other would move and join before the reader's eyes.
  if (isLoading || [signals, features, uptime, insights].some(each => each.isLoading)) return [];
  return [
    ...(signals.data?.signals ?? []).map(toSignalMark),
    ...(uptime.data?.downtimes ?? []).map(toDowntimeMark),
    ...toInsightMarks(insights.data?.insights ?? [], timeZone),
  ];
}

const toSignalMark = (signal: Signals['signals'][number]): Mark => ({
  kind: 'signal',
  id: `signal-${signal.id}`,
  at: signal.occurred_at,
  title: signal.title,
  text: signal.description,
});

const toDowntimeMark = (downtime: Uptime['downtimes'][number]): Mark => ({
  kind: 'downtime',
  id: `downtime-${downtime.id}`,
  at: downtime.started_at,
  title: labels.downFor(formatDuration(downtime.duration), downtime.ongoing ? labels.stillDown : ''),
  text: downtime.error,
});
