import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { callPage } from '../../api.ts';
import { BareFrame } from '../../app/bare-frame.tsx';
import { Page } from '../../app/page.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useSubmit } from '../../ui/form.tsx';
import { EmailField } from './fields.tsx';
import { ownPath } from './own-path.ts';
import { useEnter } from './use-enter.ts';
import { useOptions } from './use-options.ts';

export function SignInPage() {
  const next = new URLSearchParams(useSearch()).get('next');
  const enter = useEnter();
  const { data: options } = useOptions();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submission = useSubmit(['email', 'password'], async () => {
    await callPage('POST', '/session', { body: { email, password } });
    await enter(ownPath(next, location.origin));
  });
  const { faults } = submission;
  return (
    <BareFrame>
      <Page title="Sign in">
        {options?.has_users === false && <NotSetUp />}
        <div className="welcome">
          <Form action="Sign in" submission={submission}>
            <EmailField value={email} onValue={setEmail} fault={faults.of('email')} isFirst />
            <TextField
              label="Password"
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onValue={setPassword}
              fault={faults.of('password')}
            />
          </Form>
          <p>
            <Link href="/reset">Forgot the password?</Link>
          </p>
        </div>
      </Page>
    </BareFrame>
  );
}

function NotSetUp() {
  return (
    <p className="banner">
      First time here? This server has nobody yet: open the set-up address that it printed when it started.
    </p>
  );
}
