/** Where the link of a signup leads that an agent began: its owner makes the account. */
import { useState } from 'react';
import { Link } from 'wouter';
import { ApiError, callPage } from '../../api.ts';
import { CheckField } from '../../ui/field.tsx';
import { Form, useSubmit } from '../../ui/form.tsx';
import { Outside } from '../../ui/outside.tsx';
import { NewPasswordField, OwnEmail, ownTimeZone } from './fields.tsx';
import { LinkPage } from './link-page.tsx';
import { useEnter } from './use-enter.ts';

interface HeldSignup {
  readonly email: string;
  readonly agent_name: string | null;
  readonly site_url: string | null;
  readonly status: 'pending_owner' | 'owner_activated' | 'existing_account';
  readonly needs_approval: boolean;
}

/** Until the operator has approved. */
const LOOK_MS = 10_000;

export const ActivatePage = () => (
  <LinkPage<HeldSignup>
    title="Activate your account"
    path="/session/activation"
    voidStatuses={[400, 403]}
    everyMs={({ status, needs_approval: needsApproval }) =>
      status === 'pending_owner' && needsApproval && LOOK_MS
    }
    voidNote={isWhole => <VoidLink isWhole={isWhole} />}
  >
    {(token, signup) => <Held token={token} signup={signup} />}
  </LinkPage>
);

function VoidLink({ isWhole }: { readonly isWhole: boolean }) {
  return (
    <>
      <p>
        {isWhole
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

function Held({ token, signup }: { readonly token: string; readonly signup: HeldSignup }) {
  const { email, status, needs_approval: needsApproval } = signup;
  if (status !== 'pending_owner') {
    return (
      <>
        <p>
          <Outside text={email} /> has its account already.
        </p>
        <SignIn />
      </>
    );
  }
  if (needsApproval) {
    return (
      <>
        <Asked signup={signup} />
        <p>
          Whoever runs this server has to approve it first. Then this page lets you choose a password: leave
          it open, or come back with the same link.
        </p>
      </>
    );
  }
  return <ActivateForm token={token} signup={signup} />;
}

function Asked({ signup: { agent_name: agent } }: { readonly signup: HeldSignup }) {
  return (
    <p>
      {agent === null ? (
        'An AI agent'
      ) : (
        <>
          The AI agent{' '}
          <b>
            <Outside text={agent} />
          </b>
        </>
      )}{' '}
      has asked for an account for you.
    </p>
  );
}

function ActivateForm({ token, signup }: { readonly token: string; readonly signup: HeldSignup }) {
  const { email } = signup;
  const enter = useEnter();
  const [password, setPassword] = useState('');
  const [isAccepted, setIsAccepted] = useState(false);
  const submission = useSubmit(['password'], async () => {
    if (!isAccepted) throw new ApiError(422, 'Accept the terms to go on.');
    const { site_url: site } = await callPage<{ readonly site_url: string | null }>(
      'POST',
      '/session/activate',
      { body: { token, password, tos_accepted: true, time_zone: ownTimeZone() } },
    );
    await enter(site === null ? '/' : `/?${new URLSearchParams({ site })}`);
  });
  return (
    <>
      <Asked signup={signup} />
      <p>
        Choose your password: the agent never sees it. The first 14 days are a trial of everything in the plan
        pro; it ends by itself.
      </p>
      <Form action="Activate the account" submission={submission}>
        <OwnEmail email={email} />
        <NewPasswordField
          value={password}
          onValue={setPassword}
          fault={submission.faults.of('password')}
          isFirst
        />
        <CheckField
          label="I accept the terms of whoever runs this server"
          isOn={isAccepted}
          onChange={setIsAccepted}
        />
      </Form>
    </>
  );
}
