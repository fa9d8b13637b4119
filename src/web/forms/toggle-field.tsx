import { type ReactNode, useState } from 'react';
import { toErrorMessage } from '../api.ts';
import * as labels from '../labels/forms.ts';
import { useToast } from '../ui/toasts.tsx';
import { CheckboxField } from './field.tsx';

/** Something that is switched at once, without a button to save it. It goes back when the server refuses. */
export function ToggleField({
  label,
  hint,
  isOn,
  isDisabled = false,
  save,
}: {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly save: (isOn: boolean) => Promise<unknown>;
}) {
  const toast = useToast();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = async (next: boolean) => {
    if (wanted !== null) return;
    setWanted(next);
    try {
      await save(next);
      toast(labels.saved);
    } catch (error) {
      toast(toErrorMessage(error), { isError: true });
    } finally {
      setWanted(null);
    }
  };
  return (
    <CheckboxField
      label={label}
      hint={hint}
      isOn={wanted ?? isOn}
      isDisabled={isDisabled}
      onChange={next => void change(next)}
    />
  );
}
