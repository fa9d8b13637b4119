/** The last minutes as bars: each with its time, visitors and pageviews on hover, touch and focus, and a table behind. */
import { type CSSProperties, useState } from 'react';
import { formatTimeOfDay } from '../format.ts';
import { now } from '../labels/charts.tsx';
import { formatNumber } from '../labels/language.ts';
import * as labels from '../labels/live-charts.ts';
import * as shared from '../labels/shared.tsx';
import { addStyles } from '../ui/add-styles.ts';
import styles from './minute-bars.css' with { type: 'text' };
import { Scrubber } from './scrubber.tsx';

addStyles(styles);

export interface Minute {
  readonly started_at: string;
  readonly visitors: number;
  readonly hits: number;
}

export type MinuteMetric = 'visitors' | 'hits';

export function MinuteBars({
  minutes,
  metric,
  timeZone,
}: {
  /** Oldest first; the last one is the current minute. */
  readonly minutes: readonly Minute[];
  readonly metric: MinuteMetric;
  readonly timeZone: string;
}) {
  const [chosen, choose] = useState<number | null>(null);
  const count = minutes.length;
  const pointed = chosen === null ? undefined : minutes[chosen];
  const shown = pointed ?? minutes.at(-1);
  const max = Math.max(...minutes.map(minute => minute[metric]));
  const describe = (minute: Minute) =>
    labels.minute(formatTimeOfDay(minute.started_at, timeZone), minute.visitors, minute.hits);
  if (!shown) return null;
  return (
    <figure className="minutes">
      <Scrubber
        className="minute-bars"
        label={labels.lastMinutes(count)}
        valueText={describe(shown)}
        index={chosen}
        count={count}
        findIndex={share => Math.min(count - 1, Math.floor(share * count))}
        onIndex={choose}
      >
        {minutes.map((minute, index) => (
          <span
            key={minute.started_at}
            className={
              index === chosen ? 'minute-bar on' : index === count - 1 ? 'minute-bar current' : 'minute-bar'
            }
            style={{ '--share': max === 0 ? 0 : minute[metric] / max } as CSSProperties}
          />
        ))}
        {max > 0 && (
          <span className="minute-max soft" aria-hidden="true">
            {formatNumber(max)}
          </span>
        )}
      </Scrubber>
      <p className="minute-details" aria-hidden="true">
        {pointed ? (
          <span>{describe(pointed)}</span>
        ) : (
          <>
            <span className="soft">{labels.minutesAgo(count)}</span>
            <span className="soft">{now}</span>
          </>
        )}
      </p>
      {/* A box, since a table is as wide as what it holds. */}
      <div className="visually-hidden">
        <table>
          <caption>{labels.lastMinutes(count)}</caption>
          <thead>
            <tr>
              <th scope="col">{labels.minuteName}</th>
              <th scope="col">{shared.visitors}</th>
              <th scope="col">{shared.pageviews}</th>
            </tr>
          </thead>
          <tbody>
            {minutes.map(({ started_at, visitors, hits }) => (
              <tr key={started_at}>
                <th scope="row">{formatTimeOfDay(started_at, timeZone)}</th>
                <td>{formatNumber(visitors)}</td>
                <td>{formatNumber(hits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
