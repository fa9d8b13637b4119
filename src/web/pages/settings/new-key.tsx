import { useState } from 'react';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { RadioGroup } from '../../forms/radio-group.tsx';
import * as labels from '../../labels/api-keys.tsx';

const KINDS = [
  ['read_only', labels.readOnlyTitle, labels.reportsAndSettingsChangesNothing],
  ['full_access', labels.fullAccessTitle, labels.allOfItSendsHits],
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
    <Form action={labels.makeTheKey} submission={submission}>
      <TextField
        label={labels.name}
        hint={labels.whatTheKeyIsFor}
        value={name}
        maxLength={200}
        error={submission.errors.of('name')}
        onValue={setName}
      />
      <RadioGroup legend={labels.itMay} options={KINDS} value={access} onValue={setAccess} />
    </Form>
  );
}
