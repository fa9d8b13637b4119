import type { Clock } from '../../core/clock.ts';
import { CommandError, invalidBody, notFound } from '../../core/errors.ts';
import { PLANS, type Plan } from '../../core/plans.ts';
import { isTimeZone, type WeekStart } from '../../lib/time.ts';
import { type PlanRights, rightsOf } from './plans.ts';
import type { AccountsStore, UserRow } from './store.ts';

export type Role = 'viewer' | 'admin' | 'owner';

/** The account that a request acts on: its owner, what the caller may do there, and what its plan gives. */
export interface Account {
  readonly owner: UserRow;
  readonly role: Role;
  readonly kind: 'personal' | 'team';
  readonly rights: PlanRights;
}

export interface UserInput {
  readonly email: string;
  readonly name?: string | undefined;
  readonly plan?: Plan | undefined;
  readonly timeZone?: string | undefined;
  readonly weekStart?: WeekStart | undefined;
  readonly password: string;
}

/** What may be changed of a user; what is undefined stays. */
export type UserChange = {
  readonly [Field in Exclude<keyof UserInput, 'email'>]?: UserInput[Field] | undefined;
};

const MAX_REMEMBERED_USERS = 10_000;
const MIN_PASSWORD_LENGTH = 10;
const MAX_PASSWORD_LENGTH = 1000;
const EMAIL = /^[^\s@"<>(),;:\\[\]]{1,64}@[^\s@"<>(),;:\\[\]]{1,253}\.[^\s@."<>(),;:\\[\]]{2,63}$/u;

/** Users, their passwords and teams. */
export function createAccountsService(deps: {
  readonly store: AccountsStore;
  readonly clock: Clock;
  readonly defaultPlan: Plan;
}) {
  const { store, clock, defaultPlan } = deps;

  // Every request asks for its user. All writes to users pass through here, in the one process that holds the folder.
  const users = new Map<number, UserRow>();

  function findUser(id: number): UserRow | undefined {
    const known = users.get(id);
    if (known) return known;
    const user = store.findUser(id);
    if (users.size >= MAX_REMEMBERED_USERS) users.clear();
    if (user) users.set(id, user);
    return user;
  }

  function getUserByEmail(email: string): UserRow {
    const user = store.findUserByEmail(email.trim());
    if (!user)
      throw new CommandError(`no user has the e-mail ${JSON.stringify(email)}: see \`footfall help user\``);
    return user;
  }

  const accountOf = (owner: UserRow, role: Role): Account => ({
    owner,
    role,
    kind: role === 'owner' ? 'personal' : 'team',
    rights: rightsOf(owner, clock.now()),
  });

  /** The account of that owner as this user may use it. 404 when there is no active membership. */
  function getAccount(user: UserRow, ownerId: number | undefined): Account {
    if (ownerId === undefined || ownerId === user.id) return accountOf(user, 'owner');
    const membership = store.findMembership(ownerId, user.id);
    const owner = membership && findUser(ownerId);
    const account = owner && accountOf(owner, membership.role);
    // Teams come with Ultra: without it their members are out, until the plan is back.
    if (!account?.rights.isUltra) throw notFound(`account ${ownerId}`);
    return account;
  }

  return {
    findUser,
    findUserByEmail: (email: string) => store.findUserByEmail(email.trim()),
    getUserByEmail,
    hasUsers: store.hasUsers,
    getAccount,

    /** The personal account first, then every active team. */
    listAccounts(user: UserRow): Account[] {
      const teams = store.listTeamsOf(user.id).map(({ owner, role }) => accountOf(owner, role));
      return [accountOf(user, 'owner'), ...teams.filter(team => team.rights.isUltra)];
    },

    /** Adds an active user. 422 with every fault of the input. */
    async createUser(input: UserInput): Promise<UserRow> {
      const email = input.email.trim().toLowerCase();
      const faults = [...emailFaults(email), ...profileFaults(input), ...passwordFaults(input.password)];
      if (store.findUserByEmail(email)) faults.push(`email ${email} already has an account`);
      rejectFaults(faults);
      const now = clock.now();
      return store.insertUser({
        email,
        name: input.name?.trim() || email.slice(0, email.indexOf('@')),
        plan: input.plan ?? defaultPlan,
        trialEndsAt: null,
        timeZone: input.timeZone ?? 'UTC',
        weekStart: input.weekStart ?? 'monday',
        passwordHash: await hashPassword(input.password),
        createdAt: now,
        updatedAt: now,
      });
    },

    /** Changes what is given and leaves the rest. A plan that is set ends a trial. */
    async updateUser(user: UserRow, change: UserChange): Promise<UserRow> {
      const faults = profileFaults(change);
      if (change.password !== undefined) faults.push(...passwordFaults(change.password));
      rejectFaults(faults);
      const updated = store.updateUser(user.id, {
        ...(change.name === undefined ? {} : { name: change.name.trim() }),
        ...(change.plan === undefined ? {} : { plan: change.plan, trialEndsAt: null }),
        ...(change.timeZone === undefined ? {} : { timeZone: change.timeZone }),
        ...(change.weekStart === undefined ? {} : { weekStart: change.weekStart }),
        ...(change.password === undefined ? {} : { passwordHash: await hashPassword(change.password) }),
        updatedAt: clock.now(),
      });
      users.delete(user.id);
      if (!updated) throw notFound('user');
      return updated;
    },

    /** Makes a user a member of an owner's team, or changes the role there. */
    addToTeam(owner: UserRow, member: UserRow, role: 'admin' | 'viewer'): void {
      if (owner.id === member.id) throw new CommandError('an owner is no member of the own team');
      if (!rightsOf(owner, clock.now()).isUltra) {
        throw new CommandError(
          `teams need the plan ultra, and ${owner.email} has ${owner.plan}: see \`footfall user set\``,
        );
      }
      store.putMembership({ ownerId: owner.id, memberId: member.id, role, createdAt: clock.now() });
    },

    removeFromTeam(owner: UserRow, member: UserRow): void {
      if (!store.removeMembership(owner.id, member.id)) {
        throw new CommandError(`${member.email} is no member of ${owner.email}'s team`);
      }
    },
  };
}

export type AccountsService = ReturnType<typeof createAccountsService>;

/** OWASP's second argon2id setting: 19 MiB, two passes. */
const hashPassword = (password: string): Promise<string> =>
  Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 });

const emailFaults = (email: string): string[] =>
  EMAIL.test(email) ? [] : [`email must be an e-mail address, got ${JSON.stringify(email.slice(0, 100))}`];

function profileFaults({ name, plan, timeZone, weekStart }: UserChange): string[] {
  const faults: string[] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (name !== undefined && (name.trim().length > 200 || /[\u0000-\u001f\u007f]/.test(name))) {
    faults.push('name must be at most 200 characters without control characters');
  }
  if (plan !== undefined && !PLANS.includes(plan)) {
    faults.push(`plan must be one of ${PLANS.join(', ')}, got ${JSON.stringify(plan)}`);
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    faults.push(`time zone must be a name such as Europe/Berlin, got ${JSON.stringify(timeZone)}`);
  }
  if (weekStart !== undefined && weekStart !== 'monday' && weekStart !== 'sunday') {
    faults.push(`week start must be monday or sunday, got ${JSON.stringify(weekStart)}`);
  }
  return faults;
}

const passwordFaults = (password: string): string[] =>
  password.length >= MIN_PASSWORD_LENGTH && password.length <= MAX_PASSWORD_LENGTH
    ? []
    : [
        `password must be ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters, got ${password.length}`,
      ];

function rejectFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw invalidBody(...faults);
}
