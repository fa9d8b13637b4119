/** Removing stored pageviews by the filters of the address, and the changes of them so far. */
import type { Static } from '@sinclair/typebox';
import { useState } from 'react';
import type { ChangeList } from '../../../features/changes/schema.ts';
import { toDay } from '../../../lib/time.ts';
import { call } from '../../api.ts';
import { AddFilter } from '../../app/add-filter.tsx';
import { FilterChips } from '../../app/filter-chips.tsx';
import { invalidate } from '../../app/query-client.ts';
import { useView } from '../../app/use-view.ts';
import { useTimeZone } from '../../app/user.ts';
import { formatDay } from '../../format.ts';
import { CheckboxField, TextField } from '../../forms/field.tsx';
import * as labels from '../../labels/changes.ts';
import * as ui from '../../labels/ui.ts';
import { formatDays } from '../../period-labels.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { ChangeAction, changesPath, describeRows } from './change-action.tsx';
import { describeConditions, describeRefused, toConditions } from './conditions.ts';
import { useWorkList } from './use-work-list.ts';

type List = Static<typeof ChangeList>;
type Change = List['changes'][number];

export function Removals({ siteId }: { readonly siteId: number }) {
  return (
    <>
      <RemovalForm siteId={siteId} />
      <RemovalList siteId={siteId} />
    </>
  );
}

function RemovalForm({ siteId }: { readonly siteId: number }) {
  const { view } = useView();
  const today = toDay(new Date(), useTimeZone());
  const [days, setDays] = useState({ start_date: '', end_date: '' });
  const [events, setEvents] = useState(false);
  const isBackwards = days.start_date !== '' && days.end_date !== '' && days.end_date < days.start_date;
  const filters = toConditions(view.filters);
  const refused = describeRefused(view.filters);
  const isChosen = filters !== undefined || days.start_date !== '' || days.end_date !== '';
  const body = {
    kind: 'remove_hits',
    ...(filters && { filters }),
    ...(days.start_date && { start_date: days.start_date }),
    ...(days.end_date && { end_date: days.end_date }),
    ...(events && { events }),
  };
  return (
    <Panel title={labels.removal}>
      <p>{labels.removalHint}</p>
      <div className="actions">
        <AddFilter siteId={siteId} />
        <FilterChips />
      </div>
      <div className="badge-fields">
        {(['start_date', 'end_date'] as const).map(name => (
          <TextField
            key={name}
            type="date"
            label={name === 'start_date' ? labels.fromDay : labels.throughDay}
            value={days[name]}
            max={today}
            error={name === 'end_date' && isBackwards ? labels.daysBackwards : undefined}
            onValue={day => setDays({ ...days, [name]: day })}
          />
        ))}
      </div>
      <CheckboxField label={labels.withEvents} isOn={events} onChange={setEvents} />
      {refused !== null ? (
        <p className="error" role="alert">
          {labels.notHere(refused)}
        </p>
      ) : isChosen && !isBackwards ? (
        <ChangeAction siteId={siteId} body={body} />
      ) : (
        <p className="soft">{labels.chooseFirst}</p>
      )}
    </Panel>
  );
}

const isRunning = ({ status }: Change): boolean => status === 'running' || status === 'undoing';

/** Finds the change that can be undone: the newest, while none runs. */
const findUndoable = (changes: readonly Change[]): Change | undefined =>
  changes.some(isRunning)
    ? undefined
    : changes.find(each => each.status === 'done' && each.undo_until !== null);

function RemovalList({ siteId }: { readonly siteId: number }) {
  const [page, setPage] = useState(1);
  const query = useWorkList<List>(changesPath(siteId), page, list => list.changes.some(isRunning));
  return (
    <Panel title={labels.removals}>
      <QueryContent query={query} loading={2}>
        {({ changes: rows, pagination }) =>
          rows.length > 0 ? (
            <>
              <ul className="rows">
                {rows.map(each => (
                  <ChangeRow
                    key={each.id}
                    siteId={siteId}
                    change={each}
                    canUndo={page === 1 && each === findUndoable(rows)}
                  />
                ))}
              </ul>
              <Pager pagination={pagination} onPage={setPage} />
            </>
          ) : (
            <EmptyState title={labels.noRemovals}>{labels.noRemovalsHint}</EmptyState>
          )
        }
      </QueryContent>
    </Panel>
  );
}

const STATUS_CLASSES: Readonly<Record<Change['status'], string>> = {
  running: 'tag warn',
  done: 'tag good',
  undoing: 'tag warn',
  undone: 'tag',
  permanent: 'tag',
};

const describePeriod = ({ start_date: from, end_date: to }: Change): string => {
  if (from !== null && to !== null) return formatDays(from, to);
  if (from !== null) return labels.since(formatDay(from));
  return to === null ? '' : labels.until(formatDay(to));
};

function ChangeRow({
  siteId,
  change,
  canUndo,
}: {
  readonly siteId: number;
  readonly change: Change;
  readonly canUndo: boolean;
}) {
  const timeZone = useTimeZone();
  const { id, kind, status, counts, filters, created_at: at, undo_until: until, error } = change;
  const rows = describeRows(counts);
  const isRemoval = kind === 'remove_hits' || kind === 'reset';
  const parts =
    kind === 'remove_hits' ? [describeConditions(filters), describePeriod(change)] : [labels.kinds[kind]];
  const what = parts.filter(text => text !== '').join(' · ');
  const undo = async () => {
    await call('DELETE', `${changesPath(siteId)}/${id}`);
    await invalidate(changesPath(siteId));
  };
  return (
    <li className="row">
      <div className="row-main">
        <span>
          <b>{rows}</b>{' '}
          <span className={STATUS_CLASSES[status]} role="status">
            {(isRemoval ? labels.statuses : labels.pageStatuses)[status]}
          </span>
        </span>
        <UntrustedText text={what} />
        <span className="hint">
          <RelativeTime at={at} timeZone={timeZone} />
          {status === 'done' && until !== null && (
            <> · {labels.undoUntil(formatDay(toDay(new Date(until), timeZone)))}</>
          )}
        </span>
        {error !== null && (
          <p className="error">
            {labels.willRetry}{' '}
            <span lang="en">
              <UntrustedText text={error} />
            </span>
          </p>
        )}
      </div>
      {canUndo && (
        <ActionButton work={undo} aria-label={labels.undoOf(rows)}>
          {ui.undo}
        </ActionButton>
      )}
    </li>
  );
}
