import { type ReactNode, useState } from 'react';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useAsyncAction } from '../ui/use-async-action.ts';

/** A button for what cannot be taken back: it asks first, then does it. */
export function ConfirmButton({
  text,
  label,
  title,
  action,
  variant = 'quiet',
  isSmall = true,
  work,
  children,
}: {
  /** On the button. */
  readonly text: ReactNode;
  /** What the button is called where its text alone says too little: "Revoke the key weekly report". */
  readonly label?: string;
  readonly title: string;
  readonly action: string;
  readonly variant?: ButtonVariant;
  readonly isSmall?: boolean;
  readonly work: () => Promise<unknown>;
  /** What it means, in the window that asks. */
  readonly children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { isBusy, run } = useAsyncAction();
  const confirm = () =>
    run(async () => {
      await work();
      setIsOpen(false);
    });
  return (
    <>
      <Button variant={variant} isSmall={isSmall} aria-label={label} onClick={() => setIsOpen(true)}>
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
        {children}
      </ConfirmDialog>
    </>
  );
}
