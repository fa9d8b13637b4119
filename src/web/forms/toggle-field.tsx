import type { ReactNode } from 'react';
import * as labels from '../labels/forms.ts';
import { useToast } from '../ui/toasts.tsx';
import { CheckboxField } from './field.tsx';
import { useOptimisticSave } from './use-optimistic-save.ts';

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
  const [shown, change] = useOptimisticSave(isOn, async next => {
    await save(next);
    toast(labels.saved);
  });
  return <CheckboxField label={label} hint={hint} isOn={shown} onChange={next => void change(next)} />;
}
