/** Where the link of a signup leads that an agent began: its owner makes the account. */
import { useState } from 'react';
import { Link } from 'wouter';
import { ApiError, callPage } from '../../api.ts';
import { CheckboxField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { browserTimeZone, FixedEmailField, NewPasswordField } from './fields.tsx';
import { TokenPage } from './token-page.tsx';
import { useCompleteSignIn } from './use-complete-sign-in.ts';

interface Signup {
  readonly email: string;
  readonly agent_name: string | null;
  readonly site_url: string | null;
  readonly status: 'pending_owner' | 'owner_activated' | 'existing_account';
  readonly needs_approval: boolean;
}

/** Until the operator has approved. */
const POLL_MS = 10_000;

export const ActivatePage = () => (
  <TokenPage<Signup>
    title="Activate your account"
    path="/session/activation"
    invalidStatuses={[400, 403]}
    refetchMs={({ status, needs_approval: needsApproval }) =>
      status === 'pending_owner' && needsApproval && POLL_MS
    }
    invalidNote={hasToken => <InvalidLink hasToken={hasToken} />}
  >
    {(token, signup) => <PendingSignup token={token} signup={signup} />}
  </TokenPage>
);

function InvalidLink({ hasToken }: { readonly hasToken: boolean }) {
  return (
    <>
      <p>
        {hasToken
          ? 'This link opens nothing: it is older than 7 days, or whoever runs this server has removed the signup.'
          : 'This address is not whole: open the link as it was sent to you.'}
      </p>
      <p>The agent can ask for the account once more.</p>
      <SignIn />
    </>
  );
}

const SignIn = () => (
  <p>
    <Link href="/login" className="button primary">
      Sign in
    </Link>
  </p>
);

function PendingSignup({ token, signup }: { readonly token: string; readonly signup: Signup }) {
  const { email, status, needs_approval: needsApproval } = signup;
  if (status !== 'pending_owner') {
    return (
      <>
        <p>
          <UntrustedText text={email} /> has its account already.
        </p>
        <SignIn />
      </>
    );
  }
  if (needsApproval) {
    return (
      <>
        <RequestedBy signup={signup} />
        <p>
          Whoever runs this server has to approve it first. Then this page lets you choose a password: leave
          it open, or come back with the same link.
        </p>
      </>
    );
  }
  return <ActivateForm token={token} signup={signup} />;
}

function RequestedBy({ signup: { agent_name: agent } }: { readonly signup: Signup }) {
  return (
    <p>
      {agent === null ? (
        'An AI agent'
      ) : (
        <>
          The AI agent{' '}
          <b>
            <UntrustedText text={agent} />
          </b>
        </>
      )}{' '}
      has asked for an account for you.
    </p>
  );
}

function ActivateForm({ token, signup }: { readonly token: string; readonly signup: Signup }) {
  const { email } = signup;
  const completeSignIn = useCompleteSignIn();
  const [password, setPassword] = useState('');
  const [isAccepted, setIsAccepted] = useState(false);
  const submission = useSubmit(['password'], async () => {
    if (!isAccepted) throw new ApiError(422, 'Accept the terms to go on.');
    const { site_url: site } = await callPage<{ readonly site_url: string | null }>(
      'POST',
      '/session/activate',
      { body: { token, password, tos_accepted: true, time_zone: browserTimeZone() } },
    );
    await completeSignIn(site === null ? '/' : `/?${new URLSearchParams({ site })}`);
  });
  return (
    <>
      <RequestedBy signup={signup} />
      <p>
        Choose your password: the agent never sees it. The first 14 days are a trial of everything in the plan
        pro; it ends by itself.
      </p>
      <Form action="Activate the account" submission={submission}>
        <FixedEmailField email={email} />
        <NewPasswordField
          value={password}
          onValue={setPassword}
          error={submission.errors.of('password')}
          isFirst
        />
        <CheckboxField
          label="I accept the terms of whoever runs this server"
          isOn={isAccepted}
          onChange={setIsAccepted}
        />
      </Form>
    </>
  );
}
