/** The dialog and form for adding a site. */

import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { call } from '../../api.ts';
import { removeCached } from '../../app/query-client.ts';
import { TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/sites.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type AddressFault, findAddressFault, type ListedSite, withScheme } from './site-numbers.ts';

export function AddSiteDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={labels.addSite} isOpen onClose={onClose}>
      <AddSiteForm />
    </Dialog>
  );
}

/** Opens the new site's page, which shows its snippet. */
export function AddSiteForm() {
  const [, navigate] = useLocation();
  // A site that an agent has suggested is in the URL.
  const suggested = new URLSearchParams(useSearch()).get('site') ?? '';
  const [url, setUrl] = useState(suggested);
  const [label, setLabel] = useState('');
  const [fault, setFault] = useState<AddressFault | null>(null);
  const submission = useSubmit(['url', 'label'], async () => {
    setFault(findAddressFault(url));
    if (findAddressFault(url)) return;
    const name = label.trim();
    const { site } = await call<{ readonly site: ListedSite }>('POST', '/sites', {
      body: { url: withScheme(url), ...(name === '' ? {} : { label: name }) },
    });
    // A list without the site would ask for a first one again on the way back, until it is refreshed.
    removeCached('/sites');
    navigate(`/sites/${site.id}`);
  });
  const { errors } = submission;
  return (
    <Form action={labels.addSite} submission={submission}>
      <TextField
        label={shared.address}
        hint={labels.addressHint}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
        value={url}
        onValue={setUrl}
        error={fault ? labels.addressFaults[fault] : errors.of('url')}
      />
      <TextField
        label={shared.optionalName}
        hint={labels.labelHint}
        autoComplete="off"
        value={label}
        onValue={setLabel}
        error={errors.of('label')}
      />
    </Form>
  );
}
