/** The account page. */

import { type UserSettings, useUserSettings } from '../../app/user.ts';
import * as labels from '../../labels/account.tsx';
import * as shared from '../../labels/shared.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { MailPreferences } from './mail-preferences.tsx';
import { Memberships } from './memberships.tsx';
import { PasswordForm } from './password-form.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';
import { SettingsLayout } from './settings-layout.tsx';
import { ThemePicker } from './theme-picker.tsx';

export function AccountPage() {
  const { data, error, refetch } = useUserSettings();
  return (
    <SettingsLayout title={shared.account}>
      {data ? (
        <Parts settings={data.settings} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Panel title={labels.you}>
          <SkeletonRows count={8} />
        </Panel>
      )}
    </SettingsLayout>
  );
}

function Parts({ settings }: { readonly settings: UserSettings }) {
  return (
    <>
      <Memberships isOnlyWithoutPlan />
      <Profile settings={settings} />
      <ThemePicker theme={settings.theme} />
      <MailPreferences mails={settings.mails} />
      <PasswordForm email={settings.email} />
      <Sessions timeZone={settings.time_zone} />
    </>
  );
}
