import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { callPage } from '../../api.ts';
import { BlankLayout } from '../../app/blank-layout.tsx';
import { Page } from '../../app/page.tsx';
import { TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/sign-in.tsx';
import { EmailField } from './fields.tsx';
import { safeRedirect } from './safe-redirect.ts';
import { useCompleteSignIn } from './use-complete-sign-in.ts';
import { useServerOptions } from './use-server-options.ts';

export function SignInPage() {
  const next = new URLSearchParams(useSearch()).get('next');
  const completeSignIn = useCompleteSignIn();
  const { data: options } = useServerOptions();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submission = useSubmit(['email', 'password'], async () => {
    await callPage('POST', '/session', { body: { email, password } });
    await completeSignIn(safeRedirect(next, location.origin));
  });
  const { errors } = submission;
  return (
    <BlankLayout>
      <Page title={labels.signIn}>
        <div className="sign-in">
          {options?.has_users === false && <NotSetUp />}
          <Form action={labels.signIn} submission={submission}>
            <EmailField value={email} onValue={setEmail} error={errors.of('email')} isFirst />
            <TextField
              label={shared.password}
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onValue={setPassword}
              error={errors.of('password')}
            />
          </Form>
          <p>
            <Link href="/reset">{labels.forgotThePasswordQuestion}</Link>
          </p>
        </div>
      </Page>
    </BlankLayout>
  );
}

function NotSetUp() {
  return <p className="banner">{labels.firstTimeHint}</p>;
}
