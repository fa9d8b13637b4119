import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api.ts';
import { queryClient, refresh } from '../../app/query-client.ts';
import type { Site } from '../../app/site-frame.tsx';
import { formatCount } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useSubmit } from '../../ui/form.tsx';
import { Outside } from '../../ui/outside.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useToast } from '../../ui/toasts.tsx';

export function DeleteSite({ site }: { readonly site: Site }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title="Delete the site">
      <p>
        With everything of it: {formatCount(site.lifetime_hits)} hits, its events, kudos, monitoring and
        settings. This cannot be taken back. To stop counting only, switch off “Take hits” in General.
      </p>
      <div>
        <Button look="danger" onClick={() => setIsOpen(true)}>
          Delete this site
        </Button>
      </div>
      <Dialog title="Delete this site?" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <TypedDeletion site={site} onClose={() => setIsOpen(false)} />
      </Dialog>
    </Panel>
  );
}

function TypedDeletion({ site, onClose }: { readonly site: Site; readonly onClose: () => void }) {
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
    await refresh('/sites', '/groups');
  });
  return (
    <Form
      action="Delete it for good"
      look="danger"
      submission={submission}
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <p>
        Type{' '}
        <b>
          <Outside text={site.label} />
        </b>{' '}
        to say that you mean it.
      </p>
      <TextField
        label="Name of the site"
        value={typed}
        autoComplete="off"
        fault={isRefused ? 'This is not its name' : undefined}
        onValue={value => {
          setTyped(value);
          setIsRefused(false);
        }}
      />
    </Form>
  );
}
