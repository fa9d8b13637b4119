/** The list of downtimes. */

import { useTimeZone } from '../../app/user.ts';
import { formatDateTime, formatDuration } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/monitoring.tsx';
import { Pager } from '../../ui/pager.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Uptime } from './uptime-answer.ts';

export function Downtimes({
  uptime: { downtimes, pagination },
  onPage,
}: {
  readonly uptime: Uptime;
  readonly onPage: (page: number) => void;
}) {
  const timeZone = useTimeZone();
  return (
    <section className="downtimes" aria-label={labels.downtimes}>
      <h3>{labels.downtimes}</h3>
      {pagination.total_count === 0 ? (
        <p className="soft">{labels.noDowntimes}</p>
      ) : (
        <ol>
          {downtimes.map(
            ({ id, error, error_code, status_code, started_at, duration, ongoing, partial, impact }) => (
              <li key={id} className="downtime">
                <time dateTime={started_at}>{formatDateTime(started_at, timeZone)}</time>
                <span className="downtime-length">
                  {formatDuration(duration)}
                  {ongoing && <span className="tag bad">{labels.ongoing}</span>}
                  {partial && (
                    <span className="tag" title={labels.partlyMonitoredHint}>
                      {labels.partlyMonitored}
                    </span>
                  )}
                </span>
                <span className="soft">
                  <UntrustedText text={labels.failure(error, error_code, status_code)} />
                </span>
                {impact && <Missing impact={impact} />}
              </li>
            ),
          )}
        </ol>
      )}
      <Pager pagination={pagination} onPage={onPage} label={labels.downtimesPager} />
    </section>
  );
}

/** What a downtime cost; nothing where hardly anything was expected. */
function Missing({
  impact: { hits, goals },
}: {
  readonly impact: NonNullable<Uptime['downtimes'][number]['impact']>;
}) {
  if (hits.missing === 0) return null;
  const range = labels.countRange(formatNumber(hits.missing_low), formatNumber(hits.missing_high));
  return (
    <span className="downtime-missing" title={labels.missingHint}>
      {labels.missingHits(hits.missing, range)}
      {goals.map(({ id, name, missing }) => (
        <UntrustedText key={id} text={labels.missingConversions(name, missing)} />
      ))}
    </span>
  );
}
