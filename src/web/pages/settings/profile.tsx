import { refresh } from '../../app/query-client.ts';
import type { UserSettings } from '../../app/user.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SaveForm } from './save-form.tsx';
import { saveUserSettings } from './save-settings.ts';
import { useDraft, useSave } from './use-draft.ts';
import { ZoneField } from './zone-field.tsx';

const PLAN_WORDS: Readonly<Record<UserSettings['plan'], string>> = {
  none: 'No plan of your own',
  zen: 'Zen',
  pro: 'Pro',
  ultra: 'Ultra',
};

export function Profile({ settings }: { readonly settings: UserSettings }) {
  const { name, time_zone, week_start } = settings;
  const draft = useDraft({ name, time_zone, week_start });
  const submission = useSave(draft, ['name', 'time_zone', 'week_start'], async changes => {
    await saveUserSettings(changes);
    // Names of accounts, and days that begin in the zone.
    if (changes.name !== undefined) await refresh('/me');
    if (changes.time_zone !== undefined) await refresh('/sites');
  });
  const { fields, set } = draft;
  const { faults } = submission;
  return (
    <Panel title="You">
      <SaveForm draft={draft} submission={submission}>
        <TextField
          label="Name"
          hint="As people in your team see you."
          value={fields.name}
          maxLength={200}
          autoComplete="name"
          fault={faults.of('name')}
          onValue={value => set({ name: value })}
        />
        <TextField
          label="E-mail"
          hint="You sign in with it, and mails go there."
          value={settings.email}
          readOnly
          onValue={() => {}}
        />
        <ZoneField
          value={fields.time_zone}
          fault={faults.of('time_zone')}
          onValue={value => set({ time_zone: value })}
        />
        <SelectField
          label="Weeks begin on"
          value={fields.week_start}
          options={[
            ['monday', 'Monday'],
            ['sunday', 'Sunday'],
          ]}
          fault={faults.of('week_start')}
          onValue={value => set({ week_start: value })}
        />
      </SaveForm>
      <Plan settings={settings} />
    </Panel>
  );
}

function Plan({ settings: { plan, trial_ends_at: end } }: { readonly settings: UserSettings }) {
  return (
    <p className="hint">
      Plan: <b>{PLAN_WORDS[plan]}</b>
      {end !== null && `, on trial until ${end.slice(0, 10)}`}
    </p>
  );
}
