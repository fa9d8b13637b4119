/** Figures of the period with their changes. Each chooses the metric of the chart. */

import type { ReactNode } from 'react';
import { describeUnsupported } from '../../app/filter-support.ts';
import { useView } from '../../app/use-view.ts';
import { METRIC_DEFINITIONS } from '../../charts/metrics.ts';
import { formatFigure } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';
import { Change } from '../../ui/change.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { METRICS, type Metric } from '../../view.ts';
import { useEngagement, useFigures, useMetric } from './use-figures.ts';

interface FigureDefinition {
  /** Tooltip of the name. */
  readonly meaning: string;
  readonly format: (value: number) => string;
  /** Formats the value in full, for the tooltip where `format` shortens it. */
  readonly formatExact?: (value: number) => string;
  /** Whether an increase is good; null: neutral. */
  readonly isGoodUp: boolean | null;
  /** Whether it comes with the answer that takes longer. */
  readonly isSlow?: true;
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
  isSlow: true,
});

const FIGURES: Readonly<Record<Metric, FigureDefinition>> = {
  visitors: count(labels.visitorsHint),
  visits: { ...count(labels.visitsHint), isSlow: true },
  hits: count(labels.pageviewsHint),
  views_per_visit: { ...average('views_per_visit', labels.viewsPerVisitHint), formatExact: formatNumber },
  bounce_rate: { ...average('bounce_rate', labels.bounceRateHint), isGoodUp: false },
  average_duration_seconds: average('average_duration_seconds', labels.durationHint),
  events: count(labels.eventsHint),
  kudos: count(labels.kudosHint),
  agent_visits: { ...count(labels.agentVisitsHint), isGoodUp: null },
};

export function FigureStrip({ siteId }: { readonly siteId: number }) {
  const { view } = useView();
  const shown = useMetric(siteId);
  const quick = useFigures(siteId);
  const slow = useEngagement(siteId);
  if (quick.error && !quick.data) {
    return (
      <div className="figures-error">
        <ErrorState error={quick.error} onRetry={quick.refetch} />
      </div>
    );
  }
  return (
    <ul className="figures" aria-label={shared.figuresLabel}>
      {METRICS.map(metric => {
        const note = describeUnsupported(view, metric);
        return (
          <li key={metric}>
            <MetricButton metric={metric} isShown={metric === shown}>
              {note ? (
                <NoFigure name={METRIC_DEFINITIONS[metric].name} note={note} />
              ) : (
                <Figure metric={metric} answer={FIGURES[metric].isSlow ? slow : quick} />
              )}
            </MetricButton>
          </li>
        );
      })}
    </ul>
  );
}

function MetricButton({
  metric,
  isShown,
  children,
}: {
  readonly metric: Metric;
  /** Whether the chart is of it. */
  readonly isShown: boolean;
  readonly children: ReactNode;
}) {
  const { change } = useView();
  return (
    <button type="button" className="figure" aria-pressed={isShown} onClick={() => change({ metric })}>
      {children}
    </button>
  );
}

/** In place of a figure that the filters do not apply to: beside the others it would be one of something else. */
const NoFigure = ({ name, note }: { readonly name: string; readonly note: string }) => (
  <>
    <span className="figure-name" title={note}>
      {name}
    </span>
    <span className="figure-value" title={note}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{note}</span>
    </span>
    <span className="figure-change" />
  </>
);

function Figure({
  metric,
  answer: { data, error, isPlaceholderData },
}: {
  readonly metric: Metric;
  readonly answer: ReturnType<typeof useFigures>;
}) {
  const { meaning, format, formatExact, isGoodUp } = FIGURES[metric];
  const { name } = METRIC_DEFINITIONS[metric];
  const value = data?.figures[metric];
  const before = data?.comparison?.figures[metric];
  const exact = typeof value === 'number' ? formatExact?.(value) : undefined;
  return (
    <>
      <span className="figure-name" title={meaning}>
        {name}
      </span>
      <span className={isPlaceholderData ? 'figure-value stale' : 'figure-value'} title={exact}>
        {value === undefined && !error ? <Skeleton width="4rem" height="1.1em" /> : null}
        {value === undefined && error ? <span title={error.message}>–</span> : null}
        {value === null ? '–' : value === undefined ? null : format(value)}
      </span>
      <span className={isPlaceholderData ? 'figure-change stale' : 'figure-change'}>
        {typeof value === 'number' && typeof before === 'number' && (
          <Change now={value} before={before} isIncreaseGood={isGoodUp} format={formatExact ?? format} />
        )}
      </span>
    </>
  );
}
