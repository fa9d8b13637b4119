import { useState } from 'react';
import { call } from '../../api.ts';
import { refresh } from '../../app/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useSubmit } from '../../ui/form.tsx';
import { Outside } from '../../ui/outside.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useOptions } from '../welcome/use-options.ts';
import type { Role } from './member-rows.tsx';
import { Radios } from './radios.tsx';
import { ShownOnce } from './shown-once.tsx';

const ROLES = [
  ['viewer', 'Viewer', 'Looks at every site, and changes nothing.'],
  ['admin', 'Admin', 'Also adds, changes and deletes sites, and sets up webhooks.'],
] as const;

interface Made {
  readonly invitation: { readonly email: string };
  /** Null: only the mail holds it. */
  readonly invitation_url: string | null;
}

export function Invite() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [made, setMade] = useState<Made | null>(null);
  const submission = useSubmit(['email', 'role'], async () => {
    setMade(await call<Made>('POST', '/team/invitations', { body: { email, role } }));
    setEmail('');
    await refresh('/team');
  });
  return (
    <Panel title="Invite somebody">
      {made && made.invitation_url === null ? (
        <Mailed email={made.invitation.email} onDone={() => setMade(null)} />
      ) : made?.invitation_url ? (
        <ShownOnce
          title="The link of the invitation"
          what="the link"
          secret={made.invitation_url}
          onDone={() => setMade(null)}
        >
          <Sent email={made.invitation.email} />
        </ShownOnce>
      ) : (
        <Form action="Invite" submission={submission}>
          <TextField
            label="E-mail"
            type="email"
            inputMode="email"
            autoComplete="off"
            value={email}
            fault={submission.faults.of('email')}
            onValue={setEmail}
          />
          <Radios legend="Role" options={ROLES} value={role} onValue={setRole} />
        </Form>
      )}
    </Panel>
  );
}

/** The link was mailed, and nobody but its reader is to have it. */
function Mailed({ email, onDone }: { readonly email: string; readonly onDone: () => void }) {
  return (
    <div className="stack" role="status">
      <p>
        The invitation goes to <Outside text={email} /> by mail; what becomes of it is shown below. Its link
        is good for 7 days, and works once.
      </p>
      <div className="actions">
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}

/** Whether the link was mailed, or has to be handed over. */
function Sent({ email }: { readonly email: string }) {
  const { data: options } = useOptions();
  return (
    <p>
      {options?.mail ? (
        <>
          It goes to <Outside text={email} /> by mail too.
        </>
      ) : (
        <>
          Send it to <Outside text={email} /> yourself: this server sends no mail.
        </>
      )}{' '}
      It is good for 7 days, and works once.
    </p>
  );
}
