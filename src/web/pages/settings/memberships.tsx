/** The user's memberships in other accounts. */

import { call } from '../../api.ts';
import { teamAccountId } from '../../api-url.ts';
import { invalidate } from '../../app/query-client.ts';
import { type Account, useUser, useUserSettings } from '../../app/user.ts';
import { toAddress } from '../../base-path.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import * as labels from '../../labels/account.tsx';
import * as shared from '../../labels/shared.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

/** `isOnlyWithoutPlan`: only for users without a plan, who have nothing but the memberships. */
export function Memberships({ isOnlyWithoutPlan = false }: { readonly isOnlyWithoutPlan?: boolean }) {
  const { data: user } = useUser();
  const { data: own } = useUserSettings();
  const teams = user?.accounts.filter(account => account.kind === 'team') ?? [];
  const hasPlan = own === undefined || own.settings.plan !== 'none';
  if (!user || teams.length === 0 || (isOnlyWithoutPlan && hasPlan)) return null;
  return (
    <Panel title={hasPlan ? labels.memberships : labels.whereYouWork}>
      {!hasPlan && <p>{labels.noPlanHint}</p>}
      <ul className="rows">
        {teams.map(team => (
          <Membership key={team.id} team={team} userId={user.id} />
        ))}
      </ul>
    </Panel>
  );
}

function Membership({ team, userId }: { readonly team: Account; readonly userId: number }) {
  const leave = async () => {
    await call('DELETE', `/team/${userId}`, { query: { account_id: team.id } });
    if (team.id === teamAccountId) location.assign(toAddress('/settings/team'));
    else await invalidate('/me');
  };
  return (
    <li className="row">
      <div className="row-main">
        {/* Pages of another account are another document, hence a plain link. */}
        <ServerLink href={`/team/${team.id}/`} aria-current={team.id === teamAccountId || undefined}>
          {shared.sitesOf(<UntrustedText text={team.name} />)}
        </ServerLink>
        <span className="hint">{team.role === 'admin' ? labels.adminHint : labels.viewerHint}</span>
      </div>
      <ConfirmButton
        text={labels.leave}
        label={labels.leaveAccount(team.name)}
        title={labels.leaveQuestion}
        action={labels.leave}
        work={leave}
        hint={labels.leaveHint(<UntrustedText text={team.name} />)}
      />
    </li>
  );
}

/** Replaces content that needs a plan. */
export function PlanRequired({ what }: { readonly what: string }) {
  return (
    <>
      <p>{labels.planHint(what, teamAccountId === null)}</p>
      <Memberships />
    </>
  );
}
