import { Link } from 'wouter';
import type { UserSettings } from '../../app/user.ts';
import { saveUserSettings } from '../../app/user.ts';
import { ToggleField } from '../../forms/toggle-field.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Kinds of mail in words; one that is not among them yet shows its name. */
const MAIL_LABELS: Readonly<Record<string, string>> = {
  monitor_down: 'A site goes down',
  monitor_up: 'A site is up again',
  certificate_expiry: 'A certificate is about to run out',
  domain_expiry: 'A domain is about to run out',
  content_issues: 'A look at the pages finds broken links or mixed content',
  new_insight: 'A day has an insight',
  storage_problem: 'The storage of this server needs attention (for its operator)',
  invitation_failed: 'An invitation to your team could not be mailed',
  webhook_disabled: 'A webhook is switched off because nothing arrives',
};

export function MailPreferences({ mails }: { readonly mails: UserSettings['mails'] }) {
  return (
    <Panel title="Mails">
      <fieldset className="choices">
        <legend>Mail me when</legend>
        {Object.entries(mails).map(([kind, isOn]) => (
          <ToggleField
            key={kind}
            label={MAIL_LABELS[kind] ?? kind.replaceAll('_', ' ')}
            isOn={isOn}
            save={next => saveUserSettings({ mails: { [kind]: next } })}
          />
        ))}
      </fieldset>
      <p className="hint">
        A week or a month as one mail: <Link href="/settings/reports">mail reports</Link>
      </p>
    </Panel>
  );
}
