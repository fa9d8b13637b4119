import type { Endpoint } from '../../http/endpoint.ts';
import { resource } from '../../http/resource.ts';
import { CreateGroup, GroupAnswer, GroupList, presentGroup, UpdateGroup } from './schema.ts';
import type { GroupsService } from './service.ts';

const writing = { plan: 'ultra', role: 'owner' } as const;

/** Source: api-v1, Endpoints, Groups; api-v1, Authentication, rules 8 and 9. Members of a team read groups, owners write them. */
export const groupRoutes = ({ groups }: { readonly groups: GroupsService }): Endpoint[] =>
  resource({
    scope: 'account',
    name: 'group',
    path: '/groups/:id',
    access: { plan: 'ultra' },
    find: ({ account }, id) => groups.find(account.owner.id, id),
    present: presentGroup,
    answer: GroupAnswer,
    list: {
      summary: 'List groups of sites',
      // A group is of the whole account.
      access: { plan: 'ultra', isForSiteMembers: true },
      answer: GroupList,
      run: ({ account }) => (account.scope ? [] : groups.list(account.owner.id)),
    },
    create: {
      access: writing,
      body: CreateGroup,
      run: ({ account, body }) => groups.create(account.owner.id, body),
    },
    change: {
      summary: 'Update a group',
      access: writing,
      body: UpdateGroup,
      hasPut: true,
      run: (group, { body }) => groups.update(group, body),
    },
    remove: { summary: 'Delete a group, not its sites', access: writing, run: groups.remove },
  }).endpoints;
