/** Imports of a site, newest first, and taking them back. */
import { useState } from 'react';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useTimeZone } from '../../app/user.ts';
import { formatWholePercent } from '../../format.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import * as labels from '../../labels/imports.ts';
import { formatNumber } from '../../labels/language.ts';
import { formatDays } from '../../period-labels.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { escapeInvisibleCharacters, UntrustedText } from '../../ui/untrusted-text.tsx';
import { NotImported } from './import-preview.tsx';
import { FORMAT_NAMES, FORMATS, type Import, type ImportList, importsPath } from './imports.ts';
import { useWorkList } from './use-work-list.ts';

/** Also one that has read its rows, and whose `error` says what it waits for. */
const canBeUndone = ({ status, error }: Import): boolean =>
  status === 'completed' || (status === 'running' && error !== null);
const isRunning = ({ status }: Import): boolean => status === 'running' || status === 'undoing';

export function ImportHistory({ site }: { readonly site: Site }) {
  const [page, setPage] = useState(1);
  const query = useWorkList<ImportList>(importsPath(site.id), page, list => list.imports.some(isRunning));
  return (
    <Panel title={labels.historyTitle}>
      <QueryContent query={query} loading={3}>
        {({ imports, pagination }) =>
          imports.length > 0 ? (
            <>
              <ul className="rows">
                {imports.map(each => (
                  <ImportItem key={each.id} siteId={site.id} item={each} />
                ))}
              </ul>
              <Pager pagination={pagination} onPage={setPage} />
            </>
          ) : (
            <NoImports />
          )
        }
      </QueryContent>
    </Panel>
  );
}

/** Says where histories come from. */
const NoImports = () => (
  <EmptyState title={labels.noImports}>
    <p>{labels.noImportsHint}</p>
    <dl className="badge-fields import-sources">
      {FORMATS.filter(format => format !== 'footfall').map(format => (
        <div key={format}>
          <dt>
            <b>{FORMAT_NAMES[format]}</b>
          </dt>
          <dd>{labels.sourceFiles[format]}</dd>
        </div>
      ))}
    </dl>
    <p>
      {labels.ownFile} <ServerLink href="/docs/import">{labels.guideLink}</ServerLink>
    </p>
  </EmptyState>
);

type Status = Import['status'] | 'followed';

const STATUS_CLASSES: Readonly<Record<Status, string>> = {
  running: 'tag warn',
  completed: 'tag good',
  failed: 'tag bad',
  undoing: 'tag warn',
  undone: 'tag',
  followed: 'tag good',
};

function ImportItem({ siteId, item }: { readonly siteId: number; readonly item: Import }) {
  const timeZone = useTimeZone();
  const { status, file_name: name, start_date: first, end_date: last } = item;
  const isFollowed = item.is_followed && status === 'completed';
  const shownStatus: Status = isFollowed ? 'followed' : status;
  const plainName = escapeInvisibleCharacters(name);
  const leftOut = item.left_out.reduce((sum, { count }) => sum + count, 0);
  const known = item.rows_skipped - leftOut;
  const undo = async () => {
    await call('DELETE', `${importsPath(siteId)}/${item.id}`);
    await invalidate(importsPath(siteId));
  };
  return (
    <li className="row">
      <div className="row-main">
        <span>
          <b>
            <UntrustedText text={name} />
          </b>{' '}
          <span className={STATUS_CLASSES[shownStatus]} role="status">
            {labels.statuses[shownStatus]}
          </span>
        </span>
        {status === 'running' && (
          <div className="actions">
            <progress max={1} value={item.progress} aria-label={labels.progressOf(plainName)} />
            <span className="soft" aria-hidden="true">
              {formatWholePercent(item.progress)}
            </span>
          </div>
        )}
        {status === 'undoing' && <progress aria-label={labels.progressOf(plainName)} />}
        <span className="hint actions">
          <span>{FORMAT_NAMES[item.format]}</span>
          {first && last && <span>{formatDays(first, last)}</span>}
          {!isRunning(item) && status !== 'failed' && (
            <>
              <span>{labels.rowsImported(item.rows_imported)}</span>
              {known > 0 && <span>{labels.rowsKnown(formatNumber(known))}</span>}
              {leftOut > 0 && <span>{labels.rowsLeftOut(formatNumber(leftOut))}</span>}
              {item.rows_bad > 0 && <span>{labels.rowsUnreadable(formatNumber(item.rows_bad))}</span>}
            </>
          )}
          <RelativeTime at={item.created_at} timeZone={timeZone} />
        </span>
        {item.error !== null && (
          <p className="error" lang="en">
            <UntrustedText text={item.error} />
          </p>
        )}
        {(item.left_out.length > 0 || item.bad_rows.length > 0) && (
          <details className="import-options">
            <summary>{labels.details}</summary>
            <NotImported
              leftOut={item.left_out}
              badRows={item.bad_rows}
              badCount={item.rows_bad}
              rows={item.rows_read}
            />
          </details>
        )}
      </div>
      {canBeUndone(item) && (
        <ConfirmButton
          text={labels.undo}
          label={labels.undoOf(plainName)}
          title={labels.undoQuestion}
          action={labels.undoConfirm}
          variant="plain"
          work={undo}
          hint={(isFollowed ? labels.undoFollowedHint : labels.undoHint)(item.rows_imported)}
        />
      )}
    </li>
  );
}
