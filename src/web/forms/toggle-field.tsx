import { type ReactNode, useState } from 'react';
import { toErrorMessage } from '../api.ts';
import * as labels from '../labels/forms.ts';
import { useToast } from '../ui/toasts.tsx';
import { CheckboxField } from './field.tsx';

/** A checkbox that is saved at once; reverts when the server refuses. */
export function ToggleField({
  label,
  hint,
  isOn,
  save,
}: {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly save: (isOn: boolean) => Promise<unknown>;
}) {
  const toast = useToast();
  const [optimistic, setOptimistic] = useState<boolean | null>(null);
  const change = async (next: boolean) => {
    if (optimistic !== null) return;
    setOptimistic(next);
    try {
      await save(next);
      toast(labels.saved);
    } catch (error) {
      toast(toErrorMessage(error), { isError: true });
    } finally {
      setOptimistic(null);
    }
  };
  return (
    <CheckboxField label={label} hint={hint} isOn={optimistic ?? isOn} onChange={next => void change(next)} />
  );
}
