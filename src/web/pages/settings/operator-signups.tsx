/** Signups that AI agents have requested, for the operator to approve or remove. */

import type { Static } from '@sinclair/typebox';
import { useState } from 'react';
import type { ServerStatusAnswer } from '../../../features/operator/schema.ts';
import type { OperatorSignups as SignupsSchema } from '../../../features/signups/schema.ts';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import * as labels from '../../labels/server.tsx';
import * as shared from '../../labels/shared.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { escapeInvisibleCharacters, UntrustedText } from '../../ui/untrusted-text.tsx';

type Waiting = Static<typeof ServerStatusAnswer>['pending_signups'];
type Signups = Static<typeof SignupsSchema>;
type Signup = Signups['signups'][number];

const POLL_MS = 30_000;
const PER_PAGE = 20;

/** Pending signups are part of the operator's answer as well. */
const refreshSignups = () => invalidate('/operator');

export function OperatorSignups({
  waiting,
  timeZone,
}: {
  readonly waiting: Waiting;
  readonly timeZone: string;
}) {
  return (
    <Panel title={labels.signupsTitle}>
      {waiting.length === 0 ? <p className="soft">{labels.noSignups}</p> : <List timeZone={timeZone} />}
    </Panel>
  );
}

function List({ timeZone }: { readonly timeZone: string }) {
  const [page, setPage] = useState(1);
  const query = useApi<Signups>(
    '/operator/signups',
    { page, per_page: PER_PAGE },
    { refetchMs: POLL_MS, keepsPrevious: true },
  );
  const { current_page: current = 1, total_pages: pages = 1 } = query.data?.pagination ?? {};
  // The last row of the last page is gone.
  if (current === page && page > Math.max(1, pages)) setPage(Math.max(1, pages));
  return (
    <QueryContent query={query} loading={2}>
      {({ signups, pagination }) => (
        <>
          <ul className="rows">
            {signups.map(signup => (
              <SignupRow key={signup.id} signup={signup} timeZone={timeZone} />
            ))}
          </ul>
          <Pager pagination={pagination} onPage={setPage} label={labels.signupsPager} />
        </>
      )}
    </QueryContent>
  );
}

function SignupRow({ signup, timeZone }: { readonly signup: Signup; readonly timeZone: string }) {
  const { email, needs_approval: needsApproval, expires_at: end, activation_url: url } = signup;
  const { intended_plan: plan } = signup;
  return (
    <li className="row">
      <div className="row-main">
        <b>
          <UntrustedText text={email} />
        </b>
        <span className="hint">
          {labels.ends(
            needsApproval ? labels.waitsForOperator : labels.waitsForItsOwner,
            plan !== null && labels.wantedPlan(plan),
            <RelativeTime at={end} timeZone={timeZone} />,
          )}
        </span>
        <Details signup={signup} />
      </div>
      <div className="actions">
        {needsApproval && <Approve signup={signup} />}
        <Remove signup={signup} />
      </div>
      {!needsApproval && url !== null && <CopyBox text={url} what={labels.linkName(email)} />}
    </li>
  );
}

/** Untrusted details of a signup, a truncated line each. */
function Details({ signup }: { readonly signup: Signup }) {
  const { agent_name: agent, agent_client: client, site_url: site } = signup;
  const facts = [
    [labels.requestedBy, agent],
    [labels.inClient, client],
    [labels.forSite, site],
  ] as const;
  return facts.map(([words, text]) =>
    text === null ? null : (
      <span key={words} className="hint cut" title={escapeInvisibleCharacters(text)}>
        {words} <UntrustedText text={text} />
      </span>
    ),
  );
}

function Approve({ signup: { id, email } }: { readonly signup: Signup }) {
  const toast = useToast();
  const approve = async () => {
    await call('POST', `/operator/signups/${id}/approve`);
    await refreshSignups();
    toast(labels.approved(email));
  };
  return (
    <ActionButton aria-label={labels.approveSignup(email)} work={approve}>
      {labels.approve}
    </ActionButton>
  );
}

function Remove({ signup: { id, email } }: { readonly signup: Signup }) {
  const remove = async () => {
    await call('DELETE', `/operator/signups/${id}`);
    await refreshSignups();
  };
  return (
    <ConfirmButton
      text={shared.remove}
      label={labels.removeSignup(email)}
      title={labels.removeQuestion}
      action={labels.removeConfirm}
      work={remove}
      hint={labels.removeHint(<UntrustedText text={email} />)}
    />
  );
}
