import { useState } from 'react';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { RadioGroup } from '../../forms/radio-group.tsx';
import * as labels from '../../labels/api-keys.tsx';
import * as shared from '../../labels/shared.tsx';

const KINDS = [
  ['read_only', labels.readOnly, labels.readOnlyHint],
  ['full_access', labels.fullAccess, labels.fullAccessHint],
] as const;

export function NewKey({ onMade }: { readonly onMade: (secret: string) => void }) {
  const [name, setName] = useState('');
  const [access, setAccess] = useState<(typeof KINDS)[number][0]>('read_only');
  const submission = useSubmit(['name', 'access_type'], async () => {
    const answer = await call<{ api_key: string }>('POST', '/keys', { body: { name, access_type: access } });
    onMade(answer.api_key);
    await invalidate('/keys');
  });
  return (
    <Form action={labels.submitKey} submission={submission}>
      <TextField
        label={shared.name}
        hint={labels.nameHint}
        value={name}
        maxLength={200}
        error={submission.errors.of('name')}
        onValue={setName}
      />
      <RadioGroup legend={labels.scopeLegend} options={KINDS} value={access} onValue={setAccess} />
    </Form>
  );
}
