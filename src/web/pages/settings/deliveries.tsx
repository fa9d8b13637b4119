/** The log of a webhook: what was sent, what came of it, and sending it again. */
import { useState } from 'react';
import { call, reasonOf } from '../../api.ts';
import { refresh, useApi } from '../../app/query-client.ts';
import { useCanWrite, useUserZone } from '../../app/user.ts';
import { plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Empty, Fault } from '../../ui/notices.tsx';
import { Outside } from '../../ui/outside.tsx';
import { Pager, type Pagination } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { type Delivery, shortEvent, type Webhook } from './webhook-words.ts';

const PER_PAGE = 20;
/** While something is on its way. */
const LOOK_MS = 3_000;

interface Log {
  readonly deliveries: readonly Delivery[];
  readonly pagination: Pagination;
}

export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const [page, setPage] = useState(1);
  const [isWaiting, setIsWaiting] = useState(false);
  const { data, error, refetch } = useApi<Log>(
    `/webhooks/${webhook.id}/deliveries`,
    { page, per_page: PER_PAGE },
    { keepsPrevious: true, everyMs: isWaiting && LOOK_MS },
  );
  const hasPending = data?.deliveries.some(({ status }) => status === 'pending') ?? false;
  if (hasPending !== isWaiting) setIsWaiting(hasPending);
  return (
    <Panel title="Log">
      {data ? (
        data.deliveries.length > 0 ? (
          <>
            <ul className="rows">
              {data.deliveries.map(delivery => (
                <DeliveryRow key={delivery.id} delivery={delivery} webhook={webhook} />
              ))}
            </ul>
            <Pager pagination={data.pagination} onPage={setPage} />
          </>
        ) : (
          <Empty title="Nothing sent yet">
            What is sent is listed here for 30 days, with the answer it got.
          </Empty>
        )
      ) : error ? (
        <Fault error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows count={4} />
      )}
    </Panel>
  );
}

const TONES = { delivered: 'tag good', pending: 'tag warn', failed: 'tag bad' } as const;
const STATUSES = { delivered: 'arrived', pending: 'on its way', failed: 'failed' } as const;

function DeliveryRow({ delivery, webhook }: { readonly delivery: Delivery; readonly webhook: Webhook }) {
  const timeZone = useUserZone();
  const canWrite = useCanWrite();
  const { id, event, status, attempts, created_at, last_status_code: code, last_error: error } = delivery;
  return (
    <li className="row">
      <div className="row-main">
        <span>
          <span className={TONES[status]}>{STATUSES[status]}</span> <b>{shortEvent(event)}</b>{' '}
          <span className="soft">
            <Moment at={created_at} timeZone={timeZone} />
          </span>
        </span>
        <span className="hint">
          No. {id} · {plural(attempts, 'attempt')}
          {code !== null && ` · answer ${code}`}
          {error !== null && status !== 'delivered' && (
            <>
              {' · '}
              <Outside text={error} />
            </>
          )}
          {delivery.next_attempt_at !== null && status === 'pending' && (
            <>
              {' · next '}
              <Moment at={delivery.next_attempt_at} timeZone={timeZone} />
            </>
          )}
        </span>
      </div>
      {canWrite && event !== 'test' && status !== 'pending' && (
        <Redeliver delivery={delivery} webhook={webhook} />
      )}
    </li>
  );
}

function Redeliver({ delivery, webhook }: { readonly delivery: Delivery; readonly webhook: Webhook }) {
  const toast = useToast();
  const send = () =>
    call('POST', `/webhooks/${webhook.id}/deliveries/${delivery.id}/redeliver`).then(
      () => refresh(`/webhooks/${webhook.id}/deliveries`),
      (error: unknown) => toast(reasonOf(error), { isFault: true }),
    );
  return (
    <Button isSmall look="quiet" aria-label={`Send again: number ${delivery.id}`} onClick={() => void send()}>
      Send again
    </Button>
  );
}
