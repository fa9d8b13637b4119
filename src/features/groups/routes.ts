import {
  type AccountContext,
  accountEndpoint,
  created,
  type Endpoint,
  noContent,
  ok,
} from '../../http/endpoint.ts';
import { parsePathId } from '../../http/path-id.ts';
import { CreateGroup, GroupAnswer, GroupList, presentGroup, UpdateGroup } from './schema.ts';
import type { GroupsService } from './service.ts';
import type { Group } from './store.ts';

/** Source: api-v1, Endpoints, Groups; api-v1, Authentication, rules 8 and 9. Members of a team read groups, owners write them. */
export function groupRoutes({ groups }: { readonly groups: GroupsService }): Endpoint[] {
  const findGroup = ({ account, params }: AccountContext): Group =>
    groups.get(account.owner.id, parsePathId(params, 'id', 'group'));
  const update = (method: 'PATCH' | 'PUT') =>
    accountEndpoint(method, '/groups/:id', {
      summary: 'Update a group',
      operationId: `${method.toLowerCase()}Group`,
      access: { plan: 'ultra', role: 'owner', check: findGroup },
      body: UpdateGroup,
      responses: { 200: GroupAnswer },
      handle: call => ok({ group: presentGroup(groups.update(findGroup(call), call.body)) }),
    });

  return [
    accountEndpoint('GET', '/groups', {
      summary: 'List groups of sites',
      operationId: 'listGroups',
      // A group is of the whole account.
      access: { plan: 'ultra', isForSiteMembers: true },
      responses: { 200: GroupList },
      handle: ({ account }) =>
        ok({ groups: account.scope ? [] : groups.list(account.owner.id).map(presentGroup) }),
    }),
    accountEndpoint('GET', '/groups/:id', {
      summary: 'Show a group',
      operationId: 'getGroup',
      access: { plan: 'ultra', check: findGroup },
      responses: { 200: GroupAnswer },
      handle: call => ok({ group: presentGroup(findGroup(call)) }),
    }),
    accountEndpoint('POST', '/groups', {
      summary: 'Add a group',
      operationId: 'createGroup',
      access: { plan: 'ultra', role: 'owner' },
      body: CreateGroup,
      responses: { 201: GroupAnswer },
      handle: ({ account, body }) => created({ group: presentGroup(groups.create(account.owner.id, body)) }),
    }),
    update('PATCH'),
    update('PUT'),
    accountEndpoint('DELETE', '/groups/:id', {
      summary: 'Delete a group, not its sites',
      operationId: 'deleteGroup',
      access: { plan: 'ultra', role: 'owner', check: findGroup },
      responses: { 204: null },
      handle: call => {
        groups.remove(findGroup(call));
        return noContent();
      },
    }),
  ];
}
