/** Where the link of an invitation leads. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { ApiError, call, callPage } from '../../api.ts';
import { BareFrame } from '../../app/bare-frame.tsx';
import { Page } from '../../app/page.tsx';
import type { CurrentUser } from '../../app/user.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useSubmit } from '../../ui/form.tsx';
import { Fault } from '../../ui/notices.tsx';
import { Outside } from '../../ui/outside.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NewPasswordField, ownTimeZone } from './fields.tsx';
import { useEnter } from './use-enter.ts';

interface Invitation {
  readonly email: string;
  readonly account_name: string;
  readonly role: 'admin' | 'viewer';
  readonly has_account: boolean;
}

export function JoinPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const { data, error, refetch } = useQuery<Invitation, ApiError>({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      callPage<Invitation>('GET', `/session/invitation?${new URLSearchParams({ token })}`, { signal }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isVoid = token === '' || (error instanceof ApiError && error.status === 403);
  return (
    <BareFrame>
      <Page title="Join a team">
        <div className="welcome">
          {isVoid ? (
            <VoidInvitation reason={error?.message} />
          ) : error ? (
            <Fault error={error} onRetry={() => void refetch()} />
          ) : data ? (
            <Invited token={token} invitation={data} />
          ) : (
            <Skeleton height="16rem" />
          )}
        </div>
      </Page>
    </BareFrame>
  );
}

function VoidInvitation({ reason }: { readonly reason: string | undefined }) {
  return (
    <>
      <p>
        {reason === undefined
          ? 'This address is not whole: open the link of the invitation as it was sent to you.'
          : 'This invitation opens nothing: it was used, taken back or replaced by a newer one, or it is older than 7 days.'}
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

function Invited({ token, invitation }: { readonly token: string; readonly invitation: Invitation }) {
  const { email, account_name: accountName, role, has_account: hasAccount } = invitation;
  const enter = useEnter();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const submission = useSubmit(['name', 'password'], async () => {
    const secret = password === '' ? {} : { password };
    const own = hasAccount ? {} : { name, time_zone: ownTimeZone() };
    await callPage('POST', '/session/join', { body: { token, ...secret, ...own } });
    await enter(await findTeam(accountName));
  });
  const { faults } = submission;
  return (
    <>
      <p>
        <b>
          <Outside text={accountName} />
        </b>{' '}
        has invited you. {ROLES[role]}
      </p>
      <Form action="Join" submission={submission}>
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          readOnly
          value={email}
          onValue={() => {}}
        />
        {!hasAccount && (
          <TextField
            label="Your name"
            hint="How the others see you"
            autoComplete="name"
            value={name}
            onValue={setName}
            fault={faults.of('name')}
          />
        )}
        {hasAccount ? (
          <KnownPassword value={password} onValue={setPassword} fault={faults.of('password')} />
        ) : (
          <NewPasswordField value={password} onValue={setPassword} fault={faults.of('password')} />
        )}
      </Form>
    </>
  );
}

function KnownPassword(field: {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly fault: string | undefined;
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
