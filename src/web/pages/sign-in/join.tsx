/** Where the link of an invitation leads. */
import { useState } from 'react';
import { Link } from 'wouter';
import { call, callPage } from '../../api.ts';
import type { CurrentUser } from '../../app/user.ts';
import { TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { browserTimeZone, FixedEmailField, NewPasswordField } from './fields.tsx';
import { TokenPage } from './token-page.tsx';
import { useCompleteSignIn } from './use-complete-sign-in.ts';

interface Invitation {
  readonly email: string;
  readonly account_name: string;
  readonly role: 'admin' | 'viewer';
  readonly has_account: boolean;
}

export const JoinPage = () => (
  <TokenPage<Invitation>
    title="Join a team"
    path="/session/invitation"
    invalidStatuses={[403]}
    isImmutable
    invalidNote={hasToken => <InvalidInvitation hasToken={hasToken} />}
  >
    {(token, invitation) => <JoinForm token={token} invitation={invitation} />}
  </TokenPage>
);

function InvalidInvitation({ hasToken }: { readonly hasToken: boolean }) {
  return (
    <>
      <p>
        {hasToken
          ? 'This invitation opens nothing: it was used, taken back or replaced by a newer one, or it is older than 7 days.'
          : 'This address is not whole: open the link of the invitation as it was sent to you.'}
      </p>
      <p>Whoever invited you can invite you again; the newest mail is the one that counts.</p>
      <p>
        <Link href="/login">Sign in</Link>
      </p>
    </>
  );
}

const ROLES: Readonly<Record<Invitation['role'], string>> = {
  viewer: 'You will see its sites and their numbers, and change nothing.',
  admin: 'You will see its sites and their numbers, add sites and change their settings.',
};

function JoinForm({ token, invitation }: { readonly token: string; readonly invitation: Invitation }) {
  const { email, account_name: accountName, role, has_account: hasAccount } = invitation;
  const completeSignIn = useCompleteSignIn();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const submission = useSubmit(['name', 'password'], async () => {
    const secret = password === '' ? {} : { password };
    const own = hasAccount ? {} : { name, time_zone: browserTimeZone() };
    await callPage('POST', '/session/join', { body: { token, ...secret, ...own } });
    await completeSignIn(await findTeam(accountName));
  });
  const { errors } = submission;
  return (
    <>
      <p>
        <b>
          <UntrustedText text={accountName} />
        </b>{' '}
        has invited you. {ROLES[role]}
      </p>
      <Form action="Join" submission={submission}>
        <FixedEmailField email={email} />
        {!hasAccount && (
          <TextField
            label="Your name"
            hint="How the others see you"
            autoComplete="name"
            value={name}
            onValue={setName}
            error={errors.of('name')}
          />
        )}
        {hasAccount ? (
          <CurrentPasswordField value={password} onValue={setPassword} error={errors.of('password')} />
        ) : (
          <NewPasswordField value={password} onValue={setPassword} error={errors.of('password')} />
        )}
      </Form>
    </>
  );
}

function CurrentPasswordField(field: {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error: string | undefined;
}) {
  return (
    <TextField
      label="Password of your account here"
      hint="Not needed in a browser in which you are signed in with this address"
      type="password"
      autoComplete="current-password"
      {...field}
    />
  );
}

/** The pages of the team that was joined: the newest of its name. */
async function findTeam(name: string): Promise<string> {
  const { accounts } = await call<CurrentUser>('GET', '/me');
  const team = accounts.findLast(account => account.kind === 'team' && account.name === name);
  return team ? `/team/${team.id}/` : '/';
}
