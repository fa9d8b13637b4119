/** Accounts that AI agents have asked for: the operator lets them in, or not. */
import type { Static } from '@sinclair/typebox';
import type { Operator } from '../../../features/operator/schema.ts';
import type { OperatorSignups as SignupsSchema } from '../../../features/signups/schema.ts';
import { call, reasonOf } from '../../api.ts';
import { refresh, useApi } from '../../app/query-client.ts';
import { plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Fault } from '../../ui/notices.tsx';
import { Outside } from '../../ui/outside.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { ConfirmButton } from './confirm-button.tsx';

type Waiting = Static<typeof Operator>['pending_signups'];
type Signups = Static<typeof SignupsSchema>;
type Signup = Signups['signups'][number];

const LOOK_MS = 30_000;

/** What waits is counted by the operator's own answer as well. */
const look = () => refresh('/operator');

export function OperatorSignups({
  waiting,
  timeZone,
}: {
  readonly waiting: Waiting;
  readonly timeZone: string;
}) {
  return (
    <Panel title="Signups that wait for you">
      {waiting.length === 0 ? (
        <p className="soft">None. AI agents that ask for an account on this server are listed here.</p>
      ) : (
        <List timeZone={timeZone} />
      )}
    </Panel>
  );
}

function List({ timeZone }: { readonly timeZone: string }) {
  const { data, error, refetch } = useApi<Signups>('/operator/signups', {}, { everyMs: LOOK_MS });
  if (!data)
    return error ? <Fault error={error} onRetry={() => void refetch()} /> : <SkeletonRows count={2} />;
  const { signups, pagination } = data;
  const others = pagination.total_count - signups.length;
  return (
    <>
      <ul className="rows">
        {signups.map(signup => (
          <SignupRow key={signup.id} signup={signup} timeZone={timeZone} />
        ))}
      </ul>
      {others > 0 && <p className="hint">and {plural(others, 'older one')}</p>}
    </>
  );
}

function SignupRow({ signup, timeZone }: { readonly signup: Signup; readonly timeZone: string }) {
  const { email, needs_approval: needsApproval, expires_at: end, activation_url: url } = signup;
  return (
    <li className="row">
      <div className="row-main">
        <b>
          <Outside text={email} />
        </b>
        <span className="hint">
          {needsApproval ? 'waits for you' : 'waits for its owner'}
          <Details signup={signup} /> · ends <Moment at={end} timeZone={timeZone} />
        </span>
        {!needsApproval && url !== null && <CopyBox text={url} what={`the link for ${email}`} />}
      </div>
      <div className="actions">
        {needsApproval && <Approve signup={signup} />}
        <Remove signup={signup} />
      </div>
    </li>
  );
}

function Details({ signup }: { readonly signup: Signup }) {
  const { agent_name: agent, agent_client: client, site_url: site, intended_plan: plan } = signup;
  const facts = [
    ['asked for by', agent],
    ['in', client],
    ['for', site],
    ['would like the plan', plan],
  ] as const;
  return facts.map(([words, text]) =>
    text === null ? null : (
      <span key={words}>
        {' · '}
        {words} <Outside text={text} />
      </span>
    ),
  );
}

function Approve({ signup: { id, email } }: { readonly signup: Signup }) {
  const toast = useToast();
  const approve = async () => {
    try {
      await call('POST', `/operator/signups/${id}/approve`);
      await look();
      toast(`${email} may activate the account now`);
    } catch (error) {
      toast(reasonOf(error), { isFault: true });
    }
  };
  return (
    <Button isSmall aria-label={`Approve ${email}`} onClick={() => void approve()}>
      Approve
    </Button>
  );
}

function Remove({ signup: { id, email } }: { readonly signup: Signup }) {
  const remove = async () => {
    await call('DELETE', `/operator/signups/${id}`);
    await look();
  };
  return (
    <ConfirmButton
      text="Remove"
      label={`Remove the signup of ${email}`}
      title="Remove this signup?"
      action="Remove it"
      work={remove}
    >
      <p>
        The link that <Outside text={email} /> was given no longer works. An agent may ask again.
      </p>
    </ConfirmButton>
  );
}
