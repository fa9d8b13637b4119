/** Setup at the first start: the holder of the printed URL becomes the owner. */

import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { callPage } from '../../api.ts';
import { BlankLayout } from '../../app/blank-layout.tsx';
import { Page } from '../../app/page.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { BROWSER_TIME_ZONE } from '../../forms/time-zones.ts';
import * as labels from '../../labels/sign-in.tsx';
import { EmailField, NewPasswordField, TimeZoneField } from './fields.tsx';
import { useCompleteSignIn } from './use-complete-sign-in.ts';
import { useServerOptions } from './use-server-options.ts';

export function SetUpPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const isSetUp = useServerOptions().data?.has_users === true;
  return (
    <BlankLayout>
      <Page title={labels.setUpFootfall}>
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
  const [timeZone, setTimeZone] = useState(BROWSER_TIME_ZONE);
  const submission = useSubmit(['email', 'password', 'time_zone'], async () => {
    await callPage('POST', '/setup', { body: { token, email, password, time_zone: timeZone } });
    await completeSignIn('/');
  });
  const { errors } = submission;
  return (
    <>
      <p>{labels.setUpHint}</p>
      <Form
        action={labels.submitOwner}
        submission={submission}
        aside={errors.rest !== undefined && <Link href="/login">{labels.signIn}</Link>}
      >
        <EmailField value={email} onValue={setEmail} error={errors.of('email')} isFirst />
        <NewPasswordField value={password} onValue={setPassword} error={errors.of('password')} />
        <TimeZoneField value={timeZone} onValue={setTimeZone} error={errors.of('time_zone')} />
      </Form>
    </>
  );
}

function NoToken() {
  return <p>{labels.setUpIncomplete}</p>;
}

function AlreadySetUp() {
  return (
    <>
      <p>{labels.setUpUsed}</p>
      <p>
        <Link href="/login" className="button primary">
          {labels.signIn}
        </Link>
      </p>
    </>
  );
}
