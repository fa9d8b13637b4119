import { type ReactNode, useState } from 'react';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useAsyncAction } from '../ui/use-async-action.ts';

/** A button for an action that cannot be undone: asks for confirmation first. */
export function ConfirmButton({
  text,
  label,
  title,
  action,
  variant = 'quiet',
  work,
  hint,
}: {
  /** Text of the button. */
  readonly text: ReactNode;
  /** Accessible name, where the text alone is ambiguous: "Revoke the key weekly report". */
  readonly label?: string;
  readonly title: string;
  readonly action: string;
  readonly variant?: ButtonVariant;
  readonly work: () => Promise<unknown>;
  /** Consequences, in the confirmation dialog. */
  readonly hint: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { isBusy, run } = useAsyncAction();
  const confirm = async () => {
    if (await run(work)) setIsOpen(false);
  };
  return (
    <>
      <Button variant={variant} isSmall aria-label={label} onClick={() => setIsOpen(true)}>
        {text}
      </Button>
      <ConfirmDialog
        title={title}
        action={action}
        isOpen={isOpen}
        isBusy={isBusy}
        onConfirm={() => void confirm()}
        onClose={() => setIsOpen(false)}
      >
        <p>{hint}</p>
      </ConfirmDialog>
    </>
  );
}
