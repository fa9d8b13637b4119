/** The period in numbers, each with its change. Those that have a line of their own choose what the chart shows. */
import type { ReactNode } from 'react';
import { useView } from '../../app/use-view.ts';
import { formatCount, formatDuration, formatShare } from '../../format.ts';
import { Change } from '../../ui/change.tsx';
import { Fault } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Metric } from '../../view.ts';
import { METRIC_FACTS } from './metrics.ts';
import { type Figures, useEngagement, useFigures } from './use-figures.ts';

interface FigureFacts {
  readonly name: string;
  /** What it means, where its name alone could be taken otherwise. */
  readonly meaning?: string;
  readonly read: (figures: Figures) => number | null | undefined;
  readonly say: (value: number) => string;
  /** Which way is good; null: neither. */
  readonly isGoodUp: boolean | null;
}

const counted = (metric: Metric, meaning: string): FigureFacts => ({
  name: METRIC_FACTS[metric].name,
  meaning,
  read: figures => figures[metric],
  say: formatCount,
  isGoodUp: metric === 'agent_visits' ? null : true,
});

const COUNTED: Readonly<Record<Metric, FigureFacts>> = {
  hits: counted('hits', 'Pages that were opened'),
  visitors: counted('visitors', 'People, as far as they can be told apart without cookies'),
  events: counted('events', 'What your pages report besides being opened'),
  kudos: counted('kudos', 'Thanks that readers gave'),
  agent_visits: counted('agent_visits', 'Visits of AI crawlers and assistants'),
};

const READING: readonly FigureFacts[] = [
  {
    name: 'Pages per visitor',
    read: figures => figures.pages_per_visitor,
    say: value => formatCount(Math.round(value * 10) / 10),
    isGoodUp: true,
  },
  {
    name: 'Bounce rate',
    meaning: 'Share of visitors who opened one page only',
    read: figures => figures.bounce_rate,
    say: value => formatShare(value / 100),
    isGoodUp: false,
  },
  {
    name: 'Average duration',
    meaning: 'From a visitor’s first page of a day to the last',
    read: figures => figures.average_duration_seconds,
    say: formatDuration,
    isGoodUp: true,
  },
];

export function FigureStrip({ siteId }: { readonly siteId: number }) {
  const quick = useFigures(siteId);
  const slow = useEngagement(siteId);
  if (quick.error && !quick.data) {
    return (
      <div className="figures-fault">
        <Fault error={quick.error} onRetry={() => void quick.refetch()} />
      </div>
    );
  }
  const countedFigure = (metric: Metric) => (
    <li key={metric}>
      <Choice metric={metric}>
        <Figure facts={COUNTED[metric]} answer={quick} />
      </Choice>
    </li>
  );
  return (
    <ul className="figures" aria-label="Figures of the period">
      {countedFigure('hits')}
      {countedFigure('visitors')}
      {READING.map(facts => (
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

function Choice({ metric, children }: { readonly metric: Metric; readonly children: ReactNode }) {
  const { view, change } = useView();
  return (
    <button
      type="button"
      className="figure"
      aria-pressed={view.metric === metric}
      onClick={() => change({ metric })}
    >
      {children}
    </button>
  );
}

function Figure({
  facts: { name, meaning, read, say, isGoodUp },
  answer: { data, error, isPlaceholderData },
}: {
  readonly facts: FigureFacts;
  readonly answer: ReturnType<typeof useFigures>;
}) {
  const value = data && read(data.figures);
  const before = data?.comparison ? read(data.comparison.figures) : null;
  return (
    <>
      <span className="figure-name" title={meaning}>
        {name}
      </span>
      <span className={isPlaceholderData ? 'figure-value old' : 'figure-value'}>
        {value === undefined && !error ? <Skeleton width="4rem" height="1.1em" /> : null}
        {value === undefined && error ? <span title={error.message}>–</span> : null}
        {value === null ? '–' : value === undefined ? null : say(value)}
      </span>
      <span className={isPlaceholderData ? 'figure-change old' : 'figure-change'}>
        {typeof value === 'number' && typeof before === 'number' && (
          <Change now={value} before={before} isGoodUp={isGoodUp} />
        )}
      </span>
    </>
  );
}
