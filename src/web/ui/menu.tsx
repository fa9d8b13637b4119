import type { ReactNode } from 'react';
import { DeferredPopup } from './deferred-popup.tsx';
import type { MenuItem } from './menu-popup.tsx';

/** A button that opens a list of actions. */
export function Menu({
  label,
  trigger,
  items,
  align = 'end',
  shortcut,
  className = 'button quiet',
  isIcon = false,
}: {
  /** Accessible name of a trigger that shows only an icon. */
  readonly label?: string;
  readonly trigger: ReactNode;
  /** Null is a separator. */
  readonly items: readonly (MenuItem | null)[];
  /** Which edge of the list is aligned with the trigger. */
  readonly align?: 'start' | 'end';
  /** Name by which a keyboard shortcut finds the trigger. */
  readonly shortcut?: string;
  /** Of the trigger. */
  readonly className?: string;
  readonly isIcon?: boolean;
}) {
  const button = {
    className,
    'aria-label': label,
    'data-shortcut': shortcut,
    'data-icon': isIcon ? '' : undefined,
    children: trigger,
  };
  return (
    <DeferredPopup load={() => import('./menu-popup.tsx')} kind="menu" trigger={button}>
      {({ MenuPopup }) => <MenuPopup trigger={button} items={items} align={align} />}
    </DeferredPopup>
  );
}
