/** Somebody without sites of their own: a member of teams, or one whose trial is over. */
import { Page } from '../../app/page.tsx';
import type { CurrentUser } from '../../app/user.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

export function NoPlan({ user }: { readonly user: CurrentUser }) {
  const teams = user.accounts.filter(({ kind }) => kind === 'team');
  return (
    <Page title={teams.length > 0 ? 'Your teams' : 'No plan'}>
      {teams.length > 0 ? (
        <ul className="team-links">
          {teams.map(({ id, name }) => (
            <li key={id}>
              {/* Another account's pages are another document. */}
              <a className="button plain" href={`/team/${id}/`}>
                <span>
                  Sites of <UntrustedText text={name} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p>Your account has no plan, so that its sites cannot be shown. Nothing of them is lost.</p>
      )}
      <p className="soft">
        Sites of your own need a plan. Whoever runs this server gives you one:{' '}
        <code>footfall user set {user.email} --plan pro</code>
      </p>
    </Page>
  );
}
