import { useState } from 'react';
import { useLocation } from 'wouter';
import { formatNumber } from '../../../lib/english.ts';
import { call } from '../../api.ts';
import { invalidate, queryClient } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

export function DeleteSite({ site }: { readonly site: Site }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title="Delete the site">
      <p>
        With everything of it: {formatNumber(site.lifetime_hits)} hits, its events, kudos, monitoring and
        settings. This cannot be taken back. To stop counting only, switch off “Take hits” in General.
      </p>
      <div>
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          Delete this site
        </Button>
      </div>
      <Dialog title="Delete this site?" isOpen={isOpen} onClose={() => setIsOpen(false)}>
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
    toast(`${site.label} is deleted`);
    // Nobody asks for the site again: only what lists it.
    queryClient.removeQueries({
      predicate: ({ queryKey: [path] }) => String(path).startsWith(`/sites/${site.id}`),
    });
    await invalidate('/sites', '/groups');
  });
  return (
    <Form
      action="Delete it for good"
      variant="danger"
      submission={submission}
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <p>
        Type{' '}
        <b>
          <UntrustedText text={site.label} />
        </b>{' '}
        to say that you mean it.
      </p>
      <TextField
        label="Name of the site"
        value={typed}
        autoComplete="off"
        error={isRefused ? 'This is not its name' : undefined}
        onValue={value => {
          setTyped(value);
          setIsRefused(false);
        }}
      />
    </Form>
  );
}
