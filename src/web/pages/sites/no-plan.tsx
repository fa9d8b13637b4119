/** The page of a user without a plan: a member of teams, or one whose trial has ended. */

import { Page } from '../../app/page.tsx';
import type { CurrentUser } from '../../app/user.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/sites.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

export function NoPlan({ user }: { readonly user: CurrentUser }) {
  const teams = user.accounts.filter(({ kind }) => kind === 'team');
  return (
    <Page title={teams.length > 0 ? labels.yourTeams : labels.noPlan}>
      {teams.length > 0 ? (
        <ul className="chips">
          {teams.map(({ id, name }) => (
            <li key={id}>
              {/* Pages of another account are another document. */}
              <ServerLink className="button plain" href={`/team/${id}/`}>
                <span>{shared.sitesOf(<UntrustedText text={name} />)}</span>
              </ServerLink>
            </li>
          ))}
        </ul>
      ) : (
        <p>{labels.noPlanHint}</p>
      )}
      <p className="soft">{labels.planHint(user.email)}</p>
    </Page>
  );
}
