/** Figures of the period with their changes. Those with a series choose the metric of the chart. */

import type { ReactNode } from 'react';
import { describeUnsupported } from '../../app/filter-support.ts';
import { useView } from '../../app/use-view.ts';
import { METRIC_DEFINITIONS } from '../../charts/metrics.ts';
import { formatDecimal, formatDuration, formatFigure, formatShare } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';
import { Change } from '../../ui/change.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Metric } from '../../view.ts';
import { type Figures, useEngagement, useFigures, useMetric } from './use-figures.ts';

interface FigureDefinition {
  readonly name: string;
  /** Tooltip, where the name is ambiguous. */
  readonly meaning?: string;
  readonly read: (figures: Figures) => number | null | undefined;
  readonly format: (value: number) => string;
  /** Formats the value in full, for the tooltip where `format` shortens it. */
  readonly formatExact?: (value: number) => string;
  /** Whether an increase is good; null: neutral. */
  readonly isGoodUp: boolean | null;
}

const countFigure = (metric: Metric, meaning: string): FigureDefinition => ({
  name: METRIC_DEFINITIONS[metric].name,
  meaning,
  read: figures => figures[metric],
  format: formatFigure,
  formatExact: formatNumber,
  isGoodUp: metric === 'agent_visits' ? null : true,
});

const COUNT_FIGURES: Readonly<Record<Metric, FigureDefinition>> = {
  visitors: countFigure('visitors', labels.visitorsHint),
  visits: countFigure('visits', labels.visitsHint),
  hits: countFigure('hits', labels.pageviewsHint),
  events: countFigure('events', labels.eventsHint),
  kudos: countFigure('kudos', labels.kudosHint),
  agent_visits: countFigure('agent_visits', labels.agentVisitsHint),
};

const ENGAGEMENT_FIGURES: readonly FigureDefinition[] = [
  {
    name: labels.viewsPerVisit,
    meaning: labels.viewsPerVisitHint,
    read: figures => figures.views_per_visit,
    format: formatDecimal,
    formatExact: formatNumber,
    isGoodUp: true,
  },
  {
    name: shared.bounceRate,
    meaning: labels.bounceRateHint,
    read: figures => figures.bounce_rate,
    format: value => formatShare(value / 100),
    isGoodUp: false,
  },
  {
    name: labels.visitDuration,
    meaning: labels.durationHint,
    read: figures => figures.average_duration_seconds,
    format: formatDuration,
    isGoodUp: true,
  },
];

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
  const countedFigure = (metric: Metric, answer: ReturnType<typeof useFigures> = quick) => {
    const note = describeUnsupported(view, metric);
    return (
      <li key={metric}>
        <MetricButton metric={metric} isShown={metric === shown}>
          {note ? (
            <NoFigure name={COUNT_FIGURES[metric].name} note={note} />
          ) : (
            <Figure facts={COUNT_FIGURES[metric]} answer={answer} />
          )}
        </MetricButton>
      </li>
    );
  };
  return (
    <ul className="figures" aria-label={shared.figuresLabel}>
      {countedFigure('visitors')}
      {countedFigure('visits', slow)}
      {countedFigure('hits')}
      {ENGAGEMENT_FIGURES.map(facts => (
        <li key={facts.name}>
          <div className="figure">
            <Figure facts={facts} answer={slow} />
          </div>
        </li>
      ))}
      {countedFigure('events')}
      {countedFigure('kudos')}
      {countedFigure('agent_visits')}
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
  facts: { name, meaning, read, format, formatExact, isGoodUp },
  answer: { data, error, isPlaceholderData },
}: {
  readonly facts: FigureDefinition;
  readonly answer: ReturnType<typeof useFigures>;
}) {
  const value = data && read(data.figures);
  const before = data?.comparison ? read(data.comparison.figures) : null;
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
