/** Figures of the period, with a chart. */

import { useState } from 'react';
import { DayChart } from '../../charts/day-chart.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import type { PublicStats } from './use-stats.ts';

type Metric = 'visitors' | 'visits' | 'hits';
const NAMES: Readonly<Record<Metric, string>> = {
  visitors: shared.visitors,
  visits: shared.visits,
  hits: shared.pageviews,
};

export function Numbers({ stats: { figures, series } }: { readonly stats: PublicStats }) {
  const [chosen, setChosen] = useState<Metric>();
  const { visitors, visits, hits, kudos } = figures;
  // Where no hit has a visitor, as on sites that only servers report, a line of visitors would be one of zeros.
  const metric = chosen ?? (visitors === 0 && hits !== undefined && hits > 0 ? 'hits' : 'visitors');
  if (visitors === undefined && hits === undefined && kudos === undefined) return null;
  // A single day makes no line.
  const hasChart = series !== undefined && series.length > 1;
  const counted = (name: Metric, count: number | undefined) =>
    count !== undefined && (
      <li>
        {hasChart ? (
          <button
            type="button"
            className="public-figure"
            aria-pressed={name === metric}
            onClick={() => setChosen(name)}
          >
            <Figure name={NAMES[name]} count={count} />
          </button>
        ) : (
          <div className="public-figure">
            <Figure name={NAMES[name]} count={count} />
          </div>
        )}
      </li>
    );
  return (
    <section className="public-numbers" aria-label={shared.figuresLabel}>
      <ul className="public-figures">
        {counted('visitors', visitors)}
        {counted('visits', visits)}
        {counted('hits', hits)}
        {kudos !== undefined && (
          <li>
            <div className="public-figure">
              <Figure name="Kudos" count={kudos} />
            </div>
          </li>
        )}
      </ul>
      {hasChart && (
        <DayChart name={NAMES[metric]} days={series.map(day => ({ date: day.date, count: day[metric] }))} />
      )}
    </section>
  );
}

function Figure({ name, count }: { readonly name: string; readonly count: number }) {
  return (
    <>
      <span className="public-figure-name">{name}</span>
      <span className="public-figure-value">{formatNumber(count)}</span>
    </>
  );
}
