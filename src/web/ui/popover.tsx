import type { ReactNode } from 'react';
import { DeferredPopup } from './deferred-popup.tsx';

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
  const button = {
    className: 'button quiet',
    'aria-label': title,
    'data-shortcut': shortcut,
    children: trigger,
  };
  return (
    <DeferredPopup load={() => import('./popover-popup.tsx')} kind="dialog" trigger={button}>
      {({ PopoverPopup }) => (
        <PopoverPopup title={title} trigger={button} isOpen={isOpen} onOpenChange={onOpenChange}>
          {children}
        </PopoverPopup>
      )}
    </DeferredPopup>
  );
}
