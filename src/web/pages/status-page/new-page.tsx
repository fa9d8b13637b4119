/** The form of a new status page: private at first, with the monitor of the site's own address. */
import { useState } from 'react';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import { TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import * as labels from '../../labels/status-pages.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PAGES_PATH, type PageSite, type Target } from './types.ts';

interface HomeMonitor {
  readonly id: number;
  readonly is_home: boolean;
}

export function NewPage({
  target,
  name,
  sites: [site],
  onCancel,
}: {
  readonly target: Target;
  readonly name: string;
  readonly sites: readonly PageSite[];
  readonly onCancel: () => void;
}) {
  const [title, setTitle] = useState(labels.titleOf(name));
  const [slug, setSlug] = useState('');
  const isOfSite = 'site_id' in target;
  const { data } = useApi<{ readonly monitors: readonly HomeMonitor[] }>(
    `/sites/${site?.id}/monitors`,
    { per_page: 100 },
    { isEnabled: isOfSite && site !== undefined },
  );
  const submission = useSubmit(['title', 'slug'], async () => {
    const home = data?.monitors.find(monitor => monitor.is_home);
    const monitors = home ? [{ monitor_id: home.id, name: labels.website }] : [];
    await call('POST', PAGES_PATH, { body: { ...target, title, monitors, ...(slug !== '' && { slug }) } });
    await invalidate(PAGES_PATH);
  });
  const { errors } = submission;
  return (
    <Panel title={labels.createPage}>
      <Form action={labels.createPage} submission={submission} onCancel={onCancel}>
        <TextField
          label={labels.title}
          value={title}
          maxLength={200}
          error={errors.of('title')}
          onValue={setTitle}
        />
        <TextField
          label={labels.slug}
          hint={labels.slugNewHint}
          value={slug}
          maxLength={64}
          spellCheck={false}
          autoCapitalize="off"
          error={errors.of('slug')}
          onValue={setSlug}
        />
      </Form>
    </Panel>
  );
}
