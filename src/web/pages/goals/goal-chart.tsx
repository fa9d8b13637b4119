/** A goal on the overview of a site: how often it was reached, as figures and as a line below the chart. */
import { X } from 'lucide-react';
import { useMemo } from 'react';
import type { Query } from '../../api-url.ts';
import { useApi } from '../../app/query-client.ts';
import { useView } from '../../app/use-view.ts';
import { ChartPlot } from '../../charts/chart-plot.tsx';
import { ChartTable } from '../../charts/chart-table.tsx';
import type { MetricDefinition } from '../../charts/metrics.ts';
import { toBuckets } from '../../charts/series.ts';
import { useSize } from '../../charts/use-size.ts';
import { formatShare } from '../../format.ts';
import { SelectField } from '../../forms/field.tsx';
import * as labels from '../../labels/goals.tsx';
import * as shared from '../../labels/shared.tsx';
import { Button } from '../../ui/button.tsx';
import { Change } from '../../ui/change.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type SeriesAnswer, toSeries } from '../site/use-series.ts';
import { useGoals } from './use-goals.ts';

const METRIC: MetricDefinition = {
  name: shared.conversions,
  endpoint: 'hits',
  listField: 'grouped_hits',
  countField: 'conversions',
  format: labels.conversionCount,
  unsupportedFilters: [],
};

interface Summary {
  readonly total_hits: number;
  readonly conversions?: number;
  readonly conversion_rate?: number | null;
}

export function GoalChart({
  siteId,
  goal,
  query,
}: {
  readonly siteId: number;
  readonly goal: number;
  /** Of the chart's own series. */
  readonly query: Query;
}) {
  const { change } = useView();
  const answer = useApi<SeriesAnswer>(`/sites/${siteId}/hits`, { ...query, goal }, { keepsPrevious: true });
  const summary = answer.data?.summary as Summary | undefined;
  const before = answer.data?.comparison?.['summary'] as Summary | undefined;
  return (
    <div className="goal-chart">
      <div className="goal-head">
        <GoalSelect siteId={siteId} goal={goal} />
        {summary && (
          <p role="status">
            <b>{labels.conversionCount(summary.conversions ?? 0)}</b>{' '}
            {before && before.total_hits > 0 && (
              <Change now={summary.conversions ?? 0} before={before.conversions ?? 0} />
            )}{' '}
            {typeof summary.conversion_rate === 'number' && (
              <span className="soft">{labels.ofVisitors(formatShare(summary.conversion_rate / 100))}</span>
            )}
          </p>
        )}
        <Button isSmall variant="quiet" onClick={() => change({ goal: null })}>
          <X size={16} aria-hidden="true" /> {labels.hideGoal}
        </Button>
      </div>
      <QueryContent query={answer} loading={<Skeleton height="9rem" />}>
        {found => <Line answer={found} />}
      </QueryContent>
    </div>
  );
}

/** Chooses another goal. */
function GoalSelect({ siteId, goal }: { readonly siteId: number; readonly goal: number }) {
  const { change } = useView();
  const goals = useGoals(siteId).data?.goals ?? [];
  return (
    <SelectField
      label={labels.goal}
      value={String(goal)}
      options={goals.map(({ id, name }) => [String(id), name])}
      onValue={id => change({ goal: Number(id) })}
    />
  );
}

function Line({ answer }: { readonly answer: SeriesAnswer }) {
  const { timeZone } = useView();
  const { ref, size } = useSize();
  const series = useMemo(() => toSeries(answer, METRIC.listField), [answer]);
  const buckets = useMemo(
    () => toBuckets(series, METRIC.countField, { at: new Date(), timeZone }),
    [series, timeZone],
  );
  const common = { buckets, interval: series.interval, timeZone, metric: METRIC };
  return (
    <div className="goal-line" ref={ref}>
      {size && <ChartPlot {...common} {...size} onRange={() => undefined} />}
      <ChartTable {...common} />
    </div>
  );
}
