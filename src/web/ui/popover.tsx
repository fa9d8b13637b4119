import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';

/** A button that opens a popover. */
export function Popover({
  title,
  trigger,
  isOpen,
  onOpenChange,
  shortcut,
  children,
}: {
  /** Accessible name of the button and of the popover. */
  readonly title: string;
  readonly trigger: ReactNode;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Name by which a keyboard shortcut finds the trigger. */
  readonly shortcut: string;
  readonly children: ReactNode;
}) {
  return (
    <Base.Root open={isOpen} onOpenChange={open => onOpenChange(open)}>
      <Base.Trigger className="button quiet" aria-label={title} data-shortcut={shortcut}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" className="float">
          <Base.Popup className="popover">
            <Base.Title className="visually-hidden">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
