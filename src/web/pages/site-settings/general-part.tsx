import { bindFields } from '../../forms/bind-fields.ts';
import { CheckboxField, TextAreaField, TextField } from '../../forms/field.tsx';
import { joinLines, parseLines, withLineNumbers } from '../../forms/lines.ts';
import { SaveForm } from '../../forms/save-form.tsx';
import { useDraft, useSave } from '../../forms/use-draft.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site-settings.tsx';
import { Panel } from '../../ui/panel.tsx';
import { MonitoringToggles } from './monitoring-toggles.tsx';
import { SiteTimeZone } from './site-time-zone.tsx';
import type { PartProps } from './use-site-settings.ts';
import { type SettingsChange, saveSite, saveSiteSettings } from './use-site-settings.ts';

const FIELDS = ['label', 'url', 'display_root_path', 'time_zone', 'hosts', 'allow_from_any_domain', 'active'];

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
    hosts: joinLines(settings.hosts),
    allow_from_any_domain,
    active,
  });
  const submission = useSave(draft, FIELDS, async ({ time_zone, hosts, ...changes }) => {
    const change: SettingsChange = {
      ...(time_zone === undefined ? {} : { time_zone: time_zone || null }),
      ...(hosts === undefined ? {} : { hosts: [...parseLines(hosts)] }),
    };
    if (Object.keys(change).length > 0) await saveSiteSettings(site.id, change);
    await saveSite(site.id, changes);
  });
  const { field, checkbox } = bindFields(draft, submission.errors);
  const hostsError = submission.errors.of('hosts');
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
        <TextAreaField
          label={labels.hosts}
          hint={labels.hostsHint}
          placeholder="blog.example"
          rows={2}
          spellCheck={false}
          autoCapitalize="off"
          {...field('hosts')}
          error={hostsError === undefined ? undefined : withLineNumbers(hostsError)}
        />
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
