/** Password reset: requesting the link, and choosing a new password. */

import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { callPage } from '../../api.ts';
import { BlankLayout } from '../../app/blank-layout.tsx';
import { Page } from '../../app/page.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import * as others from '../../labels/other-pages.ts';
import * as labels from '../../labels/sign-in.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { EmailField, NewPasswordField } from './fields.tsx';
import { useCompleteSignIn } from './use-complete-sign-in.ts';
import { useServerOptions } from './use-server-options.ts';

export function ResetPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  return (
    <BlankLayout>
      <Page title={token === '' ? labels.forgotThePassword : labels.chooseANewPassword}>
        <div className="sign-in">{token === '' ? <RequestLink /> : <ChoosePassword token={token} />}</div>
      </Page>
    </BlankLayout>
  );
}

function RequestLink() {
  const { data: options, isPending } = useServerOptions();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const submission = useSubmit(['email'], async () => {
    await callPage('POST', '/session/reset', { body: { email } });
    setSentTo(email.trim());
  });
  if (isPending) return <Skeleton height="10rem" />;
  if (options?.mail === false) return <NoMail />;
  if (sentTo !== undefined) return <LinkSent to={sentTo} onAgain={() => setSentTo(undefined)} />;
  return (
    <>
      <p>{labels.resetHint}</p>
      <Form
        action={labels.sendLink}
        submission={submission}
        aside={<Link href="/login">{labels.backToSignIn}</Link>}
      >
        <EmailField value={email} onValue={setEmail} error={submission.errors.of('email')} isFirst />
      </Form>
    </>
  );
}

function LinkSent({ to, onAgain }: { readonly to: string; readonly onAgain: () => void }) {
  return (
    <div className="stack" role="status">
      <p>{labels.resetMailed(<UntrustedText text={to} />)}</p>
      <p className="soft">{labels.resetMailedHint}</p>
      <div className="actions">
        <Button onClick={onAgain}>{labels.tryAnotherAddress}</Button>
        <Link href="/login">{labels.backToSignIn}</Link>
      </div>
    </div>
  );
}

function NoMail() {
  return (
    <>
      <p>{labels.noMail}</p>
      <ul className="sign-in-ways">
        <li>{labels.noMailCommand}</li>
        <li>{labels.noMailRelay}</li>
      </ul>
      <p>
        <Link href="/login">{labels.backToSignIn}</Link>
      </p>
    </>
  );
}

function ChoosePassword({ token }: { readonly token: string }) {
  const completeSignIn = useCompleteSignIn();
  const [password, setPassword] = useState('');
  const submission = useSubmit(['password'], async () => {
    await callPage('POST', '/session/reset/confirm', { body: { token, password } });
    await completeSignIn('/');
  });
  const { errors } = submission;
  return (
    <>
      <p>{labels.newPasswordHint}</p>
      <Form
        action={labels.setPassword}
        submission={submission}
        aside={errors.rest !== undefined && <Link href="/reset">{labels.requestNewLink}</Link>}
      >
        {/* Password managers expect a username field; only the token knows the user. */}
        <input type="text" autoComplete="username" readOnly hidden value="" />
        <NewPasswordField
          label={others.newPassword}
          value={password}
          onValue={setPassword}
          error={errors.of('password')}
          isFirst
        />
      </Form>
    </>
  );
}
