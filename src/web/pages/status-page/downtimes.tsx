/** Downtimes that a status page shows, with the notes of its owner. */
import { useState } from 'react';
import { useApi } from '../../app/query-client.ts';
import { useCanWrite, useTimeZone } from '../../app/user.ts';
import { formatDateTime } from '../../format.ts';
import * as labels from '../../labels/status-pages.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { NewNote, Notes } from './notes.tsx';
import { type Downtime, pathOf, type StatusPage } from './types.ts';

const SHOWN = 10;
const REFETCH_MS = 60_000;

export function Downtimes({ page }: { readonly page: StatusPage }) {
  const query = useApi<{ readonly downtimes: readonly Downtime[] }>(
    `${pathOf(page)}/status`,
    {},
    { refetchMs: REFETCH_MS },
  );
  if (page.monitors.length === 0) return null;
  return (
    <Panel title={labels.downtimes}>
      <QueryContent query={query} loading={1}>
        {({ downtimes }) =>
          downtimes.length > 0 ? (
            <ul className="rows">
              {downtimes.slice(0, SHOWN).map(downtime => (
                <DowntimeRow key={downtime.id} page={page} downtime={downtime} />
              ))}
            </ul>
          ) : (
            <p className="hint">{labels.noDowntimes}</p>
          )
        }
      </QueryContent>
    </Panel>
  );
}

function DowntimeRow({ page, downtime }: { readonly page: StatusPage; readonly downtime: Downtime }) {
  const canWrite = useCanWrite();
  const timeZone = useTimeZone();
  const [isNoting, setIsNoting] = useState(false);
  const { id, monitor, started_at: start, ended_at: end, notes } = downtime;
  const from = formatDateTime(start, timeZone);
  return (
    <li className="row">
      <div className="row-main">
        <b>
          <UntrustedText text={monitor} />
        </b>
        <span className="hint">
          {end === null ? labels.began(from) : labels.lasted(from, formatDateTime(end, timeZone))}
        </span>
        <Notes page={page} notes={notes} />
      </div>
      {end === null && <span className="tag bad">{labels.ongoing}</span>}
      {canWrite && !isNoting && (
        <Button
          isSmall
          variant="quiet"
          aria-label={labels.addNoteTo(monitor)}
          onClick={() => setIsNoting(true)}
        >
          {labels.addNote}
        </Button>
      )}
      {isNoting && (
        <NewNote
          page={page}
          path={`${pathOf(page)}/downtimes/${id}/notes`}
          status={null}
          onDone={() => setIsNoting(false)}
        />
      )}
    </li>
  );
}
