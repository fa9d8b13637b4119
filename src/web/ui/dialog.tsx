import { lazy, type ReactNode, Suspense, useState } from 'react';
import * as shared from '../labels/shared.tsx';
import { Button } from './button.tsx';
import type { DialogProps } from './dialog-popup.tsx';

/** Loaded when the first dialog opens: no page has to wait for it. */
const DialogPopup = lazy(async () => ({ default: (await import('./dialog-popup.tsx')).DialogPopup }));

/** A modal dialog. Esc and a click on the backdrop close it; the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  return (
    wasOpened && (
      <Suspense fallback={null}>
        <DialogPopup {...props} />
      </Suspense>
    )
  );
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  title,
  action,
  isOpen,
  isBusy = false,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  /** Text of the button: the action, not "OK". */
  readonly action: string;
  readonly isOpen: boolean;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      {children}
      <div className="actions">
        <Button variant="danger" isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
        <Button onClick={onClose}>{shared.cancel}</Button>
      </div>
    </Dialog>
  );
}
