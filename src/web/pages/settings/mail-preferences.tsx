import { Link } from 'wouter';
import type { UserSettings } from '../../app/user.ts';
import { saveUserSettings } from '../../app/user.ts';
import { ToggleField } from '../../forms/toggle-field.tsx';
import * as labels from '../../labels/account.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Labels of the kinds of mail; unknown kinds show their name. */
const MAIL_LABELS: Readonly<Record<string, string>> = {
  monitor_down: labels.aSiteGoesDown,
  monitor_up: labels.aSiteIsUpAgain,
  certificate_expiry: labels.aCertificateIsAboutTo,
  domain_expiry: labels.aDomainIsAboutTo,
  content_issues: labels.aLookAtThePages,
  new_insight: labels.aDayHasAnInsight,
  storage_problem: labels.theStorageOfThisServer,
  invitation_failed: labels.anInvitationToYourTeam,
  webhook_disabled: labels.aWebhookIsSwitchedOff,
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
        {labels.aWeekOrAMonth(<Link href="/settings/reports">{labels.mailReports}</Link>)}
      </p>
    </Panel>
  );
}
