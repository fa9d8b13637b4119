import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';

export interface MenuItem {
  readonly label: ReactNode;
  /** Path within the dashboard; otherwise `onSelect` runs. */
  readonly href?: string;
  /** URL outside the dashboard, checked to be http(s); opens in a new tab. */
  readonly externalHref?: string;
  readonly onSelect?: () => void;
  readonly isCurrent?: boolean;
  readonly isDanger?: boolean;
}

/** A button that opens a list of actions. */
export function Menu({
  label,
  trigger,
  items,
  align = 'end',
  shortcut,
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
}) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger className="button quiet" aria-label={label} data-shortcut={shortcut}>
        {trigger}
      </Base.Trigger>
      <MenuList items={items} align={align} />
    </Base.Root>
  );
}

/** The popup of a menu, for menus with their own triggers. */
export function MenuList({
  items,
  align = 'end',
}: {
  readonly items: readonly (MenuItem | null)[];
  readonly align?: 'start' | 'end';
}) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={6} align={align} className="float">
        <Base.Popup className="menu">
          {items.map((item, index) =>
            item === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else
              <Base.Separator key={index} className="menu-line" />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a menu's items keep their places
              <Item key={index} item={item} />
            ),
          )}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

function Item({
  item: { label, href, externalHref, onSelect, isCurrent, isDanger },
}: {
  readonly item: MenuItem;
}) {
  const [, navigate] = useLocation();
  const common = {
    className: isDanger ? 'menu-item danger' : 'menu-item',
    'aria-current': isCurrent ? ('true' as const) : undefined,
  };
  if (externalHref !== undefined) {
    return (
      <Base.LinkItem {...common} href={externalHref} target="_blank" rel="noopener noreferrer" closeOnClick>
        {label}
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item {...common} onClick={() => (href === undefined ? onSelect?.() : navigate(href))}>
      {label}
    </Base.Item>
  );
}
