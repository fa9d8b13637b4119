/** The editor of a group, new or existing. */

import { useState } from 'react';
import { useLocation } from 'wouter';
import { bindFields } from '../../forms/bind-fields.ts';
import { CheckboxField, TextAreaField, TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import * as labels from '../../labels/groups.tsx';
import * as shared from '../../labels/shared.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { GroupAppearance } from './group-appearance.tsx';
import { SiteChoice } from './site-choice.tsx';
import type { ListedSite } from './site-numbers.ts';
import { type Group, type GroupFields, saveGroup, toFields } from './use-groups.ts';

const EMPTY_GROUP: GroupFields = {
  name: '',
  description: '',
  icon: 'folder',
  accent_color: '#0b6e5f',
  pinned: false,
  default_chart_view: 'separate',
  site_ids: [],
};

const FIELDS = ['name', 'description', 'icon', 'accent_color', 'site_ids'] as const;

interface EditorProps {
  /** Null: a new one. */
  readonly group: Group | null;
  readonly sites: readonly ListedSite[];
  readonly onClose: () => void;
}

export function GroupEditor(props: EditorProps) {
  return (
    <Dialog title={props.group ? labels.editTitle : shared.newGroup} isOpen onClose={props.onClose}>
      <EditorForm {...props} />
    </Dialog>
  );
}

function EditorForm({ group, sites, onClose }: EditorProps) {
  const [, navigate] = useLocation();
  const [fields, setFields] = useState<GroupFields>(() => (group ? toFields(group) : EMPTY_GROUP));
  const set = (part: Partial<GroupFields>) => setFields(all => ({ ...all, ...part }));
  const submission = useSubmit(FIELDS, async () => {
    const saved = await saveGroup(group?.id ?? null, fields);
    onClose();
    if (!group) navigate(`/groups/${saved.id}`);
  });
  const { errors } = submission;
  const { field, checkbox } = bindFields({ fields, set }, errors);
  return (
    <Form action={group ? shared.save : labels.submitGroup} submission={submission} onCancel={onClose}>
      <TextField label={shared.name} required autoComplete="off" {...field('name')} />
      <TextAreaField
        label={labels.description}
        hint={labels.descriptionHint}
        rows={2}
        value={fields.description ?? ''}
        onValue={description => set({ description })}
        error={errors.of('description')}
      />
      <SiteChoice
        sites={sites}
        chosen={fields.site_ids}
        onChange={site_ids => set({ site_ids: [...site_ids] })}
        error={errors.of('site_ids')}
      />
      <GroupAppearance fields={fields} onChange={set} />
      <CheckboxField label={labels.pinnedField} {...checkbox('pinned')} />
    </Form>
  );
}
