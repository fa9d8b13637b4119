import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';

/** A button that opens a popover. */
export function Popover({
  label,
  trigger,
  title,
  isOpen,
  onOpenChange,
  align = 'end',
  variant = 'plain',
  shortcut,
  children,
}: {
  readonly label?: string;
  readonly trigger: ReactNode;
  /** Accessible name of the popover. */
  readonly title: string;
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  /** Which edge of the popover is aligned with the trigger. */
  readonly align?: 'start' | 'end';
  readonly variant?: 'plain' | 'quiet';
  /** Name by which a keyboard shortcut finds the trigger. */
  readonly shortcut?: string;
  readonly children: ReactNode;
}) {
  return (
    <Base.Root
      {...(isOpen === undefined ? {} : { open: isOpen })}
      {...(onOpenChange ? { onOpenChange: (open: boolean) => onOpenChange(open) } : {})}
    >
      <Base.Trigger className={`button ${variant}`} aria-label={label} data-shortcut={shortcut}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="float">
          <Base.Popup className="popover">
            <Base.Title className="visually-hidden">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
