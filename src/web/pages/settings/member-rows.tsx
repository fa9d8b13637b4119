import { useState } from 'react';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { useTimeZone } from '../../app/user.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { useOptimisticSave } from '../../forms/use-optimistic-save.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/team.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import {
  ACCESS_FIELDS,
  AccessFields,
  describeAccess,
  type MemberAccess,
  toAccessBody,
} from './member-access.tsx';
import type { Member, Role, Team } from './team-answer.ts';

export function MemberRow({ member }: { readonly member: Member }) {
  const { id, email, name, created_at: since } = member;
  const [isChanged, setIsChanged] = useState(false);
  const remove = async () => {
    await call('DELETE', `/team/${id}`);
    await invalidate('/team');
  };
  if (isChanged)
    return (
      <li className="row">
        <ChangeAccess member={member} onDone={() => setIsChanged(false)} />
      </li>
    );
  return (
    <li className="row">
      <div className="row-main">
        <b>
          <UntrustedText text={name} />
        </b>
        <span className="hint">
          {labels.since(<UntrustedText text={email} />, <RelativeTime at={since} />)}
          {describeAccess(member)}
        </span>
      </div>
      <div className="actions">
        <RoleSelect member={member} />
        <Button
          variant="quiet"
          isSmall
          aria-label={labels.changeAccessOf(email)}
          onClick={() => setIsChanged(true)}
        >
          {labels.changeAccess}
        </Button>
        <ConfirmButton
          text={shared.remove}
          label={labels.removeMember(email)}
          title={labels.removeQuestion}
          action={labels.removeConfirm}
          work={remove}
          hint={labels.removeHint(<UntrustedText text={email} />)}
        />
      </div>
    </li>
  );
}

function ChangeAccess({ member, onDone }: { readonly member: Member; readonly onDone: () => void }) {
  const { id, email, role } = member;
  const toast = useToast();
  const [access, setAccess] = useState<MemberAccess>(member);
  const submission = useSubmit(ACCESS_FIELDS, async () => {
    await call('PATCH', `/team/${id}`, { body: toAccessBody(role, access) });
    await invalidate('/team');
    toast(labels.accessChanged(email));
    onDone();
  });
  return (
    <Form action={shared.save} submission={submission} onCancel={onDone}>
      <b>
        <UntrustedText text={email} />
      </b>
      <AccessFields role={role} access={access} errorOf={submission.errors.of} onAccess={setAccess} />
    </Form>
  );
}

function RoleSelect({ member }: { readonly member: Member }) {
  const toast = useToast();
  const [shown, change] = useOptimisticSave(member.role, async role => {
    await call('PATCH', `/team/${member.id}`, { body: { role } });
    await invalidate('/team');
    toast(labels.roleChanged(member.email, role === 'admin' ? labels.anAdmin : labels.aViewer));
  });
  return (
    <select
      className="input role-select"
      aria-label={labels.roleOf(member.email)}
      value={shown}
      onChange={event => void change(event.target.value as Role)}
    >
      <option value="viewer">{labels.viewer}</option>
      <option value="admin">{labels.admin}</option>
    </select>
  );
}

const MAIL_STATUS_LABELS = { waiting: labels.mailOnItsWay, sent: labels.mailed } as const;

export function InvitationRow({ invitation }: { readonly invitation: Team['invitations'][number] }) {
  const timeZone = useTimeZone();
  const { id, email, role, expires_at: end, mail_status: mailStatus, mail_error: mailError } = invitation;
  const revoke = async () => {
    await call('DELETE', `/team/invitations/${id}`);
    await invalidate('/team');
  };
  return (
    <li className="row">
      <div className="row-main">
        <b>
          <UntrustedText text={email} />
        </b>
        <span className="hint">
          {labels.invitedAs(
            role === 'admin' ? labels.anAdmin : labels.aViewer,
            <RelativeTime at={end} timeZone={timeZone} />,
            mailStatus !== null && mailStatus !== 'failed' && ` · ${MAIL_STATUS_LABELS[mailStatus]}`,
          )}
          {describeAccess(invitation)}
        </span>
        {mailStatus === 'failed' && (
          <span className="error">{labels.mailFailed(<UntrustedText text={mailError ?? ''} />)}</span>
        )}
      </div>
      <ConfirmButton
        text={labels.takeBack}
        label={labels.takeBackInvitation(email)}
        title={labels.takeBackQuestion}
        action={labels.takeBackConfirm}
        work={revoke}
        hint={labels.takeBackHint(<UntrustedText text={email} />)}
      />
    </li>
  );
}
