/** The groups of sites, as cards. */
import { lazy, Suspense, useState } from 'react';
import type { MenuItem } from '../../ui/menu.tsx';
import { GroupCard } from './group-card.tsx';
import type { ListedSite } from './numbers.ts';
import { useDrag } from './use-drag.ts';
import { type Group, type GroupChanges, type Groups as GroupsInUse, useGroupChanges } from './use-groups.ts';
import type { Sites } from './use-sites.ts';

export const GroupEditor = lazy(async () => ({ default: (await import('./group-editor.tsx')).GroupEditor }));

export function Groups({
  inUse,
  sites,
  shown,
  search,
}: {
  readonly inUse: GroupsInUse;
  readonly sites: readonly ListedSite[];
  readonly shown: Pick<Sites, 'days' | 'timeZone' | 'isGoingOn'>;
  readonly search: string;
}) {
  const { groups = [], canEdit } = inUse;
  const changes = useGroupChanges(inUse);
  const drag = useDrag(groups.length, changes.move);
  const [edited, setEdited] = useState<Group | null>(null);
  if (groups.length === 0) return null;
  return (
    <section className="groups" aria-labelledby="groups">
      <h2 id="groups">Groups</h2>
      <ul className={drag.isDragging ? 'group-cards dragging' : 'group-cards'} ref={drag.list}>
        {groups.map((group, index) => (
          <GroupCard
            key={group.id}
            group={group}
            sites={sitesOf(group, sites)}
            index={index}
            shown={shown}
            search={search}
            drag={canEdit && groups.length > 1 ? drag : null}
            onStep={step => changes.move(index, index + step)}
            items={canEdit ? itemsOf(group, index, groups, changes, setEdited) : []}
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

/** The sites of a group in its order, with their numbers. */
export function sitesOf({ site_ids }: Group, sites: readonly ListedSite[]): ListedSite[] {
  const byId = new Map(sites.map(site => [site.id, site]));
  return site_ids.flatMap(id => byId.get(id) ?? []);
}

function itemsOf(
  group: Group,
  index: number,
  groups: readonly Group[],
  changes: GroupChanges,
  edit: (group: Group) => void,
): (MenuItem | null)[] {
  const isLike = (place: number): boolean => groups[place]?.pinned === group.pinned;
  return [
    { label: 'Edit', onSelect: () => edit(group) },
    {
      label: group.pinned ? 'Unpin' : 'Pin to the top',
      onSelect: () => changes.setPinned(group, !group.pinned),
    },
    ...(isLike(index - 1) ? [{ label: 'Move up', onSelect: () => changes.move(index, index - 1) }] : []),
    ...(isLike(index + 1) ? [{ label: 'Move down', onSelect: () => changes.move(index, index + 1) }] : []),
    null,
    { label: 'Delete', isDanger: true, onSelect: () => void changes.remove(group) },
  ];
}
