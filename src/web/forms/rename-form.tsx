/** Renames an item of a list, in its place. */
import { useState } from 'react';
import * as shared from '../labels/shared.tsx';
import { TextField } from './field.tsx';
import { Form, useSubmit } from './form.tsx';

export function RenameForm({
  name,
  label = shared.name,
  maxLength = 200,
  rename,
  onDone,
}: {
  /** The name until now. */
  readonly name: string;
  readonly label?: string;
  readonly maxLength?: number;
  readonly rename: (name: string) => Promise<unknown>;
  /** Called when it has a new name, and when it keeps the old one. */
  readonly onDone: () => void;
}) {
  const [typed, setTyped] = useState(name);
  const submission = useSubmit(['name'], async () => {
    await rename(typed);
    onDone();
  });
  return (
    <Form action={shared.save} submission={submission} onCancel={onDone}>
      <TextField
        label={label}
        value={typed}
        maxLength={maxLength}
        autoFocus
        error={submission.errors.of('name')}
        onValue={setTyped}
      />
    </Form>
  );
}
