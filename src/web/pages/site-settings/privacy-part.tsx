import { useState } from 'react';
import { LOCATION_DETAILS } from '../../../core/site.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { CheckboxField, SelectField } from '../../forms/field.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useDraft, useSave } from '../../forms/use-draft.ts';
import * as labels from '../../labels/site-settings.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { IdentifyPanel } from './identify-panel.tsx';
import { RetentionField, RetentionWarning } from './retention.tsx';
import { isShorter } from './retention-options.ts';
import type { PartProps } from './use-site-settings.ts';
import { saveSiteSettings } from './use-site-settings.ts';
import { VisitorData } from './visitor-data.tsx';

export function PrivacyPart({ site, settings }: PartProps) {
  const { honour_gpc, honour_dnt, track_unique_hits, location_detail, retention_days } = settings;
  const draft = useDraft({ honour_gpc, honour_dnt, track_unique_hits, location_detail, retention_days });
  const submission = useSave(draft, ['retention_days'], changes => saveSiteSettings(site.id, changes));
  const [isConfirming, setIsConfirming] = useState(false);
  const { fields, set } = draft;
  const { checkbox, field } = bindFields(draft, submission.errors);
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
    <>
      <Panel title={labels.privacy}>
        <SaveForm draft={draft} submission={confirmed}>
          <CheckboxField label={labels.honourGpc} hint={labels.honourGpcHint} {...checkbox('honour_gpc')} />
          <CheckboxField label={labels.honourDnt} hint={labels.honourDntHint} {...checkbox('honour_dnt')} />
          <CheckboxField
            label={labels.showUniqueHits}
            hint={labels.uniqueHitsHint}
            {...checkbox('track_unique_hits')}
          />
          <SelectField
            label={labels.locationDetail}
            hint={labels.locationDetailHint}
            options={LOCATION_DETAILS.map(detail => [detail, labels.locationDetails[detail]] as const)}
            {...field('location_detail')}
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
          <ServerLink href="/docs/privacy">{labels.privacyGuideLink}</ServerLink>
        </p>
        <ConfirmDialog
          title={labels.removeQuestion}
          action={labels.removeConfirm}
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
      <IdentifyPanel site={site} settings={settings} />
      <VisitorData site={site} />
    </>
  );
}
