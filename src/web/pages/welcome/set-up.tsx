/** The first start: whoever holds the printed address becomes the owner. */
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { callPage } from '../../api.ts';
import { BareFrame } from '../../app/bare-frame.tsx';
import { Page } from '../../app/page.tsx';
import { Form, useSubmit } from '../../ui/form.tsx';
import { EmailField, NewPasswordField, ownTimeZone, TimeZoneField } from './fields.tsx';
import { useEnter } from './use-enter.ts';
import { useOptions } from './use-options.ts';

export function SetUpPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const isSetUp = useOptions().data?.has_users === true;
  return (
    <BareFrame>
      <Page title="Set up Footfall">
        <div className="welcome">
          {isSetUp ? <AlreadySetUp /> : token === '' ? <NoToken /> : <OwnerForm token={token} />}
        </div>
      </Page>
    </BareFrame>
  );
}

function OwnerForm({ token }: { readonly token: string }) {
  const enter = useEnter();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [timeZone, setTimeZone] = useState(ownTimeZone);
  const submission = useSubmit(['email', 'password', 'time_zone'], async () => {
    await callPage('POST', '/setup', { body: { token, email, password, time_zone: timeZone } });
    await enter('/');
  });
  const { faults } = submission;
  return (
    <>
      <p>Choose how you sign in. You are the owner of this server and of everything it counts.</p>
      <Form
        action="Create the owner"
        submission={submission}
        aside={faults.rest !== undefined && <Link href="/login">Sign in</Link>}
      >
        <EmailField value={email} onValue={setEmail} fault={faults.of('email')} isFirst />
        <NewPasswordField value={password} onValue={setPassword} fault={faults.of('password')} />
        <TimeZoneField value={timeZone} onValue={setTimeZone} fault={faults.of('time_zone')} />
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
