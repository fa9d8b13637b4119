/** Uptime: the current state and the last days. */

import { formatDay, formatDuration } from '../../format.ts';
import { named } from '../../labels/language.ts';
import * as labels from '../../labels/public-page.ts';
import * as shared from '../../labels/shared.tsx';
import type { Uptime, UptimeDay } from './use-stats.ts';

const formatUptimeDay = ({ date, uptime, downtime_seconds: downSeconds }: UptimeDay): string => {
  if (uptime === null) return labels.notMonitored(formatDay(date));
  return named(
    formatDay(date),
    downSeconds === 0 ? labels.upAllDay : labels.downFor(formatDuration(downSeconds)),
  );
};

const toClassName = ({ uptime, downtime_seconds: downSeconds }: UptimeDay): string =>
  uptime === null ? 'unwatched' : downSeconds === 0 ? 'up' : 'down';

/** Formats a percentage, rounded down: never up to 100. */
const formatUptime = (percent: number): string => `${Math.floor(percent * 100) / 100}%`;

export function UptimeBar({ uptime: { uptime, is_down: isDown, days } }: { readonly uptime: Uptime }) {
  const downDays = days.filter(day => toClassName(day) === 'down');
  return (
    <section className="public-panel" aria-labelledby="public-uptime">
      <div className="public-panel-head">
        <h2 id="public-uptime">{shared.uptime}</h2>
        <span className={isDown ? 'tag bad' : 'tag good'}>{isDown ? labels.downNow : labels.upNow}</span>
      </div>
      <div className="public-uptime" aria-hidden="true">
        {days.map(day => (
          <span key={day.date} className={toClassName(day)} title={formatUptimeDay(day)} />
        ))}
      </div>
      <div className="public-uptime-words soft">
        <span>{shared.dayCount(days.length)}</span>
        <span>{labels.upLast30Days(formatUptime(uptime))}</span>
        <span>{shared.today}</span>
      </div>
      <ul className="visually-hidden">
        {downDays.map(day => (
          <li key={day.date}>{formatUptimeDay(day)}</li>
        ))}
      </ul>
    </section>
  );
}
