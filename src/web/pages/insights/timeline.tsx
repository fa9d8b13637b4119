/** The owner's signals, such as a newsletter or a launch, in order of time. */

import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useCanWrite, useTimeZone } from '../../app/user.ts';
import { formatDateTime } from '../../format.ts';
import * as labels from '../../labels/insights.tsx';
import * as comparison from '../../labels/signal-comparison.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { CATEGORIES } from './categories.ts';
import { DeployHook } from './deploy-hook.tsx';
import { SignalDialog } from './signal-dialog.tsx';
import { type Signal, useSignalChanges, useSignals } from './use-signals.ts';

export function Timeline({ siteId }: { readonly siteId: number }) {
  const [page, setPage] = useState(1);
  const query = useSignals(siteId, page, true);
  const canWrite = useCanWrite();
  return (
    <Panel title={labels.yourSignals}>
      <p className="hint">{labels.signalsHint}</p>
      <QueryContent query={query} loading={5}>
        {({ signals, pagination }) =>
          signals.length === 0 ? (
            <EmptyState title={labels.noSignals}>{labels.noSignalsHint}</EmptyState>
          ) : (
            <>
              <ol className="signals">
                {signals.map(signal => (
                  <SignalEntry key={signal.id} siteId={siteId} signal={signal} canWrite={canWrite} />
                ))}
              </ol>
              <Pager pagination={pagination} onPage={setPage} label={labels.signalsPager} />
            </>
          )
        }
      </QueryContent>
      {canWrite && <DeployHook siteId={siteId} />}
    </Panel>
  );
}

/** The button that opens the form. */
export function AddSignal({ siteId }: { readonly siteId: number }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button isSmall onClick={() => setIsOpen(true)}>
        <Plus size={16} aria-hidden="true" /> {labels.addSignal}
      </Button>
      <SignalDialog siteId={siteId} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

function SignalEntry({
  siteId,
  signal,
  canWrite,
}: {
  readonly siteId: number;
  readonly signal: Signal;
  readonly canWrite: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { remove } = useSignalChanges(siteId);
  const timeZone = useTimeZone();
  const { name, Icon } = CATEGORIES[signal.category];
  return (
    <li className="signal">
      <span className="signal-icon">
        <Icon size={16} aria-hidden="true" />
      </span>
      <div className="signal-text">
        <p className="soft">
          <time dateTime={signal.occurred_at}>{formatDateTime(signal.occurred_at, timeZone)}</time> · {name}
        </p>
        <p className="signal-title">
          <UntrustedText text={signal.title} />
        </p>
        {signal.description !== null && (
          <p className="signal-notes">
            <UntrustedText text={signal.description} />
          </p>
        )}
        {Date.parse(signal.occurred_at) < Date.now() && (
          <Link href={`/sites/${siteId}/signals/${signal.id}`} aria-label={comparison.compare(signal.title)}>
            {comparison.title}
          </Link>
        )}
      </div>
      {canWrite && (
        <div className="signal-tools">
          <IconButton label={labels.changeSignal(signal.title)} onClick={() => setIsOpen(true)}>
            <Pencil size={16} aria-hidden="true" />
          </IconButton>
          <IconButton label={labels.deleteSignal(signal.title)} onClick={() => void remove(signal)}>
            <Trash2 size={16} aria-hidden="true" />
          </IconButton>
          <SignalDialog siteId={siteId} signal={signal} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </div>
      )}
    </li>
  );
}
