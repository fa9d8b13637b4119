/** Queries and changes the account's groups of sites. */

import type { Static } from '@sinclair/typebox';
import { useMemo } from 'react';
import type { GroupInput, Group as GroupModel } from '../../../features/groups/schema.ts';
import { call } from '../../api.ts';
import { teamAccountId } from '../../api-url.ts';
import { invalidate, queryClient, useApi } from '../../app/query-client.ts';
import { useAccount, useUserSettings } from '../../app/user.ts';
import * as labels from '../../labels/groups.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { moveItem } from './move-and-pin.ts';

export type Group = Static<typeof GroupModel>;
export type GroupFields = Required<Omit<GroupInput, 'position'>>;

const PATH = '/groups';
const KEY = [PATH, {}];

interface Answer {
  readonly groups: readonly Group[];
}

export interface Groups {
  /** The pinned first, then by position. Undefined until they are known; empty where the plan has none. */
  readonly groups: readonly Group[] | undefined;
  /** Whether the user may add and change them. */
  readonly canEdit: boolean;
}

export function useGroups(): Groups {
  const settings = useUserSettings();
  const account = useAccount();
  // Teams, too, are only in the plan that has groups.
  const hasGroups = teamAccountId !== null || settings.data?.settings.plan === 'ultra';
  const answer = useApi<Answer>(PATH, {}, { isEnabled: hasGroups });
  const isKnown = !settings.isPending && (!hasGroups || !answer.isPending);
  const groups = useMemo(() => {
    const all = answer.data?.groups ?? [];
    return isKnown
      ? [...all.filter(({ pinned }) => pinned), ...all.filter(({ pinned }) => !pinned)]
      : undefined;
  }, [answer.data, isKnown]);
  return { groups, canEdit: hasGroups && account?.role === 'owner' };
}

const setGroups = (groups: readonly Group[]): void => {
  void queryClient.cancelQueries({ queryKey: KEY });
  queryClient.setQueryData<Answer>(KEY, { groups });
};

/** Numbers the groups in their order and saves the positions that have changed. */
async function savePositions(groups: readonly Group[]): Promise<void> {
  const numbered = groups.map((group, index) => ({ ...group, position: index + 1 }));
  setGroups(numbered);
  for (const [index, { id, position }] of numbered.entries()) {
    if (groups[index]?.position !== position) await call('PATCH', `${PATH}/${id}`, { body: { position } });
  }
}

/** Returns the fields of a group that its owner edits. */
export const toFields = (group: Group): GroupFields => ({
  name: group.name,
  description: group.description,
  icon: group.icon,
  accent_color: group.accent_color,
  pinned: group.pinned,
  default_chart_view: group.default_chart_view,
  site_ids: group.site_ids,
});

/** Changes of groups; each can be undone. */
export function useGroupChanges({ groups = [] }: Groups) {
  const toast = useToast();
  const failed = (error: unknown): Promise<void> => {
    toast(labels.groupsNotSaved(String(error)), { isError: true });
    return invalidate(PATH);
  };
  const keep = (next: readonly Group[]): void => void savePositions(next).catch(failed);

  const undoRemoval = async (group: Group): Promise<void> => {
    const { group: added } = await call<{ readonly group: Group }>('POST', PATH, { body: toFields(group) });
    await call('PATCH', `${PATH}/${added.id}`, { body: { position: group.position } });
    await invalidate(PATH);
  };

  return {
    /** Moves a group in the list. */
    move: (from: number, to: number): void => {
      const group = groups[from];
      const target = groups[to];
      if (!group || !target || from === to || group.pinned !== target.pinned) return;
      keep(moveItem(groups, from, to));
      toast(labels.movedTo(group.name, to + 1, groups.length), {
        topic: 'order',
        undo: () => keep(groups),
      });
    },
    setPinned: (group: Group, pinned: boolean): void => {
      const send = (isPinned: boolean): void =>
        void call('PATCH', `${PATH}/${group.id}`, { body: { pinned: isPinned } })
          .then(() => invalidate(PATH))
          .catch(failed);
      send(pinned);
      toast(pinned ? labels.pinnedToTop(group.name) : labels.unpinned(group.name), {
        topic: 'order',
        undo: () => send(!pinned),
      });
    },
    remove: async (group: Group): Promise<void> => {
      try {
        await call('DELETE', `${PATH}/${group.id}`);
      } catch (error) {
        return failed(error);
      }
      setGroups(groups.filter(({ id }) => id !== group.id));
      toast(labels.deleted(group.name), {
        undo: () => void undoRemoval(group).catch(failed),
      });
      void invalidate(PATH);
    },
  };
}

export type GroupChanges = ReturnType<typeof useGroupChanges>;

/** Creates a group, or updates the one with the id. */
export async function saveGroup(id: number | null, fields: GroupFields): Promise<Group> {
  const { group } = await call<{ readonly group: Group }>(
    id === null ? 'POST' : 'PATCH',
    id === null ? PATH : `${PATH}/${id}`,
    { body: fields },
  );
  void invalidate(PATH);
  return group;
}
