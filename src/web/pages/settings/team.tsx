/** The team page: members and invitations. */

import { teamAccountId } from '../../api-url.ts';
import { useApi } from '../../app/query-client.ts';
import { useUserSettings } from '../../app/user.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/team.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { Invite } from './invite.tsx';
import { InvitationRow, MemberRow } from './member-rows.tsx';
import { Memberships } from './memberships.tsx';
import { SettingsLayout } from './settings-layout.tsx';
import type { Team } from './team-answer.ts';

export function TeamPage() {
  const { data, error, refetch } = useUserSettings();
  const isOwn = teamAccountId === null;
  return (
    <SettingsLayout title={shared.team}>
      {!data && error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !isOwn ? (
        <OtherAccount />
      ) : !data || data.settings.plan === 'ultra' ? (
        <OwnTeam isKnown={data !== undefined} />
      ) : (
        <TeamPlanRequired email={data.settings.email} />
      )}
      <Memberships />
    </SettingsLayout>
  );
}

const OtherAccount = () => (
  <Panel title={shared.team}>
    <p>{labels.notOwner}</p>
    <p>
      {/* Pages of another account are another document, hence a plain link. */}
      <ServerLink href="/settings/team">{labels.noPlanTitle}</ServerLink>
    </p>
  </Panel>
);

const TeamPlanRequired = ({ email }: { readonly email: string }) => (
  <Panel title={shared.team}>
    <p>{labels.noPlanHint}</p>
    <p>
      <code>{labels.planCommand(email)}</code>
    </p>
  </Panel>
);

const POLL_MS = 10_000;

function OwnTeam({ isKnown }: { readonly isKnown: boolean }) {
  // Mails are pending for a moment, or for half an hour with greylisting.
  const query = useApi<Team>('/team', {}, { isEnabled: isKnown, refetchMs: POLL_MS });
  return (
    <>
      <Panel title={labels.members}>
        <QueryContent query={query} loading={2}>
          {team => <Members team={team} />}
        </QueryContent>
      </Panel>
      <Invite />
      {query.data && query.data.invitations.length > 0 && (
        <Panel title={labels.invitedTitle}>
          <ul className="rows">
            {query.data.invitations.map(invitation => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function Members({ team }: { readonly team: Team }) {
  if (team.members.length === 0) {
    return <EmptyState title={labels.noMembers}>{labels.noMembersHint}</EmptyState>;
  }
  return (
    <ul className="rows">
      {team.members.map(member => (
        <MemberRow key={member.id} member={member} />
      ))}
    </ul>
  );
}
