/** A popover with its button, open at first. */
import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { type TriggerProps, useClickedAtOnce } from './deferred-popup.tsx';

export function PopoverPopup({
  title,
  trigger,
  isOpen,
  onOpenChange,
  children,
}: {
  readonly title: string;
  readonly trigger: TriggerProps;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
}) {
  const ref = useClickedAtOnce();
  return (
    <Base.Root open={isOpen} onOpenChange={open => onOpenChange(open)}>
      <Base.Trigger {...trigger} ref={ref} />
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
