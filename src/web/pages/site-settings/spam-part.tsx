import { TextAreaField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Radios } from '../settings/radios.tsx';
import { SaveForm } from '../settings/save-form.tsx';
import { useDraft, useSave } from '../settings/use-draft.ts';
import { inLines, linesOf, textOf } from './lines.ts';
import type { PartProps } from './site-settings.tsx';
import { SpamHits } from './spam-hits.tsx';
import { type SettingsChange, saveSiteSettings } from './use-settings.ts';

const LEVELS = [
  ['off', 'Off', 'Only the hosts that you name below.'],
  ['basic', 'Basic', 'Hosts known for referrer spam, and names that no host can have.'],
  [
    'strict',
    'Strict',
    'Also bare IP addresses, hosts that are not public, names made of a spammer’s words, and browsers without a window.',
  ],
] as const;

export function SpamPart({ site, settings }: PartProps) {
  const draft = useDraft({ spam_filter: settings.spam_filter, spam_hosts: textOf(settings.spam_hosts) });
  const submission = useSave(draft, ['spam_filter', 'spam_hosts'], changes => {
    const { spam_hosts: hosts, ...rest } = changes;
    const change: SettingsChange = hosts === undefined ? rest : { ...rest, spam_hosts: [...linesOf(hosts)] };
    return saveSiteSettings(site.id, change);
  });
  const fault = submission.faults.of('spam_hosts');
  return (
    <>
      <Panel title="Filter">
        <SaveForm draft={draft} submission={submission}>
          <Radios
            legend="How suspicious to be of referrers"
            options={LEVELS}
            value={draft.fields.spam_filter}
            onValue={value => draft.set({ spam_filter: value })}
          />
          <TextAreaField
            label="Hosts that are spam for you"
            hint="One a line, each with everything below it."
            placeholder="spam.example"
            rows={4}
            spellCheck={false}
            autoCapitalize="off"
            value={draft.fields.spam_hosts}
            fault={fault === undefined ? undefined : inLines(fault)}
            onValue={value => draft.set({ spam_hosts: value })}
          />
        </SaveForm>
      </Panel>
      <SpamHits siteId={site.id} />
    </>
  );
}
