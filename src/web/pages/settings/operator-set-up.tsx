/** What the server has been given beside its data: a mail relay, a model, a country database. And how to give it. */

import type { ReactNode } from 'react';
import { pluralize } from '../../../lib/english.ts';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Operator } from './operator.tsx';

export const OperatorSetUp = ({
  operator,
  timeZone,
}: {
  readonly operator: Operator;
  readonly timeZone: string;
}) => (
  <Panel title="Set-up">
    <ul className="rows">
      <Mail mail={operator.mail} />
      <Model model={operator.model} />
      <Countries countries={operator.country_database} timeZone={timeZone} />
    </ul>
    <p className="hint">
      <a href="/docs/self-hosting#settings">All settings of the server</a>. They are read when it starts.
    </p>
  </Panel>
);

const SetUpItem = ({
  name,
  state,
  tone,
  children,
}: {
  readonly name: string;
  readonly state: string;
  readonly tone: '' | ' good' | ' bad';
  readonly children: ReactNode;
}) => (
  <li className="row">
    <div className="row-main">
      <span>
        <b>{name}</b> <span className={`tag${tone}`}>{state}</span>
      </span>
      <span className="hint">{children}</span>
    </div>
  </li>
);

function Mail({
  mail: { is_set_up: isSetUp, from, waiting, last_error: error },
}: {
  readonly mail: Operator['mail'];
}) {
  if (!isSetUp) {
    return (
      <SetUpItem name="Mail" state="not set up" tone="">
        Nobody is mailed when a site goes down, and lost passwords are set on the server only. Set{' '}
        <code>FOOTFALL_SMTP_URL</code>, such as <code>smtp://user:password@mail.example:587</code>, and{' '}
        <code>FOOTFALL_MAIL_FROM</code>; then restart the server.
      </SetUpItem>
    );
  }
  return (
    <SetUpItem
      name="Mail"
      state={error === null ? 'set up' : 'failing'}
      tone={error === null ? ' good' : ' bad'}
    >
      From <UntrustedText text={from ?? ''} />
      {waiting > 0 && ` · ${pluralize(waiting, 'mail')} waiting`}
      {error !== null && (
        <>
          {' · the last one was not taken: '}
          <UntrustedText text={error} />
        </>
      )}
    </SetUpItem>
  );
}

function Model({ model: { is_set_up: isSetUp, model } }: { readonly model: Operator['model'] }) {
  return isSetUp ? (
    <SetUpItem name="Language model" state="set up" tone=" good">
      <UntrustedText text={model ?? 'the one its endpoint chooses'} />
    </SetUpItem>
  ) : (
    <SetUpItem name="Language model" state="not set up" tone="">
      Not needed: insights are written from the measured facts. To have a model write them, set{' '}
      <code>FOOTFALL_LLM_URL</code>, <code>FOOTFALL_LLM_MODEL</code> and <code>FOOTFALL_LLM_KEY</code>. It is
      sent sums only.
    </SetUpItem>
  );
}

function Countries({
  countries: { source, built_at: built },
  timeZone,
}: {
  readonly countries: Operator['country_database'];
  readonly timeZone: string;
}) {
  const isOwn = source !== 'embedded';
  return (
    <SetUpItem name="Country database" state={isOwn ? 'your own' : 'built in'} tone=" good">
      {isOwn && <UntrustedText text={source} />}
      {built !== null && (
        <>
          {isOwn && ' · '}Made <RelativeTime at={built} timeZone={timeZone} />
        </>
      )}
      {!isOwn && (
        <>
          . A newer or finer one goes into <code>FOOTFALL_GEO_DB</code>.
        </>
      )}
    </SetUpItem>
  );
}
