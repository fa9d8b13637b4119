/** Suppressed spam hits: why, and restoring them. */

import { useState } from 'react';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site-settings.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager, type Pagination } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { type SpamHit, SpamRow } from './spam-row.tsx';

interface SpamList {
  readonly spam_hits: readonly SpamHit[];
  readonly pagination: Pagination;
}

const PER_PAGE = 50;

/** Selected hits by id, or all of them. */
type Selection = { readonly ids: readonly number[] } | { readonly all: true };

export function SpamHits({ siteId }: { readonly siteId: number }) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const query = useApi<SpamList>(
    `/sites/${siteId}/spam_hits`,
    { page, per_page: PER_PAGE },
    { keepsPrevious: true },
  );
  const { total_pages: pages = 1, total_count: total = 0 } = query.data?.pagination ?? {};
  // The last page may be gone with its rows.
  if (page > 1 && page > pages) setPage(Math.max(1, pages));
  const reload = async () => {
    setChosen([]);
    await invalidate('/sites');
  };
  return (
    <Panel
      title={labels.spamTitle}
      aside={total > 0 && <span className="soft">{shared.pageviewCount(total)}</span>}
    >
      <QueryContent query={query} loading={6}>
        {({ spam_hits: rows, pagination }) =>
          rows.length > 0 ? (
            <>
              <SpamActions siteId={siteId} chosen={chosen} total={total} onDone={reload} />
              <ul className="rows">
                {rows.map(hit => (
                  <SpamRow
                    key={hit.id}
                    hit={hit}
                    isChosen={chosen.includes(hit.id)}
                    onChoose={isChosen =>
                      setChosen(isChosen ? [...chosen, hit.id] : chosen.filter(id => id !== hit.id))
                    }
                  />
                ))}
              </ul>
              <Pager
                pagination={pagination}
                onPage={next => {
                  setChosen([]);
                  setPage(next);
                }}
              />
            </>
          ) : (
            <EmptyState title={labels.noSpam}>{labels.noSpamHint}</EmptyState>
          )
        }
      </QueryContent>
    </Panel>
  );
}

function SpamActions({
  siteId,
  chosen,
  total,
  onDone,
}: {
  readonly siteId: number;
  readonly chosen: readonly number[];
  readonly total: number;
  readonly onDone: () => Promise<void>;
}) {
  const toast = useToast();
  const isAll = chosen.length === 0;
  const which: Selection = isAll ? { all: true } : { ids: chosen };
  const words = isAll ? (total === 1 ? labels.it : labels.all(total)) : shared.pageviewCount(chosen.length);
  const restore = async () => {
    const answer = await call<{ restored_count: number }>('POST', `/sites/${siteId}/spam_hits/restore`, {
      body: which,
    });
    toast(labels.spamCounted(shared.pageviewCount(answer.restored_count)));
    await onDone();
  };
  const remove = async () => {
    const answer = await call<{ deleted_count: number }>('DELETE', `/sites/${siteId}/spam_hits`, {
      body: which,
    });
    toast(labels.spamDeleted(shared.pageviewCount(answer.deleted_count)));
    await onDone();
  };
  return (
    <div className="actions">
      {isAll ? (
        <ConfirmButton
          text={labels.countHits(words)}
          title={labels.countQuestion}
          action={labels.countHits(words)}
          variant="plain"
          work={restore}
          hint={labels.countHint}
        />
      ) : (
        <ActionButton work={restore}>{labels.countHits(words)}</ActionButton>
      )}
      <ConfirmButton
        text={labels.deleteHits(words)}
        title={labels.deleteSpamQuestion}
        action={labels.deleteHits(words)}
        variant="plain"
        work={remove}
        hint={labels.deleteSpamHint}
      />
      <span className="hint">{isAll ? labels.chooseSomeHint : ''}</span>
    </div>
  );
}
