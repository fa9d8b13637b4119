/** Commands on users, their keys and their teams. Inputs arrive as they were typed; the services validate them. */
import { randomBytes } from 'node:crypto';
import type { Services } from '../../compose/services.ts';
import { KEY_ACCESS, TEAM_ROLES } from '../../core/access.ts';
import { CommandError } from '../../core/errors.ts';
import { currentPlan, type Plan } from '../../core/plans.ts';
import { toHint } from '../../features/keys/service.ts';
import { pluralize } from '../../lib/english.ts';
import type { WeekStart } from '../../lib/time.ts';

interface UserInput {
  readonly email: string;
  readonly name?: string | undefined;
  readonly plan?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly weekStart?: string | undefined;
  /** When absent, one is generated for a new user; an existing user keeps theirs. */
  readonly password?: string | undefined;
}

export function userCommands(services: Services) {
  const { accounts, sessions } = services.access;
  return {
    'user.add': async (input: UserInput) => {
      const generated = input.password === undefined ? randomBytes(15).toString('base64url') : undefined;
      const password = input.password ?? generated ?? '';
      const user = await accounts.createUser({ ...toUserChange(input), email: input.email, password });
      return { id: user.id, password: generated ?? null };
    },
    'user.set': async (input: UserInput) => {
      const user = accounts.getUserByEmail(input.email);
      await accounts.updateUser(user, toUserChange(input));
      if (input.password !== undefined) sessions.endAll(user.id);
      return null;
    },
    'user.list': async (_input: undefined) =>
      accounts.listUsers().map(user => ({
        id: user.id,
        email: user.email,
        plan: currentPlan(user, services.context.clock.now()),
        sites: services.sites.service.listByOwner(user.id).length,
        isOperator: accounts.isOperator(user),
        createdAt: user.createdAt.toISOString(),
      })),
    'user.remove': async (input: { email: string }) => removeUser(services, input.email),
  };
}

export function keyCommands(services: Services) {
  const { accounts, keys } = services.access;
  return {
    'key.add': async (input: { email: string; name: string; access: string }) => {
      const access = KEY_ACCESS.find(known => known === input.access);
      if (!access)
        throw new CommandError(
          `--access must be one of ${KEY_ACCESS.join(', ')}, got ${JSON.stringify(input.access)}`,
        );
      const user = accounts.getUserByEmail(input.email);
      return { secret: keys.create({ userId: user.id, name: input.name, access }).secret };
    },
    'key.list': async (input: { email: string }) =>
      keys.listByUser(accounts.getUserByEmail(input.email).id).map(key => ({
        id: key.id,
        name: key.name,
        access: key.access,
        hint: toHint(key),
        createdAt: key.createdAt.toISOString(),
        lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
        revokedAt: key.revokedAt?.toISOString() ?? null,
      })),
    'key.revoke': async (input: { id: number }) => ({ name: keys.revoke(input.id).name }),
  };
}

export function teamCommands({ access: { accounts } }: Services) {
  return {
    'team.add': async (input: { owner: string; member: string; role: string }) => {
      const role = TEAM_ROLES.find(known => known === input.role);
      if (!role)
        throw new CommandError(
          `--role must be one of ${TEAM_ROLES.join(', ')}, got ${JSON.stringify(input.role)}`,
        );
      accounts.addToTeam(accounts.getUserByEmail(input.owner), accounts.getUserByEmail(input.member), role);
      return null;
    },
    'team.remove': async (input: { owner: string; member: string }) => {
      accounts.removeFromTeam(accounts.getUserByEmail(input.owner), accounts.getUserByEmail(input.member));
      return null;
    },
  };
}

const toUserChange = (input: UserInput) => ({
  name: input.name,
  // The service validates plan and week start.
  plan: input.plan as Plan | undefined,
  timeZone: input.timeZone,
  weekStart: input.weekStart as WeekStart | undefined,
  password: input.password,
});

/** Removes a user with keys, sessions and webhooks. Throws a `CommandError` while the user owns sites or hits of deleted ones remain. */
function removeUser(services: Services, email: string): null {
  const { accounts, keys, sessions } = services.access;
  const sites = services.sites.service;
  const user = accounts.getUserByEmail(email);
  const owned = sites.listByOwner(user.id).length;
  if (owned > 0)
    throw new CommandError(
      `${user.email} owns ${pluralize(owned, 'site')}, see \`footfall site list\`: delete them first, in their settings or by DELETE /sites/:id`,
    );
  if (sites.countUnpurged(user.id) > 0)
    throw new CommandError(
      `hits of deleted sites of ${user.email} are still being removed: try again in an hour, with the server running`,
    );
  keys.revokeAll(user.id);
  sessions.endAll(user.id);
  services.webhooks.service.removeAllOf(user.id);
  accounts.removeUser(user);
  return null;
}
