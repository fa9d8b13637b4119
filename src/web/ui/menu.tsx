import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';

export interface MenuItem {
  readonly label: ReactNode;
  /** Where it leads, within these pages; else `onSelect` says what it does. */
  readonly href?: string;
  /** An address elsewhere, checked to be of the web; it opens beside these pages. */
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
  /** What the button is called where it shows only an icon. */
  readonly label?: string;
  readonly trigger: ReactNode;
  /** Null draws a line. */
  readonly items: readonly (MenuItem | null)[];
  /** Which of its edges the list shares with the button. */
  readonly align?: 'start' | 'end';
  /** By what a keyboard shortcut finds the button. */
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

/** The list itself; for menus with buttons of their own. */
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
