import { bindFields } from '../../forms/bind-fields.ts';
import { CheckboxField, TextField } from '../../forms/field.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useDraft, useSave } from '../../forms/use-draft.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site-settings.tsx';
import { Panel } from '../../ui/panel.tsx';
import { MonitoringToggles } from './monitoring-toggles.tsx';
import { SiteTimeZone } from './site-time-zone.tsx';
import type { PartProps } from './use-site-settings.ts';
import { saveSite, saveSiteSettings } from './use-site-settings.ts';

const FIELDS = ['label', 'url', 'display_root_path', 'time_zone', 'allow_from_any_domain', 'active'];

export function GeneralPart({ site, settings }: PartProps) {
  return (
    <>
      <SiteForm site={site} settings={settings} />
      <MonitoringToggles site={site} settings={settings} />
    </>
  );
}

function SiteForm({ site, settings }: PartProps) {
  const { label, url, display_root_path, allow_from_any_domain, active } = site;
  const draft = useDraft({
    label,
    url,
    display_root_path: display_root_path ?? '',
    time_zone: settings.time_zone ?? '',
    allow_from_any_domain,
    active,
  });
  const submission = useSave(draft, FIELDS, async ({ time_zone, ...changes }) => {
    if (time_zone !== undefined) await saveSiteSettings(site.id, { time_zone: time_zone || null });
    await saveSite(site.id, changes);
  });
  const { field, checkbox } = bindFields(draft, submission.errors);
  return (
    <Panel title={labels.theSite}>
      <SaveForm draft={draft} submission={submission}>
        <TextField label={shared.name} hint={labels.labelHint} {...field('label')} maxLength={200} />
        <TextField
          label={shared.address}
          type="url"
          inputMode="url"
          hint={labels.addressHint}
          {...field('url')}
        />
        <TextField label={labels.rootPath} hint={labels.rootPathHint} {...field('display_root_path')} />
        <SiteTimeZone site={site} settings={settings} {...field('time_zone')} />
        <CheckboxField
          label={labels.anyHost}
          hint={labels.anyHostHint}
          {...checkbox('allow_from_any_domain')}
        />
        <CheckboxField label={labels.takeHits} hint={labels.takeHitsHint} {...checkbox('active')} />
      </SaveForm>
    </Panel>
  );
}
