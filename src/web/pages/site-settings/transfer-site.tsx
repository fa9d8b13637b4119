import type { Static } from '@sinclair/typebox';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { TransferAnswer } from '../../../features/transfers/schema.ts';
import { call } from '../../api.ts';
import { invalidate, removeCached } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useAccount } from '../../app/user.ts';
import { TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import * as labels from '../../labels/transfers.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { TransferRow, useTransfers } from '../settings/transfers.tsx';

/** Gives the site to another account. */
export function TransferSite({ site }: { readonly site: Site }) {
  const [isOpen, setIsOpen] = useState(false);
  const account = useAccount();
  // Only the owner of an account sees what is open.
  const accountId = account?.role === 'owner' ? account.id : undefined;
  const open = useTransfers(accountId)?.find(transfer => transfer.site_id === site.id);
  return (
    <Panel title={labels.transferSite}>
      {open && accountId !== undefined ? (
        <ul className="rows">
          <TransferRow transfer={open} accountId={accountId} />
        </ul>
      ) : (
        <>
          <p>{labels.transferHint}</p>
          <div>
            <Button variant="danger" onClick={() => setIsOpen(true)}>
              {labels.transferTitle}
            </Button>
          </div>
          <Dialog title={labels.transferQuestion} isOpen={isOpen} onClose={() => setIsOpen(false)}>
            <TransferForm site={site} onClose={() => setIsOpen(false)} />
          </Dialog>
        </>
      )}
    </Panel>
  );
}

function TransferForm({ site, onClose }: { readonly site: Site; readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const toast = useToast();
  const [accountId, setAccountId] = useState('');
  const submission = useSubmit(['account_id'], async () => {
    const body = { account_id: Number(accountId) };
    const { transfer } = await call<Static<typeof TransferAnswer>>('POST', `/sites/${site.id}/transfer`, {
      body,
    });
    onClose();
    if (transfer.status === 'done') {
      navigate('/');
      removeCached(`/sites/${site.id}`);
    }
    toast((transfer.status === 'done' ? labels.transferred : labels.offered)(transfer.to.email));
    await invalidate('/transfers', '/sites', '/groups');
  });
  return (
    <Form action={labels.transferAction} variant="danger" submission={submission} onCancel={onClose}>
      <p>{labels.whatEnds}</p>
      <TextField
        label={labels.accountId}
        hint={labels.accountIdHint}
        inputMode="numeric"
        autoComplete="off"
        value={accountId}
        error={submission.errors.of('account_id')}
        onValue={setAccountId}
      />
    </Form>
  );
}
