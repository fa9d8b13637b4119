/** A lost password: a link by mail, and what it leads to. */
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { callPage } from '../../api.ts';
import { BlankLayout } from '../../app/blank-layout.tsx';
import { Page } from '../../app/page.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
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
      <Page title={token === '' ? 'Forgot the password' : 'Choose a new password'}>
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
      <p>A mail brings you a link with which you choose a new one.</p>
      <Form
        action="Send the link"
        submission={submission}
        aside={<Link href="/login">Back to signing in</Link>}
      >
        <EmailField value={email} onValue={setEmail} error={submission.errors.of('email')} isFirst />
      </Form>
    </>
  );
}

function LinkSent({ to, onAgain }: { readonly to: string; readonly onAgain: () => void }) {
  return (
    <div className="stack" role="status">
      <p>
        If{' '}
        <b>
          <UntrustedText text={to} />
        </b>{' '}
        has an account here, a mail with a link is on its way. The link is good for an hour, and once.
      </p>
      <p className="soft">
        Nothing after a few minutes? Look among the spam, and whether the address is right. Some mail servers
        let a first mail wait: it is tried again for half an hour.
      </p>
      <div className="actions">
        <Button onClick={onAgain}>Try another address</Button>
        <Link href="/login">Back to signing in</Link>
      </div>
    </div>
  );
}

function NoMail() {
  return (
    <>
      <p>
        This server sends no mail, so that it cannot send you a link. Whoever runs it can help in a minute:
      </p>
      <ul className="sign-in-ways">
        <li>
          Set a new password on the server. The command reads it from its input:
          <pre>
            <code>footfall user set EMAIL --password-stdin</code>
          </pre>
        </li>
        <li>
          Or give the server a mail relay with <code>FOOTFALL_SMTP_URL</code>, start it again, and come back
          here.
        </li>
      </ul>
      <p>
        <Link href="/login">Back to signing in</Link>
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
      <p>
        It signs you in here, ends every other session, and revokes every API key: make new ones in the
        settings.
      </p>
      <Form
        action="Set the password"
        submission={submission}
        aside={errors.rest !== undefined && <Link href="/reset">Ask for a new link</Link>}
      >
        {/* Whose it is only the link knows; browsers look for the place all the same. */}
        <input type="text" autoComplete="username" readOnly hidden value="" />
        <NewPasswordField
          label="New password"
          value={password}
          onValue={setPassword}
          error={errors.of('password')}
          isFirst
        />
      </Form>
    </>
  );
}
