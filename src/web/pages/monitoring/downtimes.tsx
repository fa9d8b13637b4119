/** Every time it was down. */
import { useUserTimeZone } from '../../app/user.ts';
import { formatDateTime, formatDuration } from '../../format.ts';
import { Pager } from '../../ui/pager.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Uptime } from './uptime.tsx';

export function Downtimes({
  uptime: { downtimes, pagination },
  onPage,
}: {
  readonly uptime: Uptime;
  readonly onPage: (page: number) => void;
}) {
  const timeZone = useUserTimeZone();
  return (
    <section className="downtimes" aria-label="Downtimes">
      <h3>Downtimes</h3>
      {pagination.total_count === 0 ? (
        <p className="soft">
          None so far. When the site does not answer, it is checked again before it counts as down.
        </p>
      ) : (
        <ol>
          {downtimes.map(({ id, error, started_at, duration, ongoing, partial }) => (
            <li key={id} className="downtime">
              <time dateTime={started_at}>{formatDateTime(started_at, timeZone)}</time>
              <span className="downtime-length">
                {formatDuration(duration)}
                {ongoing && <span className="tag bad">goes on</span>}
                {partial && (
                  <span className="tag" title="For over five minutes of it nobody watched">
                    partly watched
                  </span>
                )}
              </span>
              <span className="soft">
                <UntrustedText text={error} />
              </span>
            </li>
          ))}
        </ol>
      )}
      <Pager pagination={pagination} onPage={onPage} label="Pages of the downtimes" />
    </section>
  );
}
