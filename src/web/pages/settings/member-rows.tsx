import type { Static } from '@sinclair/typebox';
import type { Team as TeamSchema } from '../../../features/team/schema.ts';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { useUserTimeZone } from '../../app/user.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import { useOptimisticSave } from '../../forms/use-optimistic-save.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/team.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

export type Team = Static<typeof TeamSchema>;
type Member = Team['members'][number];
export type Role = Member['role'];

export function MemberRow({ member }: { readonly member: Member }) {
  const { id, email, name, created_at: since } = member;
  const remove = async () => {
    await call('DELETE', `/team/${id}`);
    await invalidate('/team');
  };
  return (
    <li className="row">
      <div className="row-main">
        <b>
          <UntrustedText text={name} />
        </b>
        <span className="hint">
          {labels.since(<UntrustedText text={email} />, <RelativeTime at={since} />)}
        </span>
      </div>
      <div className="actions">
        <RoleSelect member={member} />
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
  const timeZone = useUserTimeZone();
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
