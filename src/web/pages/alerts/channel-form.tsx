/** The form of a notification channel, for adding and editing. */
import { useEffect, useState } from 'react';
import {
  CHANNEL_FIELDS,
  CHANNEL_KINDS,
  type ChannelField,
  type ChannelKind,
} from '../../../core/notification-channels.ts';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { useUserSettings } from '../../app/user.ts';
import { CheckboxField, SelectField, TextField } from '../../forms/field.tsx';
import { type FieldErrors, Form, useSubmit } from '../../forms/form.tsx';
import { SecretReveal } from '../../forms/secret-reveal.tsx';
import * as labels from '../../labels/alerts.tsx';
import * as shared from '../../labels/shared.tsx';
import * as webhooks from '../../labels/webhooks.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CHANNELS_PATH, type Channel, type CreatedChannel } from './channel-words.ts';
import { offerInstallation, subscribe } from './subscribe.ts';

/** What is typed. */
interface Draft {
  readonly kind: ChannelKind;
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly isActive: boolean;
  readonly isQuiet: boolean;
  readonly from: string;
  readonly until: string;
  readonly exceptDowns: boolean;
}

const NEW: Draft = {
  kind: 'mail',
  name: '',
  settings: {},
  isActive: true,
  isQuiet: false,
  from: '22:00',
  until: '07:00',
  exceptDowns: true,
};

/** Names of fields that errors begin with: those of any kind. */
const NAMES = [
  'name',
  'quiet_hours',
  ...new Set(
    CHANNEL_KINDS.flatMap(kind => Object.keys(CHANNEL_FIELDS[kind]).map(name => `settings.${name}`)),
  ),
];

const fieldsOf = (kind: ChannelKind): [string, ChannelField][] => Object.entries(CHANNEL_FIELDS[kind]);

/** Those that people fill in: a subscription is the browser's. */
const shownFieldsOf = (kind: ChannelKind) => (kind === 'web_push' ? [] : fieldsOf(kind));

/** Returns the fields of a kind that were filled in. */
const filledIn = ({ kind, settings }: Draft): Record<string, string> =>
  Object.fromEntries(
    fieldsOf(kind).flatMap(([name]) => {
      const value = settings[name]?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );

const toBody = (draft: Draft) => ({
  name: draft.name.trim() || labels.channelKinds[draft.kind],
  settings: filledIn(draft),
  active: draft.isActive,
  quiet_hours: draft.isQuiet
    ? { from: draft.from, until: draft.until, except_downs: draft.exceptDowns }
    : null,
});

export function NewChannel({ onDone }: { readonly onDone: () => void }) {
  const email = useUserSettings().data?.settings.email ?? '';
  const [draft, setDraft] = useState(NEW);
  const [made, setMade] = useState<CreatedChannel | null>(null);
  useEffect(offerInstallation, []);
  const shown = draft.kind === 'mail' && draft.settings['email'] === undefined;
  const current = shown ? { ...draft, settings: { ...draft.settings, email } } : draft;
  const submission = useSubmit(NAMES, async () => {
    const typed = toBody(current);
    const settings = current.kind === 'web_push' ? await subscribe() : typed.settings;
    const body = { kind: current.kind, ...typed, settings };
    const answer = await call<CreatedChannel>('POST', CHANNELS_PATH, { body });
    await invalidate(CHANNELS_PATH);
    if (answer.signing_secret === null) onDone();
    else setMade(answer);
  });
  return (
    <Panel title={labels.newChannel}>
      {made?.signing_secret ? (
        <SecretReveal
          title={webhooks.newSecretTitle}
          what={webhooks.secretName}
          secret={made.signing_secret}
          onDone={onDone}
        />
      ) : (
        <Form action={labels.addChannel} submission={submission} onCancel={onDone}>
          <SelectField
            label={labels.channelKind}
            value={draft.kind}
            options={CHANNEL_KINDS.map(kind => [kind, labels.channelKinds[kind]] as const)}
            onValue={kind => setDraft({ ...draft, kind, settings: {} })}
          />
          <Fields draft={current} set={setDraft} errors={submission.errors} />
        </Form>
      )}
    </Panel>
  );
}

export function EditChannel({ channel, onDone }: { readonly channel: Channel; readonly onDone: () => void }) {
  const { id, kind, name, active, quiet_hours: quiet } = channel;
  // Of an address that is a secret, its host alone is known.
  const known = fieldsOf(kind).flatMap(([field, { isSecret }]) =>
    isSecret ? [] : [[field, channel.settings[field] ?? ''] as const],
  );
  const [draft, setDraft] = useState<Draft>({
    ...NEW,
    kind,
    name,
    settings: Object.fromEntries(known),
    isActive: active,
    isQuiet: quiet !== null,
    ...(quiet ? { from: quiet.from, until: quiet.until, exceptDowns: quiet.except_downs === true } : {}),
  });
  const submission = useSubmit(NAMES, async () => {
    await call('PATCH', `${CHANNELS_PATH}/${id}`, { body: toBody(draft) });
    await invalidate(CHANNELS_PATH);
    onDone();
  });
  return (
    <Form action={shared.save} submission={submission} onCancel={onDone}>
      <Fields draft={draft} set={setDraft} errors={submission.errors} isEdited />
      <CheckboxField
        label={webhooks.on}
        isOn={draft.isActive}
        onChange={isActive => setDraft({ ...draft, isActive })}
      />
    </Form>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly set: (draft: Draft) => void;
  readonly errors: FieldErrors;
  /** True: secrets that are left empty stay as they are. */
  readonly isEdited?: boolean;
}

function Fields({ draft, set, errors, isEdited = false }: FieldsProps) {
  return (
    <>
      {draft.kind === 'web_push' && !isEdited && <p className="hint">{labels.pushHint}</p>}
      {shownFieldsOf(draft.kind).map(([name, { isSecret, fallback }]) => (
        <TextField
          key={name}
          label={labels.channelFields[name] ?? name}
          hint={isEdited && isSecret ? labels.keptSecret : labels.fieldHints[`${draft.kind} ${name}`]}
          error={errors.of(`settings.${name}`)}
          value={draft.settings[name] ?? ''}
          placeholder={fallback ?? ''}
          autoComplete="off"
          spellCheck={false}
          onValue={value => set({ ...draft, settings: { ...draft.settings, [name]: value } })}
        />
      ))}
      <TextField
        label={shared.optionalName}
        hint={labels.channelNameHint}
        error={errors.of('name')}
        value={draft.name}
        maxLength={100}
        onValue={name => set({ ...draft, name })}
      />
      <CheckboxField
        label={labels.quietHours}
        hint={labels.quietHoursHint}
        isOn={draft.isQuiet}
        onChange={isQuiet => set({ ...draft, isQuiet })}
      />
      {draft.isQuiet && (
        <>
          <TextField
            label={labels.quietFrom}
            type="time"
            error={errors.of('quiet_hours')}
            value={draft.from}
            onValue={from => set({ ...draft, from })}
          />
          <TextField
            label={labels.quietUntil}
            type="time"
            value={draft.until}
            onValue={until => set({ ...draft, until })}
          />
          <CheckboxField
            label={labels.exceptDowns}
            isOn={draft.exceptDowns}
            onChange={exceptDowns => set({ ...draft, exceptDowns })}
          />
        </>
      )}
    </>
  );
}
