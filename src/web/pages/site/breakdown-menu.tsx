/** The menu of a row; one popup is shared by all rows of a table. */
import { Menu } from '@base-ui/react/menu';
import { MoreHorizontal } from 'lucide-react';
import { type MenuItem, MenuList } from '../../ui/menu.tsx';

export type RowMenuHandle = Menu.Handle<readonly MenuItem[]>;

export const createRowMenu = (): RowMenuHandle => Menu.createHandle<readonly MenuItem[]>();

export function RowMenu({ handle }: { readonly handle: RowMenuHandle }) {
  return (
    <Menu.Root handle={handle} modal={false}>
      {({ payload }) => <MenuList items={payload ?? []} />}
    </Menu.Root>
  );
}

export function RowMenuButton({
  handle,
  label,
  items,
}: {
  readonly handle: RowMenuHandle;
  readonly label: string;
  readonly items: readonly MenuItem[];
}) {
  return (
    <Menu.Trigger
      handle={handle}
      payload={items}
      className="button quiet small"
      aria-label={label}
      data-icon=""
    >
      <MoreHorizontal size={16} aria-hidden="true" />
    </Menu.Trigger>
  );
}
