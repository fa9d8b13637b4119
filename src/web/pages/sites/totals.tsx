/** Totals of all sites. */

import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/sites.tsx';
import { formatDays } from '../../period-labels.ts';
import { Change } from '../../ui/change.tsx';
import type { Numbers } from './site-numbers.ts';
import { Trend } from './trend.tsx';
import type { ShownDays } from './use-sites.ts';

export function Totals({
  name,
  numbers,
  shown,
  hasTrend = true,
}: {
  /** Accessible name. */
  readonly name: string;
  readonly numbers: Numbers;
  readonly shown: ShownDays;
  readonly hasTrend?: boolean;
}) {
  const { hits, visitors, before, series } = numbers;
  return (
    <section className="totals" aria-label={name}>
      <dl className="totals-figures">
        <Total name={shared.visitors} count={visitors} before={before?.visitors} />
        <Total name={shared.pageviews} count={hits} before={before?.hits} />
      </dl>
      {hasTrend && (
        <div className="totals-trend">
          <Trend series={series} {...shown} />
        </div>
      )}
      <p className="totals-days soft">{describeDays(shown)}</p>
    </section>
  );
}

function Total({
  name,
  count,
  before,
}: {
  readonly name: string;
  readonly count: number;
  readonly before: number | undefined;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{formatNumber(count)}</b>
        {before !== undefined && <Change now={count} before={before} />}
      </dd>
    </div>
  );
}

/** Describes the days that are shown, and those they are compared with. */
function describeDays({ days, before, includesToday }: ShownDays): string {
  const range = formatDays(days.from, days.to);
  const name = includesToday ? shared.inProgress(range) : range;
  if (!before) return name;
  return labels.against(name, formatDays(before.from, before.to), includesToday ? shared.sameTimeOfDay : '');
}
