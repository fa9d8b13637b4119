import { useState } from 'react';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import * as labels from '../../labels/account.tsx';
import * as others from '../../labels/other-pages.ts';
import * as shared from '../../labels/shared.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useToast } from '../../ui/toasts.tsx';

const EMPTY = { current_password: '', new_password: '' };

export function PasswordForm({ email }: { readonly email: string }) {
  const toast = useToast();
  const [fields, setFields] = useState(EMPTY);
  const submission = useSubmit(['current_password', 'new_password'], async () => {
    await call('POST', '/me/password', { body: fields });
    setFields(EMPTY);
    toast(labels.passwordChanged);
    await invalidate('/me/sessions');
  });
  const set = (part: Partial<typeof EMPTY>) => setFields({ ...fields, ...part });
  const { field } = bindFields({ fields, set }, submission.errors);
  return (
    <Panel title={shared.password}>
      <Form action={labels.changePassword} variant="plain" submission={submission}>
        {/* The username for password managers. */}
        <input type="email" hidden readOnly autoComplete="username" value={email} />
        <TextField
          label={labels.currentPassword}
          type="password"
          autoComplete="current-password"
          maxLength={1000}
          {...field('current_password')}
        />
        <TextField
          label={others.newPassword}
          type="password"
          autoComplete="new-password"
          maxLength={1000}
          hint={labels.newPasswordHint}
          {...field('new_password')}
        />
      </Form>
    </Panel>
  );
}
