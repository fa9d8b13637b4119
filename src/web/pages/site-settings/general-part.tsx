import { CheckField, TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SaveForm } from '../settings/save-form.tsx';
import { useDraft, useSave } from '../settings/use-draft.ts';
import type { PartProps } from './site-settings.tsx';
import { saveSite } from './use-settings.ts';
import { Watching } from './watching.tsx';

const NAMES = ['label', 'url', 'display_root_path', 'allow_from_any_domain', 'active'];

export function GeneralPart({ site, settings }: PartProps) {
  return (
    <>
      <Facts site={site} />
      <Watching site={site} settings={settings} />
    </>
  );
}

function Facts({ site }: Pick<PartProps, 'site'>) {
  const { label, url, display_root_path, allow_from_any_domain, active } = site;
  const draft = useDraft({
    label,
    url,
    display_root_path: display_root_path ?? '',
    allow_from_any_domain,
    active,
  });
  const submission = useSave(draft, NAMES, changes => saveSite(site.id, changes));
  const { fields, set } = draft;
  const { faults } = submission;
  return (
    <Panel title="The site">
      <SaveForm draft={draft} submission={submission}>
        <TextField
          label="Label"
          hint="What the site is called here. Empty: its host name."
          value={fields.label}
          maxLength={200}
          fault={faults.of('label')}
          onValue={value => set({ label: value })}
        />
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          hint="Hits count from pages of this host, with or without www. Monitoring looks here."
          value={fields.url}
          fault={faults.of('url')}
          onValue={value => set({ url: value })}
        />
        <TextField
          label="Root path"
          hint="For a site below a path of its host, such as /blog. Usually empty."
          value={fields.display_root_path}
          fault={faults.of('display_root_path')}
          onValue={value => set({ display_root_path: value })}
        />
        <CheckField
          label="Count hits from any host"
          hint="For a site under several names. Anybody can then send hits to it from their own pages."
          isOn={fields.allow_from_any_domain}
          onChange={value => set({ allow_from_any_domain: value })}
        />
        <CheckField
          label="Take hits"
          hint="Off: nothing new is counted. What there is stays."
          isOn={fields.active}
          onChange={value => set({ active: value })}
        />
      </SaveForm>
    </Panel>
  );
}
