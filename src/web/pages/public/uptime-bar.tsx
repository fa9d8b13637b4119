/** Whether the site can be reached, and how it was on each of the last days. */
import { pluralize } from '../../../lib/english.ts';
import { formatDay, formatDuration } from '../../format.ts';
import type { Uptime, UptimeDay } from './use-stats.ts';

const formatUptimeDay = ({ date, uptime, downtime_seconds: downSeconds }: UptimeDay): string => {
  if (uptime === null) return `${formatDay(date)}: not watched`;
  return `${formatDay(date)}: ${downSeconds === 0 ? 'up all day' : `down for ${formatDuration(downSeconds)}`}`;
};

const toClassName = ({ uptime, downtime_seconds: downSeconds }: UptimeDay): string =>
  uptime === null ? 'unwatched' : downSeconds === 0 ? 'up' : 'down';

/** Never rounded up to a hundred. */
const formatUptime = (percent: number): string => `${Math.floor(percent * 100) / 100}%`;

export function UptimeBar({ uptime: { uptime, is_down: isDown, days } }: { readonly uptime: Uptime }) {
  const downDays = days.filter(day => toClassName(day) === 'down');
  return (
    <section className="public-panel" aria-labelledby="public-uptime">
      <div className="public-panel-head">
        <h2 id="public-uptime">Uptime</h2>
        <span className={isDown ? 'tag bad' : 'tag good'}>{isDown ? 'Down now' : 'Up now'}</span>
      </div>
      <div className="public-uptime" aria-hidden="true">
        {days.map(day => (
          <span key={day.date} className={toClassName(day)} title={formatUptimeDay(day)} />
        ))}
      </div>
      <div className="public-uptime-words soft">
        <span>{pluralize(days.length, 'day')}</span>
        <span>{formatUptime(uptime)} up in the last 30 days</span>
        <span>Today</span>
      </div>
      <ul className="visually-hidden">
        {downDays.map(day => (
          <li key={day.date}>{formatUptimeDay(day)}</li>
        ))}
      </ul>
    </section>
  );
}
