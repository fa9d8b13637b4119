/** The window of a dialog, and what makes it modal. */
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import * as labels from '../labels/ui.ts';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly isWide?: boolean;
}

export function DialogPopup({ title, isOpen, onClose, children, isWide = false }: DialogProps) {
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
