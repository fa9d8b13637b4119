/** Figures of the period with their changes. Each chooses the metric of the chart. */

import { describeUnsupported } from '../../app/filter-support.ts';
import { useView } from '../../app/use-view.ts';
import { METRIC_DEFINITIONS } from '../../charts/metrics.ts';
import { formatFigure } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';
import { Change } from '../../ui/change.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Figure } from '../../ui/figure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { METRICS, type Metric } from '../../view.ts';
import { useFigures, useMetric } from './use-figures.ts';

interface FigureDefinition {
  /** Tooltip of the name. */
  readonly meaning: string;
  readonly format: (value: number) => string;
  /** Formats the value in full, for the tooltip where `format` shortens it. */
  readonly formatExact?: (value: number) => string;
  /** Whether an increase is good; null: neutral. */
  readonly isGoodUp: boolean | null;
}

const count = (meaning: string): FigureDefinition => ({
  meaning,
  format: formatFigure,
  formatExact: formatNumber,
  isGoodUp: true,
});

const average = (metric: Metric, meaning: string): FigureDefinition => ({
  meaning,
  format: METRIC_DEFINITIONS[metric].format,
  isGoodUp: true,
});

const FIGURES: Readonly<Record<Metric, FigureDefinition>> = {
  visitors: count(labels.visitorsHint),
  visits: count(labels.visitsHint),
  hits: count(labels.pageviewsHint),
  views_per_visit: { ...average('views_per_visit', labels.viewsPerVisitHint), formatExact: formatNumber },
  bounce_rate: { ...average('bounce_rate', labels.bounceRateHint), isGoodUp: false },
  average_duration_seconds: average('average_duration_seconds', labels.durationHint),
  events: count(labels.eventsHint),
  kudos: count(labels.kudosHint),
  agent_visits: { ...count(labels.agentVisitsHint), isGoodUp: null },
};

export function FigureStrip({ siteId }: { readonly siteId: number }) {
  const shown = useMetric(siteId);
  const answer = useFigures(siteId);
  if (answer.error && !answer.data) {
    return (
      <div className="figures-error">
        <ErrorState error={answer.error} onRetry={answer.refetch} />
      </div>
    );
  }
  return (
    <ul className="figures" aria-label={shared.figuresLabel}>
      {METRICS.map(metric => (
        <li key={metric}>
          <MetricFigure metric={metric} isShown={metric === shown} answer={answer} />
        </li>
      ))}
    </ul>
  );
}

function MetricFigure({
  metric,
  isShown,
  answer: { data, error, isPlaceholderData },
}: {
  readonly metric: Metric;
  readonly isShown: boolean;
  readonly answer: ReturnType<typeof useFigures>;
}) {
  const { view, change } = useView();
  const { meaning, format, formatExact, isGoodUp } = FIGURES[metric];
  const { name, isRate = false } = METRIC_DEFINITIONS[metric];
  const common = { name, isShown, onSelect: () => change({ metric }) };
  const note = describeUnsupported(view, metric);
  // In place of a figure that the filters do not apply to: beside the others it would be one of something else.
  if (note !== null)
    return <Figure {...common} meaning={note} value={<Dash note={note} />} exact={note} change="" />;
  const value = data?.figures[metric];
  // A period before the site's first hit says nothing; the line of what changed names the day.
  const before = data?.comparison?.data_since ? null : data?.comparison?.figures[metric];
  return (
    <Figure
      {...common}
      meaning={meaning}
      value={<Value value={value} error={error} format={format} />}
      exact={typeof value === 'number' ? formatExact?.(value) : undefined}
      isStale={isPlaceholderData}
      change={
        typeof value === 'number' &&
        typeof before === 'number' && (
          <Change
            now={value}
            before={before}
            isIncreaseGood={isGoodUp}
            isRate={isRate}
            format={formatExact ?? format}
          />
        )
      }
    />
  );
}

const Dash = ({ note }: { readonly note: string }) => (
  <>
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">{note}</span>
  </>
);

/** A value that may be loading, unreadable, or an average of nothing. */
function Value({
  value,
  error,
  format,
}: {
  readonly value: number | null | undefined;
  readonly error: Error | null;
  readonly format: (value: number) => string;
}) {
  if (value === undefined) {
    return error ? <span title={error.message}>–</span> : <Skeleton width="4rem" height="1.1em" />;
  }
  return value === null ? '–' : format(value);
}
