/** Configuration of the server: mail relay, language model, country database. */

import type { ReactNode } from 'react';
import { formatDateTime } from '../../format.ts';
import * as labels from '../../labels/server.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { ServerStatus } from './server-status.ts';

export const OperatorSetUp = ({
  status,
  timeZone,
}: {
  readonly status: ServerStatus;
  readonly timeZone: string;
}) => (
  <Panel title={labels.setUpTitle}>
    <ul className="rows">
      <Mail mail={status.mail} />
      <Model model={status.model} />
      <Countries countries={status.country_database} timeZone={timeZone} />
      {status.tls && <Certificate tls={status.tls} timeZone={timeZone} />}
    </ul>
    <p className="hint">{labels.allSettings}</p>
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
  readonly mail: ServerStatus['mail'];
}) {
  if (!isSetUp) {
    return (
      <SetUpItem name={labels.mail} state={labels.notSetUp} tone="">
        {labels.noMailHint}
      </SetUpItem>
    );
  }
  return (
    <SetUpItem
      name={labels.mail}
      state={error === null ? labels.setUp : labels.failing}
      tone={error === null ? ' good' : ' bad'}
    >
      {labels.mailDetails(
        <UntrustedText text={from ?? ''} />,
        waiting > 0 && labels.waiting(labels.mailCount(waiting)),
        error !== null && (
          <>
            {labels.lastMailFailed}
            <UntrustedText text={error} />
          </>
        ),
      )}
    </SetUpItem>
  );
}

function Model({ model: { is_set_up: isSetUp, model } }: { readonly model: ServerStatus['model'] }) {
  return isSetUp ? (
    <SetUpItem name={labels.languageModel} state={labels.setUp} tone=" good">
      <UntrustedText text={model ?? labels.defaultModel} />
    </SetUpItem>
  ) : (
    <SetUpItem name={labels.languageModel} state={labels.notSetUp} tone="">
      {labels.noModelHint}
    </SetUpItem>
  );
}

function Countries({
  countries: { source, built_at: built },
  timeZone,
}: {
  readonly countries: ServerStatus['country_database'];
  readonly timeZone: string;
}) {
  const isOwn = source !== 'embedded';
  return (
    <SetUpItem name={labels.countryDatabase} state={isOwn ? labels.ownDatabase : labels.builtIn} tone=" good">
      {isOwn && <UntrustedText text={source} />}
      {built !== null && labels.made(isOwn && ' · ', <RelativeTime at={built} timeZone={timeZone} />)}
      {!isOwn && labels.countryDatabaseHint}
    </SetUpItem>
  );
}

function Certificate({
  tls: { source, names, valid_until: until, last_error: error },
  timeZone,
}: {
  readonly tls: NonNullable<ServerStatus['tls']>;
  readonly timeZone: string;
}) {
  const state = source === 'acme' ? labels.byAuthority : labels.byFiles;
  return (
    <SetUpItem
      name={labels.certificate}
      state={error === null ? state : labels.failing}
      tone={error === null ? ' good' : ' bad'}
    >
      {labels.certificateDetails(<UntrustedText text={names.join(', ')} />, formatDateTime(until, timeZone))}
      {error !== null && (
        <>
          {labels.renewalFailed}
          <UntrustedText text={error} />
        </>
      )}
    </SetUpItem>
  );
}
