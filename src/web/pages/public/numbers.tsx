/** Figures of the period, with a chart. */

import { useState } from 'react';
import { DayChart } from '../../charts/day-chart.tsx';
import { formatDuration, formatFigure, formatRevenue, formatWholePercent } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/public-page.ts';
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

/** Returns how pages were read and what events brought in, as names and values; those that are not shown, or have none, are left out. */
function otherFigures({ figures, revenue = [] }: PublicStats): (readonly [name: string, value: string])[] {
  const { engaged_seconds: seconds, scroll_depth: depth } = figures;
  return [
    ...(typeof seconds === 'number' ? [[labels.timeOnPage, formatDuration(seconds)] as const] : []),
    ...(typeof depth === 'number' ? [[labels.scrollDepth, formatWholePercent(depth / 100)] as const] : []),
    ...revenue.map(each => [labels.revenueIn(each.currency), formatRevenue([each])] as const),
  ];
}

export function Numbers({ stats }: { readonly stats: PublicStats }) {
  const { figures, series, imported } = stats;
  const [chosen, setChosen] = useState<ChartedName>();
  const { visitors, hits } = figures;
  // Where no hit has a visitor, as on sites that only servers report, a line of visitors would be one of zeros.
  const shown = chosen ?? (visitors === 0 && hits !== undefined && hits > 0 ? 'hits' : 'visitors');
  // A single day makes no line.
  const hasChart = series !== undefined && series.length > 1;
  const names = (['visitors', 'visits', 'hits', 'kudos'] as const).filter(
    name => figures[name] !== undefined,
  );
  const others = otherFigures(stats);
  if (names.length + others.length === 0) return null;
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
        {others.map(([name, value]) => (
          <li key={name}>
            <Figure name={name} value={value} exact={value} />
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
