import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api.ts';
import { invalidate, removeCached } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/site-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

export function DeleteSite({ site }: { readonly site: Site }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title={labels.deleteSite}>
      <p>{labels.deleteHint(formatNumber(site.lifetime_hits))}</p>
      <div>
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          {labels.deleteTitle}
        </Button>
      </div>
      <Dialog title={labels.deleteQuestion} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <ConfirmDeletion site={site} onClose={() => setIsOpen(false)} />
      </Dialog>
    </Panel>
  );
}

function ConfirmDeletion({ site, onClose }: { readonly site: Site; readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const toast = useToast();
  const [typed, setTyped] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const submission = useSubmit([], async () => {
    if (typed.trim() !== site.label.trim()) return setIsRefused(true);
    await call('DELETE', `/sites/${site.id}`);
    navigate('/');
    toast(labels.siteDeleted(site.label));
    // The site is gone: only lists are fetched again.
    removeCached(`/sites/${site.id}`);
    await invalidate('/sites', '/groups');
  });
  return (
    <Form action={labels.deleteConfirm} variant="danger" submission={submission} onCancel={onClose}>
      <p>{labels.confirmationLabel(<UntrustedText text={site.label} />)}</p>
      <TextField
        label={labels.siteName}
        value={typed}
        autoComplete="off"
        error={isRefused ? labels.wrongName : undefined}
        onValue={value => {
          setTyped(value);
          setIsRefused(false);
        }}
      />
    </Form>
  );
}
