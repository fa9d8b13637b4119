/** Figures of the period, with a chart. */

import { useState } from 'react';
import { DayChart } from '../../charts/day-chart.tsx';
import { formatFigure } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import { Figure } from '../../ui/figure.tsx';
import type { PublicStats } from './use-stats.ts';

type ChartedName = 'visitors' | 'visits' | 'hits';
const NAMES = {
  visitors: shared.visitors,
  visits: shared.visits,
  hits: shared.pageviews,
  kudos: shared.kudos,
};

export function Numbers({ stats: { figures, series, imported } }: { readonly stats: PublicStats }) {
  const [chosen, setChosen] = useState<ChartedName>();
  const { visitors, hits } = figures;
  // Where no hit has a visitor, as on sites that only servers report, a line of visitors would be one of zeros.
  const shown = chosen ?? (visitors === 0 && hits !== undefined && hits > 0 ? 'hits' : 'visitors');
  // A single day makes no line.
  const hasChart = series !== undefined && series.length > 1;
  const names = (['visitors', 'visits', 'hits', 'kudos'] as const).filter(
    name => figures[name] !== undefined,
  );
  if (names.length === 0) return null;
  return (
    <section className="panel public-numbers" aria-label={shared.figuresLabel}>
      <ul className="figures public-figures">
        {names.map(name => (
          <li key={name}>
            <Figure
              name={NAMES[name]}
              value={formatFigure(figures[name] ?? 0)}
              exact={formatNumber(figures[name] ?? 0)}
              isShown={name === shown}
              onSelect={hasChart && name !== 'kudos' ? () => setChosen(name) : undefined}
            />
          </li>
        ))}
      </ul>
      {hasChart && (
        <DayChart
          name={NAMES[shown]}
          days={series.map(day => ({ date: day.date, count: day[shown] }))}
          lastImported={imported?.included ? imported.until : undefined}
        />
      )}
    </section>
  );
}
