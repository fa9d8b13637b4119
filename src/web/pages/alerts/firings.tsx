/** When an alert fired, newest first. */
import { useState } from 'react';
import type { AlertKind } from '../../../core/alerts.ts';
import { useApi } from '../../app/query-client.ts';
import { useTimeZone } from '../../app/user.ts';
import { formatDateTime, formatDuration } from '../../format.ts';
import * as labels from '../../labels/alerts.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { describeFiring, type FiringList } from './alert-words.ts';

const PER_PAGE = 10;

export function Firings({ path, kind }: { readonly path: string; readonly kind: AlertKind }) {
  const timeZone = useTimeZone();
  const [page, setPage] = useState(1);
  const query = useApi<FiringList>(path, { page, per_page: PER_PAGE }, { keepsPrevious: true });
  return (
    <QueryContent query={query} loading={2}>
      {({ firings, pagination }) =>
        firings.length === 0 ? (
          <p className="soft">{labels.neverFired}</p>
        ) : (
          <div className="alert-firings">
            <ul className="rows">
              {firings.map(firing => (
                <li className="row" key={firing.id}>
                  <div className="row-main">
                    <span>
                      <time dateTime={firing.started_at}>{formatDateTime(firing.started_at, timeZone)}</time>
                      {' · '}
                      {firing.ended_at === null
                        ? labels.stillFiring
                        : labels.lasted(
                            formatDuration(
                              (Date.parse(firing.ended_at) - Date.parse(firing.started_at)) / 1000,
                            ),
                          )}
                      {!firing.notified && ` · ${labels.notSent}`}
                    </span>
                    <span className="hint">
                      <UntrustedText text={describeFiring(kind, firing)} />
                    </span>
                  </div>
                </li>
              ))}
            </ul>
            <Pager pagination={pagination} onPage={setPage} />
          </div>
        )
      }
    </QueryContent>
  );
}
