import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import * as labels from '../labels/ui.ts';
import { Button } from './button.tsx';

/** A window over the page. Esc and a click outside close it; the focus goes back where it came from. */
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

/** Asks before something that cannot be taken back. */
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
  /** What the button says: the deed, not "OK". */
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
        <Button onClick={onClose}>{labels.cancel}</Button>
      </div>
    </Dialog>
  );
}
