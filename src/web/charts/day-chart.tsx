/** A line chart of a count by day (SVG, for the public page). */

import { type CSSProperties, type PointerEvent, useState } from 'react';
import { formatCompact, formatDay } from '../format.ts';
import * as labels from '../labels/charts.tsx';
import { importedUntil } from '../labels/imported-days.ts';
import { dateLocale, formatNumber, named, uncapitalize } from '../labels/language.ts';
import { niceStep } from './scale.ts';

export interface DayCount {
  readonly date: string;
  readonly count: number;
}

/** Height of the view box; one unit of its width is a day. */
const HEIGHT = 100;

export function DayChart({
  name,
  days,
  lastImported,
}: {
  readonly name: string;
  readonly days: readonly DayCount[];
  /** The last day with imported counts. */
  readonly lastImported?: string | undefined;
}) {
  const [at, setAt] = useState<number | null>(null);
  const last = days.length - 1;
  const max = Math.max(1, ...days.map(({ count }) => count));
  const step = niceStep(max);
  const steps = Math.ceil(max / step);
  const top = step * steps;
  const point = (index: number) =>
    `${index},${(HEIGHT - ((days[index]?.count ?? 0) / top) * HEIGHT).toFixed(2)}`;
  const points = (from: number, to: number) =>
    days
      .slice(from, to)
      .map((_, index) => point(from + index))
      .join(' ');
  const find = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(Math.max(0, Math.min(last, Math.round(((clientX - left) / width) * last))));
  };
  const shown = at === null ? undefined : days[at];
  const formatPoint = ({ date, count }: DayCount) =>
    named(formatDay(date), `${formatNumber(count)} ${uncapitalize(name)}`);
  return (
    <div className="public-chart">
      <Scale step={step} steps={steps} />
      <div
        className="public-plot"
        style={{ '--steps': steps } as CSSProperties}
        onPointerMove={find}
        onPointerDown={find}
        onPointerLeave={() => setAt(null)}
      >
        {lastImported !== undefined && <ImportedBand days={days} until={lastImported} />}
        <svg viewBox={`0 0 ${last} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <polygon points={`0,${HEIGHT} ${points(0, last)} ${last - 1},${HEIGHT}`} />
          <polyline points={points(0, last)} />
          {/* Today is incomplete. */}
          <polyline className="going-on" points={points(last - 1, last + 1)} />
        </svg>
        {at !== null && shown && <Tip share={at / last} top={shown.count / top} text={formatPoint(shown)} />}
        {/* Moves along the days with keyboard, touch and screen readers. */}
        <input
          type="range"
          min={0}
          max={last}
          value={at ?? last}
          aria-label={labels.byDay(name)}
          aria-valuetext={formatPoint(days[at ?? last] ?? { date: '', count: 0 })}
          onChange={event => setAt(Number(event.target.value))}
          onBlur={() => setAt(null)}
        />
      </div>
      <Dates days={days} />
      <Table name={name} days={days} />
    </div>
  );
}

function Scale({ step, steps }: { readonly step: number; readonly steps: number }) {
  return (
    <div className="public-scale" aria-hidden="true">
      {Array.from({ length: steps + 1 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tick is its number
        <span key={index}>{formatCompact(step * (steps - index))}</span>
      ))}
    </div>
  );
}

/** Marks the part that has imported days in it. */
function ImportedBand({ days, until }: { readonly days: readonly DayCount[]; readonly until: string }) {
  const index = days.findLastIndex(({ date }) => date <= until);
  if (index < 0) return null;
  // Up to the middle between the last imported day and the next.
  const share = Math.min(1, (index + 0.5) / (days.length - 1));
  return (
    <div className="imported-band" style={{ width: `${share * 100}%` }}>
      {importedUntil(formatDay(until))}
    </div>
  );
}

function Tip({ share, top, text }: { readonly share: number; readonly top: number; readonly text: string }) {
  const across = `${share * 100}%`;
  return (
    <div aria-hidden="true">
      <span className="public-rule" style={{ left: across }} />
      <span className="public-dot" style={{ left: across, bottom: `${top * 100}%` }} />
      <span className="public-tip" style={positionStyle(share)}>
        {text}
      </span>
    </div>
  );
}

const axisDate = (options: Intl.DateTimeFormatOptions = {}) =>
  new Intl.DateTimeFormat(dateLocale, { timeZone: 'UTC', day: 'numeric', month: 'short', ...options });
const AXIS_DATE = axisDate();
const AXIS_DATE_OF_YEAR = axisDate({ year: 'numeric' });

/** Positions an element at a share of the width, within both ends. */
const positionStyle = (share: number) => ({ left: `${share * 100}%`, translate: `${share * -100}% 0` });

function Dates({ days }: { readonly days: readonly DayCount[] }) {
  const last = days.length - 1;
  const step = Math.ceil(last / 4);
  const isOtherYear = (date: string) => date.slice(0, 4) !== days[last]?.date.slice(0, 4);
  return (
    <div className="public-dates" aria-hidden="true">
      {/* Counted from the end: the latest day is the one that is looked for. */}
      {days.map(({ date }, index) =>
        (last - index) % step === 0 ? (
          <span key={date} style={positionStyle(index / last)}>
            {(isOtherYear(date) ? AXIS_DATE_OF_YEAR : AXIS_DATE).format(new Date(date))}
          </span>
        ) : null,
      )}
    </div>
  );
}

/** The chart as a table, for screen readers. */
function Table({ name, days }: { readonly name: string; readonly days: readonly DayCount[] }) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{labels.byDay(name)}</caption>
        <thead>
          <tr>
            <th scope="col">{labels.day}</th>
            <th scope="col">{name}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, count }) => (
            <tr key={date}>
              <th scope="row">{formatDay(date)}</th>
              <td>{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
