import type { Static } from '@sinclair/typebox';
import { useState } from 'react';
import type { CreatedInvitationAnswer } from '../../../features/team/schema.ts';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { RadioGroup } from '../../forms/radio-group.tsx';
import { SecretReveal } from '../../forms/secret-reveal.tsx';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/team.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useServerOptions } from '../sign-in/use-server-options.ts';
import {
  ACCESS_FIELDS,
  AccessFields,
  type MemberAccess,
  toAccessBody,
  WHOLE_ACCOUNT,
} from './member-access.tsx';
import type { Role } from './team-answer.ts';

const ROLES = [
  ['viewer', labels.viewer, labels.viewerHint],
  ['admin', labels.admin, labels.adminHint],
] as const;

type CreatedInvitation = Static<typeof CreatedInvitationAnswer>;

export function Invite() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [access, setAccess] = useState<MemberAccess>(WHOLE_ACCOUNT);
  const [made, setMade] = useState<CreatedInvitation | null>(null);
  const submission = useSubmit(['email', 'role', ...ACCESS_FIELDS], async () => {
    const body = { email, role, ...toAccessBody(role, access) };
    setMade(await call<CreatedInvitation>('POST', '/team/invitations', { body }));
    setEmail('');
    setAccess(WHOLE_ACCOUNT);
    await invalidate('/team');
  });
  return (
    <Panel title={labels.inviteTitle}>
      {made && made.invitation_url === null ? (
        <InvitationMailed email={made.invitation.email} onDone={() => setMade(null)} />
      ) : made?.invitation_url ? (
        <SecretReveal
          title={labels.linkTitle}
          what={labels.linkName}
          secret={made.invitation_url}
          onDone={() => setMade(null)}
        >
          <LinkHint email={made.invitation.email} />
        </SecretReveal>
      ) : (
        <Form action={labels.invite} submission={submission}>
          <TextField
            label={shared.email}
            type="email"
            inputMode="email"
            autoComplete="off"
            value={email}
            error={submission.errors.of('email')}
            onValue={setEmail}
          />
          <RadioGroup legend={labels.role} options={ROLES} value={role} onValue={setRole} />
          <AccessFields role={role} access={access} errorOf={submission.errors.of} onAccess={setAccess} />
        </Form>
      )}
    </Panel>
  );
}

/** The link was mailed, and only the recipient is to have it. */
function InvitationMailed({ email, onDone }: { readonly email: string; readonly onDone: () => void }) {
  return (
    <div className="stack" role="status">
      <p>{labels.mailedTo(<UntrustedText text={email} />)}</p>
      <div className="actions">
        <Button onClick={onDone}>{labels.done}</Button>
      </div>
    </div>
  );
}

/** Shows whether the link was mailed as well, or has to be passed on. */
function LinkHint({ email }: { readonly email: string }) {
  const { data: options } = useServerOptions();
  return (
    <p>
      {labels.linkValidity(
        options?.mail
          ? labels.alsoMailedTo(<UntrustedText text={email} />)
          : labels.sendYourself(<UntrustedText text={email} />),
      )}
    </p>
  );
}
