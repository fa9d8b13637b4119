/** The delivery log of a webhook. */

import { useState } from 'react';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import { useCanWrite, useTimeZone } from '../../app/user.ts';
import * as others from '../../labels/other-pages.ts';
import * as labels from '../../labels/webhooks.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager, type Pagination } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { type Delivery, shortEventLabel, type Webhook } from './webhook-labels.ts';

const PER_PAGE = 20;
/** Polling interval while a delivery is pending. */
const POLL_MS = 3_000;

interface Log {
  readonly deliveries: readonly Delivery[];
  readonly pagination: Pagination;
}

export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const [page, setPage] = useState(1);
  const [isWaiting, setIsWaiting] = useState(false);
  const log = useApi<Log>(
    `/webhooks/${webhook.id}/deliveries`,
    { page, per_page: PER_PAGE },
    { keepsPrevious: true, refetchMs: isWaiting && POLL_MS },
  );
  const hasPending = log.data?.deliveries.some(({ status }) => status === 'pending') ?? false;
  if (hasPending !== isWaiting) setIsWaiting(hasPending);
  return (
    <Panel title={labels.log}>
      <QueryContent query={log} loading={4}>
        {({ deliveries, pagination }) =>
          deliveries.length > 0 ? (
            <>
              <ul className="rows">
                {deliveries.map(delivery => (
                  <DeliveryRow key={delivery.id} delivery={delivery} webhook={webhook} />
                ))}
              </ul>
              <Pager pagination={pagination} onPage={setPage} />
            </>
          ) : (
            <EmptyState title={labels.noDeliveries}>{labels.noDeliveriesHint}</EmptyState>
          )
        }
      </QueryContent>
    </Panel>
  );
}

const STATUS_CLASSES = { delivered: 'tag good', pending: 'tag warn', failed: 'tag bad' } as const;
const STATUS_LABELS = { delivered: labels.arrived, pending: labels.onItsWay, failed: labels.failed } as const;

function DeliveryRow({ delivery, webhook }: { readonly delivery: Delivery; readonly webhook: Webhook }) {
  const timeZone = useTimeZone();
  const canWrite = useCanWrite();
  const { id, event, status, attempts, created_at, last_status_code: code, last_error: error } = delivery;
  return (
    <li className="row">
      <div className="row-main">
        <span>
          <span className={STATUS_CLASSES[status]}>{STATUS_LABELS[status]}</span>{' '}
          <b>{shortEventLabel(event)}</b>{' '}
          <span className="soft">
            <RelativeTime at={created_at} timeZone={timeZone} />
          </span>
        </span>
        <span className="hint">
          {labels.deliveryDetails(
            id,
            labels.attemptCount(attempts),
            <>
              {code !== null && labels.answer(code)}
              {error !== null && status !== 'delivered' && (
                <>
                  {' · '}
                  <UntrustedText text={error} />
                </>
              )}
              {delivery.next_attempt_at !== null && status === 'pending' && (
                <>
                  {others.nextSeparator}
                  <RelativeTime at={delivery.next_attempt_at} timeZone={timeZone} />
                </>
              )}
            </>,
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
  const send = async () => {
    await call('POST', `/webhooks/${webhook.id}/deliveries/${delivery.id}/redeliver`);
    await invalidate(`/webhooks/${webhook.id}/deliveries`);
  };
  return (
    <ActionButton variant="quiet" aria-label={labels.sendAgainNumber(delivery.id)} work={send}>
      {labels.sendAgain}
    </ActionButton>
  );
}
