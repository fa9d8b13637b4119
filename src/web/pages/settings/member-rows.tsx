import type { Static } from '@sinclair/typebox';
import { useState } from 'react';
import type { Team as TeamSchema } from '../../../features/team/schema.ts';
import { call, toErrorMessage } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { useUserTimeZone } from '../../app/user.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
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
          <UntrustedText text={email} /> · since <RelativeTime at={since} />
        </span>
      </div>
      <div className="actions">
        <RoleSelect member={member} />
        <ConfirmButton
          text="Remove"
          label={`Remove ${email}`}
          title="Remove this member?"
          action="Remove from the team"
          work={remove}
        >
          <p>
            <UntrustedText text={email} /> no longer sees your sites. To come back they have to be invited
            again.
          </p>
        </ConfirmButton>
      </div>
    </li>
  );
}

function RoleSelect({ member }: { readonly member: Member }) {
  const toast = useToast();
  const [wanted, setWanted] = useState<Role | null>(null);
  const change = async (role: Role) => {
    setWanted(role);
    try {
      await call('PATCH', `/team/${member.id}`, { body: { role } });
      await invalidate('/team');
      toast(`${member.email} is ${role === 'admin' ? 'an admin' : 'a viewer'} now`);
    } catch (error) {
      toast(toErrorMessage(error), { isError: true });
    } finally {
      setWanted(null);
    }
  };
  return (
    <select
      className="input role-select"
      aria-label={`Role of ${member.email}`}
      value={wanted ?? member.role}
      onChange={event => void change(event.target.value as Role)}
    >
      <option value="viewer">Viewer</option>
      <option value="admin">Admin</option>
    </select>
  );
}

const MAIL_STATUS_LABELS = { waiting: 'the mail is on its way', sent: 'mailed' } as const;

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
          as {role === 'admin' ? 'an admin' : 'a viewer'} · the link ends{' '}
          <RelativeTime at={end} timeZone={timeZone} />
          {mailStatus !== null && mailStatus !== 'failed' && ` · ${MAIL_STATUS_LABELS[mailStatus]}`}
        </span>
        {mailStatus === 'failed' && (
          <span className="error">
            The mail could not be delivered: <UntrustedText text={mailError ?? ''} />. Check the address and
            invite it again.
          </span>
        )}
      </div>
      <ConfirmButton
        text="Take back"
        label={`Take back the invitation of ${email}`}
        title="Take this invitation back?"
        action="Take it back"
        work={revoke}
      >
        <p>
          The link that <UntrustedText text={email} /> was given no longer works.
        </p>
      </ConfirmButton>
    </li>
  );
}
