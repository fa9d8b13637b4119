import { type ReactNode, useState } from 'react';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { useWork } from '../../ui/use-work.ts';

/** A button for what cannot be taken back: it asks first, then does it. */
export function ConfirmButton({
  text,
  label,
  title,
  action,
  look = 'quiet',
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
  readonly look?: ButtonLook;
  readonly isSmall?: boolean;
  readonly work: () => Promise<unknown>;
  /** What it means, in the window that asks. */
  readonly children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { isBusy, run } = useWork();
  const confirm = () =>
    run(async () => {
      await work();
      setIsOpen(false);
    });
  return (
    <>
      <Button look={look} isSmall={isSmall} aria-label={label} onClick={() => setIsOpen(true)}>
        {text}
      </Button>
      <Confirm
        title={title}
        action={action}
        isOpen={isOpen}
        isBusy={isBusy}
        onConfirm={() => void confirm()}
        onClose={() => setIsOpen(false)}
      >
        {children}
      </Confirm>
    </>
  );
}
