import { invalidate } from '../../app/query-client.ts';
import { saveUserSettings, type UserSettings, useUser } from '../../app/user.ts';
import { formatDay } from '../../format.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { SelectField, TextField } from '../../forms/field.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { TimeZoneField } from '../../forms/time-zone-field.tsx';
import { useDraft, useSave } from '../../forms/use-draft.ts';
import * as labels from '../../labels/account.tsx';
import * as shared from '../../labels/shared.tsx';
import { ownAccountId } from '../../labels/transfers.tsx';
import { Panel } from '../../ui/panel.tsx';

const PLAN_LABELS: Readonly<Record<UserSettings['plan'], string>> = {
  none: labels.noPlan,
  zen: labels.zen,
  pro: labels.pro,
  ultra: labels.ultra,
};

export function Profile({ settings }: { readonly settings: UserSettings }) {
  const { name, time_zone, week_start } = settings;
  const draft = useDraft({ name, time_zone, week_start });
  const submission = useSave(draft, ['name', 'time_zone', 'week_start'], async changes => {
    await saveUserSettings(changes);
    // Account names and day boundaries depend on them.
    if (changes.name !== undefined) await invalidate('/me');
    if (changes.time_zone !== undefined) await invalidate('/sites');
  });
  const { field } = bindFields(draft, submission.errors);
  return (
    <Panel title={labels.you}>
      <SaveForm draft={draft} submission={submission}>
        <TextField
          label={shared.name}
          hint={labels.nameHint}
          {...field('name')}
          maxLength={200}
          autoComplete="name"
        />
        <TextField
          label={shared.email}
          hint={labels.emailHint}
          value={settings.email}
          readOnly
          onValue={() => {}}
        />
        <TimeZoneField {...field('time_zone')} />
        <SelectField
          label={labels.weeksBeginOn}
          {...field('week_start')}
          options={[
            ['monday', labels.monday],
            ['sunday', labels.sunday],
          ]}
        />
      </SaveForm>
      <Plan settings={settings} />
    </Panel>
  );
}

function Plan({ settings: { plan, trial_ends_at: end } }: { readonly settings: UserSettings }) {
  const { data: user } = useUser();
  return (
    <p className="hint">
      {labels.plan(PLAN_LABELS[plan], end !== null && labels.onTrialUntil(formatDay(end.slice(0, 10))))}
      {user && <> · {ownAccountId(user.id)}</>}
    </p>
  );
}
