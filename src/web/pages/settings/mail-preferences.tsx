import { Link } from 'wouter';
import type { UserSettings } from '../../app/user.ts';
import { saveUserSettings } from '../../app/user.ts';
import { ToggleField } from '../../forms/toggle-field.tsx';
import * as labels from '../../labels/account.tsx';
import * as shared from '../../labels/shared.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Labels of the kinds of mail; unknown kinds show their name. */
const MAIL_LABELS: Readonly<Record<string, string>> = {
  monitor_down: shared.siteDown,
  monitor_up: shared.siteUp,
  certificate_expiry: labels.certificateExpires,
  domain_expiry: labels.domainExpires,
  content_issues: labels.issuesFound,
  new_insight: labels.newInsight,
  storage_problem: labels.storageProblem,
  invitation_failed: labels.invitationFailed,
  webhook_disabled: labels.webhookSwitchedOff,
};

export function MailPreferences({ mails }: { readonly mails: UserSettings['mails'] }) {
  return (
    <Panel title={labels.mails}>
      <fieldset className="choices">
        <legend>{labels.mailMeWhen}</legend>
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
        {labels.mailReportsHint(<Link href="/settings/reports">{labels.mailReports}</Link>)}
      </p>
    </Panel>
  );
}
