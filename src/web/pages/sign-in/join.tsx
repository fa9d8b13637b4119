/** The page of an invitation link. */

import { useState } from 'react';
import { Link } from 'wouter';
import type { presentOpenInvitation } from '../../../features/team/schema.ts';
import { call, callPage } from '../../api.ts';
import type { CurrentUser } from '../../app/user.ts';
import { TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { BROWSER_TIME_ZONE } from '../../forms/time-zones.ts';
import * as labels from '../../labels/sign-in.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { FixedEmailField, NewPasswordField } from './fields.tsx';
import { TokenPage } from './token-page.tsx';
import { useCompleteSignIn } from './use-complete-sign-in.ts';

type Invitation = ReturnType<typeof presentOpenInvitation>;

export const JoinPage = () => (
  <TokenPage<Invitation>
    title={labels.joinATeam}
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
      <p>{hasToken ? labels.invitationInvalid : labels.invitationIncomplete}</p>
      <p>{labels.inviteAgainHint}</p>
      <p>
        <Link href="/login">{labels.signIn}</Link>
      </p>
    </>
  );
}

const ROLES: Readonly<Record<Invitation['role'], string>> = {
  viewer: labels.viewerHint,
  admin: labels.adminHint,
};

function JoinForm({ token, invitation }: { readonly token: string; readonly invitation: Invitation }) {
  const { email, account_name: accountName, role, has_account: hasAccount } = invitation;
  const completeSignIn = useCompleteSignIn();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const submission = useSubmit(['name', 'password'], async () => {
    const secret = password === '' ? {} : { password };
    const own = hasAccount ? {} : { name, time_zone: BROWSER_TIME_ZONE };
    await callPage('POST', '/session/join', { body: { token, ...secret, ...own } });
    await completeSignIn(await findTeam(accountName));
  });
  const { errors } = submission;
  return (
    <>
      <p>{labels.invitedBy(<UntrustedText text={accountName} />, ROLES[role])}</p>
      <Form action={labels.join} submission={submission}>
        <FixedEmailField email={email} />
        {!hasAccount && (
          <TextField
            label={labels.yourName}
            hint={labels.yourNameHint}
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
      label={labels.joinPassword}
      hint={labels.joinPasswordHint}
      type="password"
      autoComplete="current-password"
      {...field}
    />
  );
}

/** Finds the path of the team that was joined: the newest with its name. */
async function findTeam(name: string): Promise<string> {
  const { accounts } = await call<CurrentUser>('GET', '/me');
  const team = accounts.findLast(account => account.kind === 'team' && account.name === name);
  return team ? `/team/${team.id}/` : '/';
}
