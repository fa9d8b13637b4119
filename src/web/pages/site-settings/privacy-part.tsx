import { useState } from 'react';
import { CheckboxField } from '../../forms/field.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useDraft, useSave } from '../../forms/use-draft.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RetentionField, RetentionWarning } from './retention.tsx';
import { isShorter } from './retention-options.ts';
import type { PartProps } from './site-settings.tsx';
import { saveSiteSettings } from './use-settings.ts';

export function PrivacyPart({ site, settings }: PartProps) {
  const { honour_gpc, honour_dnt, track_unique_hits, retention_days } = settings;
  const draft = useDraft({ honour_gpc, honour_dnt, track_unique_hits, retention_days });
  const submission = useSave(draft, ['retention_days'], changes => saveSiteSettings(site.id, changes));
  const [isConfirming, setIsConfirming] = useState(false);
  const { fields, set } = draft;
  const removes = isShorter(fields.retention_days, retention_days);
  const confirmed: typeof submission = {
    ...submission,
    submit: async event => {
      event?.preventDefault();
      if (removes) setIsConfirming(true);
      else await submission.submit();
    },
  };
  return (
    <Panel title="Privacy">
      <SaveForm draft={draft} submission={confirmed}>
        <CheckboxField
          label="Honour Global Privacy Control"
          hint="Browsers that send it are not counted. In many places the law asks for it."
          isOn={fields.honour_gpc}
          onChange={value => set({ honour_gpc: value })}
        />
        <CheckboxField
          label="Honour Do Not Track"
          hint="The older signal. Browsers that send it are not counted."
          isOn={fields.honour_dnt}
          onChange={value => set({ honour_dnt: value })}
        />
        <CheckboxField
          label="Show unique hits"
          hint="How many of a page's hits were the first of a visitor that day. Off: reports leave them out."
          isOn={fields.track_unique_hits}
          onChange={value => set({ track_unique_hits: value })}
        />
        <RetentionField
          key={draft.round}
          days={fields.retention_days}
          error={submission.errors.of('retention_days')}
          onDays={value => set({ retention_days: value })}
        />
        {removes && fields.retention_days !== null && (
          <RetentionWarning site={site} days={fields.retention_days} />
        )}
      </SaveForm>
      <p className="hint">
        <a href="/docs/privacy">What is stored of a hit, and what never is</a>
      </p>
      <ConfirmDialog
        title="Remove what is older?"
        action="Save, and remove it tonight"
        isOpen={isConfirming}
        onConfirm={() => {
          setIsConfirming(false);
          void submission.submit();
        }}
        onClose={() => setIsConfirming(false)}
      >
        {fields.retention_days !== null && <RetentionWarning site={site} days={fields.retention_days} />}
      </ConfirmDialog>
    </Panel>
  );
}
