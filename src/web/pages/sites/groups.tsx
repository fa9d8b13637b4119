/** The groups of sites, as cards. */

import { lazy, Suspense, useState } from 'react';
import * as labels from '../../labels/groups.tsx';
import * as shared from '../../labels/shared.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import { GroupCard } from './group-card.tsx';
import type { ListedSite } from './site-numbers.ts';
import { useDrag } from './use-drag.ts';
import { type Group, type GroupChanges, type Groups as GroupsInUse, useGroupChanges } from './use-groups.ts';
import type { ShownDays } from './use-sites.ts';

export const GroupEditor = lazy(async () => ({ default: (await import('./group-editor.tsx')).GroupEditor }));

export function Groups({
  viewState,
  sites,
  shown,
}: {
  readonly viewState: GroupsInUse;
  readonly sites: readonly ListedSite[];
  readonly shown: ShownDays;
}) {
  const { groups = [], canEdit } = viewState;
  const changes = useGroupChanges(viewState);
  const drag = useDrag(groups.length, changes.move);
  const [edited, setEdited] = useState<Group | null>(null);
  if (groups.length === 0) return null;
  return (
    <section className="groups" aria-labelledby="groups">
      <h2 id="groups">{shared.groups}</h2>
      <ul className={drag.isDragging ? 'group-cards dragging' : 'group-cards'} ref={drag.list}>
        {groups.map((group, index) => (
          <GroupCard
            key={group.id}
            group={group}
            sites={findGroupSites(group, sites)}
            index={index}
            shown={shown}
            drag={canEdit && groups.length > 1 ? drag : null}
            onStep={step => changes.move(index, index + step)}
            items={canEdit ? createMenuItems(groups, index, { changes, edit: setEdited }) : []}
          />
        ))}
      </ul>
      {edited && (
        <Suspense fallback={null}>
          <GroupEditor group={edited} sites={sites} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </section>
  );
}

/** Returns the sites of a group in its order. */
export function findGroupSites({ site_ids }: Group, sites: readonly ListedSite[]): ListedSite[] {
  const byId = new Map(sites.map(site => [site.id, site]));
  return site_ids.flatMap(id => byId.get(id) ?? []);
}

function createMenuItems(
  groups: readonly Group[],
  index: number,
  { changes, edit }: { readonly changes: GroupChanges; readonly edit: (group: Group) => void },
): (MenuItem | null)[] {
  const group = groups[index];
  if (!group) return [];
  const hasSamePin = (place: number): boolean => groups[place]?.pinned === group.pinned;
  return [
    { label: labels.edit, onSelect: () => edit(group) },
    {
      label: group.pinned ? shared.unpin : shared.pinToTop,
      onSelect: () => changes.setPinned(group, !group.pinned),
    },
    ...(hasSamePin(index - 1)
      ? [{ label: shared.moveUp, onSelect: () => changes.move(index, index - 1) }]
      : []),
    ...(hasSamePin(index + 1)
      ? [{ label: shared.moveDown, onSelect: () => changes.move(index, index + 1) }]
      : []),
    null,
    { label: labels.deleteGroup, isDanger: true, onSelect: () => void changes.remove(group) },
  ];
}
