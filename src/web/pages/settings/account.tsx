/** What a user chooses for themselves. */
import { type UserSettings, useUserSettings } from '../../app/user.ts';
import { Fault } from '../../ui/notices.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { MailChoices } from './mail-choices.tsx';
import { Memberships } from './memberships.tsx';
import { PasswordForm } from './password-form.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { ThemeChoice } from './theme-choice.tsx';

export function AccountPage() {
  const { data, error, refetch } = useUserSettings();
  return (
    <SettingsFrame title="Account">
      {data ? (
        <Parts settings={data.settings} />
      ) : error ? (
        <Fault error={error} onRetry={() => void refetch()} />
      ) : (
        <Panel title="You">
          <SkeletonRows count={8} />
        </Panel>
      )}
    </SettingsFrame>
  );
}

function Parts({ settings }: { readonly settings: UserSettings }) {
  return (
    <>
      <Memberships isOnlyWithoutPlan />
      <Profile settings={settings} />
      <ThemeChoice theme={settings.theme} />
      <MailChoices mails={settings.mails} />
      <PasswordForm email={settings.email} />
      <Sessions timeZone={settings.time_zone} />
    </>
  );
}
