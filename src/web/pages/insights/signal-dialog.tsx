/** The dialog for creating and editing a signal. */

import { useState } from 'react';
import { useTimeZone } from '../../app/user.ts';
import { SelectField, TextAreaField, TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { formatLocalDateTime, parseLocalDateTime } from '../../forms/local-date-time.ts';
import * as labels from '../../labels/insights.tsx';
import * as shared from '../../labels/shared.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CATEGORY_OPTIONS } from './categories.ts';
import { type Signal, useSignalChanges } from './use-signals.ts';

export function SignalDialog({
  siteId,
  signal,
  at,
  isOpen,
  onClose,
}: {
  readonly siteId: number;
  /** The signal to edit; none for a new one. */
  readonly signal?: Signal | undefined;
  /** When a new one happened, an instant or local date and time; now without it. */
  readonly at?: Date | string | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={signal ? labels.changeTitle : labels.addSignal} isOpen={isOpen} onClose={onClose}>
      <SignalForm siteId={siteId} signal={signal} at={at} onDone={onClose} />
    </Dialog>
  );
}

function SignalForm({
  siteId,
  signal,
  at = new Date(),
  onDone,
}: {
  readonly siteId: number;
  readonly signal: Signal | undefined;
  readonly at: Date | string | undefined;
  readonly onDone: () => void;
}) {
  const timeZone = useTimeZone();
  const { save } = useSignalChanges(siteId);
  const [title, setTitle] = useState(signal?.title ?? '');
  const [before] = useState(() =>
    typeof at === 'string' ? at : formatLocalDateTime(signal ? new Date(signal.occurred_at) : at, timeZone),
  );
  const [when, setWhen] = useState(before);
  const [category, setCategory] = useState<Signal['category']>(signal?.category ?? 'other');
  const [description, setDescription] = useState(signal?.description ?? '');
  const submission = useSubmit(['signal.title', 'signal.occurred_at', 'signal.description'], async () => {
    // The field has minutes only: an untouched value keeps its seconds.
    const occurred_at =
      signal && when === before
        ? signal.occurred_at
        : (parseLocalDateTime(when, timeZone)?.toISOString() ?? '');
    await save({ title, occurred_at, category, description: description.trim() || null }, signal?.id);
    onDone();
  });
  const { errors } = submission;
  return (
    <Form action={signal ? shared.save : labels.addSignal} submission={submission}>
      <TextField
        label={labels.signalTitle}
        value={title}
        onValue={setTitle}
        maxLength={200}
        error={errors.of('signal.title')}
      />
      <TextField
        label={shared.when}
        type="datetime-local"
        hint={labels.timeZoneHint(timeZone)}
        value={when}
        onValue={setWhen}
        error={when === '' ? labels.whenMissing : errors.of('signal.occurred_at')}
      />
      <SelectField label={labels.kind} value={category} options={CATEGORY_OPTIONS} onValue={setCategory} />
      <TextAreaField
        label={labels.notes}
        hint={labels.optional}
        value={description}
        onValue={setDescription}
        maxLength={5000}
        error={errors.of('signal.description')}
      />
    </Form>
  );
}
