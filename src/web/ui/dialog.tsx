import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import * as shared from '../labels/shared.tsx';
import * as labels from '../labels/ui.ts';
import { Button } from './button.tsx';

/** A modal dialog. Esc and a click on the backdrop close it; the focus returns to where it was. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  isWide = false,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly isWide?: boolean;
}) {
  return (
    <Base.Root open={isOpen} onOpenChange={open => open || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="veil" />
        <Base.Popup className={isWide ? 'dialog wide' : 'dialog'}>
          <div className="dialog-head">
            <Base.Title>{title}</Base.Title>
            <Base.Close className="button quiet" aria-label={labels.close} data-icon="">
              <X size={18} aria-hidden="true" />
            </Base.Close>
          </div>
          <div className="dialog-body">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
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
