/** The account page. */

import { useUserSettings } from '../../app/user.ts';
import * as labels from '../../labels/account.tsx';
import * as shared from '../../labels/shared.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Appearance } from './appearance.tsx';
import { MailPreferences } from './mail-preferences.tsx';
import { Memberships } from './memberships.tsx';
import { PasswordForm } from './password-form.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';
import { SettingsLayout } from './settings-layout.tsx';
import { Transfers } from './transfers.tsx';

export function AccountPage() {
  const loading = (
    <Panel title={labels.you}>
      <SkeletonRows count={8} />
    </Panel>
  );
  return (
    <SettingsLayout title={shared.account}>
      <QueryContent query={useUserSettings()} loading={loading}>
        {({ settings }) => (
          <>
            <Memberships isOnlyWithoutPlan />
            <Transfers hasPlan={settings.plan !== 'none'} />
            <Profile settings={settings} />
            <Appearance theme={settings.theme} />
            <MailPreferences settings={settings} />
            <PasswordForm email={settings.email} />
            <Sessions timeZone={settings.time_zone} />
          </>
        )}
      </QueryContent>
    </SettingsLayout>
  );
}
