/** Transfers of sites that wait for somebody. */
import type { Static } from '@sinclair/typebox';
import type { TransferList } from '../../../features/transfers/schema.ts';
import { toDay } from '../../../lib/time.ts';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import { useTimeZone, useUser } from '../../app/user.ts';
import { displayHost, formatDay } from '../../format.ts';

import { ConfirmButton } from '../../forms/confirm-button.tsx';
import * as labels from '../../labels/transfers.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

type List = Static<typeof TransferList>;
type Transfer = List['transfers'][number];

/** Open transfers from and to an account; undefined until they are known. */
export const useTransfers = (accountId: number | undefined): readonly Transfer[] | undefined =>
  useApi<List>('/transfers', { account_id: accountId }, { isEnabled: accountId !== undefined }).data
    ?.transfers;

/** Those of the user's own account; nothing where there are none. */
export function Transfers({ hasPlan }: { readonly hasPlan: boolean }) {
  const { data: user } = useUser();
  const transfers = useTransfers(hasPlan ? user?.id : undefined);
  if (!user || !transfers || transfers.length === 0) return null;
  return (
    <Panel title={labels.transfers}>
      <ul className="rows">
        {transfers.map(transfer => (
          <TransferRow key={transfer.id} transfer={transfer} accountId={user.id} />
        ))}
      </ul>
    </Panel>
  );
}

export function TransferRow({
  transfer: { id, site_label, site_url, from, to, awaits, expires_at: expires },
  accountId,
}: {
  readonly transfer: Transfer;
  readonly accountId: number;
}) {
  const timeZone = useTimeZone();
  const isIncoming = to.account_id === accountId;
  const other = isIncoming ? from.email : to.email;
  const path = `/transfers/${id}`;
  const query = { account_id: accountId };
  const settle = () => invalidate('/transfers', '/sites', '/groups');
  const accept = async () => {
    await call('POST', `${path}/accept`, { query });
    await settle();
  };
  const end = async () => {
    await call('DELETE', path, { query });
    await settle();
  };
  const isAwaited = awaits === accountId;
  return (
    <li className="row">
      <div className="row-main">
        <b>
          <UntrustedText text={site_label} />
        </b>
        <UntrustedText text={displayHost(site_url)} />
        <span className="hint">
          {(isIncoming ? labels.fromAccount : labels.toAccount)(<UntrustedText text={other} />)}
          {expires !== null && <> · {labels.openUntil(formatDay(toDay(new Date(expires), timeZone)))}</>}
        </span>
      </div>
      {isAwaited && (
        <ConfirmButton
          text={labels.accept}
          label={labels.acceptOf(site_label)}
          title={labels.acceptQuestion}
          variant="primary"
          action={labels.accept}
          work={accept}
          hint={(isIncoming ? labels.acceptHint : labels.giveHint)(<UntrustedText text={site_label} />)}
        />
      )}
      <ActionButton work={end} aria-label={(isAwaited ? labels.declineOf : labels.withdrawOf)(site_label)}>
        {isAwaited ? labels.decline : labels.withdraw}
      </ActionButton>
    </li>
  );
}
