import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { Site } from '../../core/site.ts';
import { isChange } from '../../lib/is-change.ts';
import type { SitesService } from '../sites/service.ts';
import type { GroupInput } from './schema.ts';
import type { Group, GroupChange, GroupRow, GroupsStore } from './store.ts';

/** Default colour: the dashboard's own. */
const DEFAULT_ACCENT_COLOR = '#0b6e5f';

/** Groups of an account's sites. */
export function createGroupsService(deps: {
  readonly store: GroupsStore;
  readonly sites: Pick<SitesService, 'listByOwner'>;
  readonly clock: Clock;
}) {
  const { store, sites, clock } = deps;

  const sitesById = (ownerId: number): ReadonlyMap<number, Site> =>
    new Map(sites.listByOwner(ownerId).map(site => [site.id, site]));

  const withSites = (group: GroupRow, owned: ReadonlyMap<number, Site>): Group => ({
    ...group,
    sites: pickSites(store.listMembers(group.id), owned),
  });

  function find(ownerId: number, id: number): Group | undefined {
    const group = store.find(ownerId, id);
    return group && withSites(group, sitesById(ownerId));
  }

  function get(ownerId: number, id: number): Group {
    const group = find(ownerId, id);
    if (!group) throw notFound('group');
    return group;
  }

  return {
    find,
    get,

    /** Every group of an account, by position. */
    list(ownerId: number): Group[] {
      const owned = sitesById(ownerId);
      return store.listByOwner(ownerId).map(group => withSites(group, owned));
    },

    /** Adds a group after the others. Ids of sites that are not the owner's are ignored. */
    create(ownerId: number, input: GroupInput & { readonly name: string }): Group {
      const members = pickSites(input.site_ids ?? [], sitesById(ownerId));
      const now = clock.now();
      const group = store.insert(
        {
          description: '',
          icon: null,
          accentColor: DEFAULT_ACCENT_COLOR,
          pinned: false,
          defaultChartView: 'separate',
          ...toGroupChange(input),
          name: input.name.trim(),
          ownerId,
          createdAt: now,
          updatedAt: now,
        },
        members.map(site => site.id),
      );
      return { ...group, sites: members };
    },

    /** Saves changed fields; an unchanged group keeps its `updated_at`. */
    update(group: Group, input: GroupInput): Group {
      const change: GroupChange = {
        ...toGroupChange(input),
        ...(input.position === undefined ? {} : { position: input.position }),
      };
      const members = input.site_ids && pickSites(input.site_ids, sitesById(group.ownerId));
      const isChanged = isChange(group, change) || (members && joinIds(members) !== joinIds(group.sites));
      if (!isChanged) return group;
      store.update(
        group.id,
        { ...change, updatedAt: clock.now() },
        members?.map(site => site.id),
      );
      return get(group.ownerId, group.id);
    },

    remove: (group: Group): void => store.remove(group.id),
  };
}

export type GroupsService = ReturnType<typeof createGroupsService>;

/** Returns the sites with these ids, each once, in the order of the ids. */
const pickSites = (ids: readonly number[], owned: ReadonlyMap<number, Site>): Site[] =>
  [...new Set(ids)].map(id => owned.get(id)).filter(site => site !== undefined);

const joinIds = (members: readonly Site[]): string => members.map(site => site.id).join();

/** Converts the fields of a body to columns, without members and position. */
function toGroupChange(input: GroupInput): Omit<GroupChange, 'position'> {
  const { name, description, icon, accent_color: color, pinned, default_chart_view: view } = input;
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(description === undefined ? {} : { description: description?.trim() ?? '' }),
    ...(icon === undefined ? {} : { icon: icon?.trim() || null }),
    ...(color === undefined ? {} : { accentColor: color ?? DEFAULT_ACCENT_COLOR }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(view === undefined ? {} : { defaultChartView: view }),
  };
}
