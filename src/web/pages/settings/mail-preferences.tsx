import { Link } from 'wouter';
import { NoMailBanner } from '../../app/no-mail-banner.tsx';
import type { UserSettings } from '../../app/user.ts';
import { saveUserSettings } from '../../app/user.ts';
import { ToggleField } from '../../forms/toggle-field.tsx';
import * as labels from '../../labels/account.tsx';
import * as others from '../../labels/other-pages.ts';
import { Panel } from '../../ui/panel.tsx';
import { MailTest } from './test-alert.tsx';

/** Labels of the kinds of mail; unknown kinds show their name. */
const MAIL_LABELS: Readonly<Record<string, string>> = {
  monitor_down: others.siteDown,
  monitor_up: others.siteUp,
  certificate_expiry: labels.certificateExpires,
  domain_expiry: labels.domainExpires,
  content_issues: labels.issuesFound,
  new_insight: labels.newInsight,
  storage_problem: labels.storageProblem,
  invitation_failed: labels.invitationFailed,
  alert: labels.alertFires,
  channel_disabled: labels.channelSwitchedOff,
  webhook_disabled: labels.webhookSwitchedOff,
};

export function MailPreferences({
  settings: { mails, email, is_mailed: isMailed },
}: {
  readonly settings: UserSettings;
}) {
  return (
    <Panel title={labels.mails} aside={isMailed && <MailTest email={email} />}>
      <NoMailBanner>{labels.noMail}</NoMailBanner>
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
