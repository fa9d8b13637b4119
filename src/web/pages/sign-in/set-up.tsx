/** The first start: whoever holds the printed address becomes the owner. */
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { callPage } from '../../api.ts';
import { BlankLayout } from '../../app/blank-layout.tsx';
import { Page } from '../../app/page.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { browserTimeZone, EmailField, NewPasswordField, TimeZoneField } from './fields.tsx';
import { useCompleteSignIn } from './use-complete-sign-in.ts';
import { useServerOptions } from './use-server-options.ts';

export function SetUpPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const isSetUp = useServerOptions().data?.has_users === true;
  return (
    <BlankLayout>
      <Page title="Set up Footfall">
        <div className="sign-in">
          {isSetUp ? <AlreadySetUp /> : token === '' ? <NoToken /> : <OwnerForm token={token} />}
        </div>
      </Page>
    </BlankLayout>
  );
}

function OwnerForm({ token }: { readonly token: string }) {
  const completeSignIn = useCompleteSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [timeZone, setTimeZone] = useState(browserTimeZone);
  const submission = useSubmit(['email', 'password', 'time_zone'], async () => {
    await callPage('POST', '/setup', { body: { token, email, password, time_zone: timeZone } });
    await completeSignIn('/');
  });
  const { errors } = submission;
  return (
    <>
      <p>Choose how you sign in. You are the owner of this server and of everything it counts.</p>
      <Form
        action="Create the owner"
        submission={submission}
        aside={errors.rest !== undefined && <Link href="/login">Sign in</Link>}
      >
        <EmailField value={email} onValue={setEmail} error={errors.of('email')} isFirst />
        <NewPasswordField value={password} onValue={setPassword} error={errors.of('password')} />
        <TimeZoneField value={timeZone} onValue={setTimeZone} error={errors.of('time_zone')} />
      </Form>
    </>
  );
}

function NoToken() {
  return (
    <p>
      Open the whole set-up address that the server printed when it started: it ends in a token, which works
      once. Lost it? Start the server again, and it prints another.
    </p>
  );
}

function AlreadySetUp() {
  return (
    <>
      <p>This server has its owner already, and its set-up address works no more.</p>
      <p>
        <Link href="/login" className="button primary">
          Sign in
        </Link>
      </p>
    </>
  );
}
