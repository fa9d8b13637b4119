/** The page of an activation link, for a signup that an agent has requested. */

import { useState } from 'react';
import { Link } from 'wouter';
import { ApiError, callPage } from '../../api.ts';
import { CheckboxField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { BROWSER_TIME_ZONE } from '../../forms/time-zones.ts';
import * as labels from '../../labels/sign-in.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { FixedEmailField, NewPasswordField } from './fields.tsx';
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
    title={labels.activateYourAccount}
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
      <p>{hasToken ? labels.activationInvalid : labels.activationIncomplete}</p>
      <p>{labels.askAgentAgain}</p>
      <SignIn />
    </>
  );
}

const SignIn = () => (
  <p>
    <Link href="/login" className="button primary">
      {labels.signIn}
    </Link>
  </p>
);

function PendingSignup({ token, signup }: { readonly token: string; readonly signup: Signup }) {
  const { email, status, needs_approval: needsApproval } = signup;
  if (status !== 'pending_owner') {
    return (
      <>
        <p>{labels.accountExists(<UntrustedText text={email} />)}</p>
        <SignIn />
      </>
    );
  }
  if (needsApproval) {
    return (
      <>
        <RequestedBy signup={signup} />
        <p>{labels.waitsForApproval}</p>
      </>
    );
  }
  return <ActivateForm token={token} signup={signup} />;
}

function RequestedBy({ signup: { agent_name: agent } }: { readonly signup: Signup }) {
  return (
    <p>
      {labels.requestedBy(
        agent === null ? labels.anAiAgent : labels.namedAgent(<UntrustedText text={agent} />),
      )}
    </p>
  );
}

function ActivateForm({ token, signup }: { readonly token: string; readonly signup: Signup }) {
  const { email } = signup;
  const completeSignIn = useCompleteSignIn();
  const [password, setPassword] = useState('');
  const [isAccepted, setIsAccepted] = useState(false);
  const submission = useSubmit(['password'], async () => {
    if (!isAccepted) throw new ApiError(422, labels.termsMissing);
    const { site_url: site } = await callPage<{ readonly site_url: string | null }>(
      'POST',
      '/session/activate',
      { body: { token, password, tos_accepted: true, time_zone: BROWSER_TIME_ZONE } },
    );
    await completeSignIn(site === null ? '/' : `/?${new URLSearchParams({ site })}`);
  });
  return (
    <>
      <RequestedBy signup={signup} />
      <p>{labels.activateHint}</p>
      <Form action={labels.submitActivation} submission={submission}>
        <FixedEmailField email={email} />
        <NewPasswordField
          value={password}
          onValue={setPassword}
          error={submission.errors.of('password')}
          isFirst
        />
        <CheckboxField label={labels.acceptTerms} isOn={isAccepted} onChange={setIsAccepted} />
      </Form>
    </>
  );
}
