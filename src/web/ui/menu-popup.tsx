/** The list of a menu with its button, open at first. */
import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { type TriggerProps, useClickedAtOnce } from './deferred-popup.tsx';

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

export function MenuPopup({
  trigger,
  items,
  align,
}: {
  readonly trigger: TriggerProps;
  readonly items: readonly (MenuItem | null)[];
  readonly align: 'start' | 'end';
}) {
  const ref = useClickedAtOnce();
  return (
    <Base.Root modal={false}>
      <Base.Trigger {...trigger} ref={ref} />
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
    </Base.Root>
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
