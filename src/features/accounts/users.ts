import type { Clock } from '../../core/clock.ts';
import { CommandError, forbidden, invalidBody, notFound } from '../../core/errors.ts';
import { PLANS, type Plan, planRights } from '../../core/plans.ts';
import type { User } from '../../core/user.ts';
import { emailForms, isEmailAddress, normalizeEmail } from '../../lib/email-address.ts';
import { findTimeZone, type WeekStart } from '../../lib/time.ts';
import { hashPassword, isPassword, passwordFaults } from './password.ts';
import type { AccountsStore, NewUser } from './store.ts';

export interface UserInput {
  readonly email: string;
  readonly name?: string | undefined;
  readonly plan?: Plan | undefined;
  readonly timeZone?: string | undefined;
  readonly weekStart?: WeekStart | undefined;
  readonly password: string;
  /** When the plan ends; undefined: never. */
  readonly trialEndsAt?: Date | undefined;
}

/** Changes to a user; undefined fields stay. */
export type UserChange = {
  readonly [Field in Exclude<keyof UserInput, 'email' | 'trialEndsAt'>]?: UserInput[Field] | undefined;
} & { readonly theme?: User['theme'] | undefined };

export interface CreateUserHooks {
  readonly check?: () => void;
  readonly onInsert?: (user: User) => void;
}

export interface UsersDeps {
  readonly store: AccountsStore;
  readonly clock: Clock;
  readonly defaultPlan: Plan;
}

const MAX_CACHED_USERS = 10_000;
/** In characters, as the API counts them. */
const MAX_NAME_LENGTH = 200;

/** Caches users, since every request looks up its own. All writes pass through the one process that holds the folder. */
function createUserCache(store: Pick<AccountsStore, 'findUser'>) {
  const usersById = new Map<number, User>();
  return {
    find(id: number): User | undefined {
      const known = usersById.get(id);
      if (known) return known;
      const user = store.findUser(id);
      if (usersById.size >= MAX_CACHED_USERS) usersById.clear();
      if (user) usersById.set(id, user);
      return user;
    },
    forget: (id: number): void => void usersById.delete(id),
  };
}

/** Users and their passwords. */
export function createUsers({ store, clock, defaultPlan }: UsersDeps) {
  const cache = createUserCache(store);
  const findUser = cache.find;

  function getUserByEmail(email: string): User {
    const user = store.findUserByEmail(normalizeEmail(email));
    if (!user)
      throw new CommandError(`no user has the e-mail ${JSON.stringify(email)}: see \`footfall help user\``);
    return user;
  }

  /** Checks whether a user's password is still that of the row: comparing and hashing are slow. */
  const isPasswordUnchanged = (user: User): boolean => findUser(user.id)?.passwordHash === user.passwordHash;

  const isOperator = (user: Pick<User, 'id'>): boolean => store.findFirstId() === user.id;

  return {
    findUser,
    /** Finds an owner whose plan in force is a subscription; undefined for any other. */
    findSubscriber(id: number): User | undefined {
      const user = findUser(id);
      return user && planRights(user, clock.now()).isSubscribed ? user : undefined;
    },
    /** Finds a user by any form of the address. */
    findUserByEmail(email: string): User | undefined {
      for (const form of emailForms(email)) {
        const user = store.findUserByEmail(form);
        if (user) return user;
      }
      return undefined;
    },
    getUserByEmail,
    hasUsers: store.hasUsers,
    countUsers: store.countUsers,
    /** Every user, the operator first. */
    listUsers: store.listUsers,
    /** Whether a user runs this server: the first one does. */
    isOperator,
    /** Id of the operator: the first user; undefined while there is none. */
    findOperatorId: (): number | undefined => store.findFirstId(),
    /** 403 for anybody but the operator. */
    checkOperator(user: Pick<User, 'id'>): void {
      if (!isOperator(user)) throw forbidden('only the operator of this server, its first user, may do this');
    },
    /**
     * Adds an active user. 422 with every fault of the input. `check` is called right before, after the slow hash of
     * the password: it throws when the user may not be added any more. `onInsert` is called in the transaction that
     * adds the user.
     */
    async createUser(input: UserInput, { check, onInsert }: CreateUserHooks = {}): Promise<User> {
      const email = normalizeEmail(input.email);
      const faults = [...emailFaults(email), ...profileFaults(input), ...passwordFaults(input.password)];
      if (store.findUserByEmail(email)) faults.push(`email ${email} already has an account`);
      rejectFaults(faults);
      const passwordHash = await hashPassword(input.password, email);
      // Another request may have added the user while the password was hashed.
      if (store.findUserByEmail(email)) rejectFaults([`email ${email} already has an account`]);
      check?.();
      const user = toNewUser(input, { email, passwordHash, defaultPlan, now: clock.now() });
      return store.insertUser(user, onInsert ?? (() => {}));
    },

    /** Checks a user's password; without a user it takes as long and returns false. */
    isPasswordOf: (user: User | undefined, password: string, queue: string): Promise<boolean> =>
      isPassword(password, user?.passwordHash, queue),

    isPasswordUnchanged,

    /**
     * Gives a user another password. 422 for one that is too short or too long, naming the field it came in, and where
     * the password of `user` has changed since it was verified.
     */
    async setPassword(user: User, password: string, field = 'password'): Promise<void> {
      rejectFaults(passwordFaults(password, field));
      const passwordHash = await hashPassword(password, user.email);
      if (!isPasswordUnchanged(user))
        rejectFaults([`${field} was changed by another request at the same time: sign in again`]);
      store.updateUser(user.id, { passwordHash, updatedAt: clock.now() });
      cache.forget(user.id);
    },

    /** Changes the given fields. Setting a plan ends a trial. */
    async updateUser(user: User, change: UserChange): Promise<User> {
      const faults = profileFaults(change);
      if (change.password !== undefined) faults.push(...passwordFaults(change.password));
      rejectFaults(faults);
      const timeZone = findTimeZone(change.timeZone ?? '');
      const updated = store.updateUser(user.id, {
        ...(change.name === undefined ? {} : { name: change.name.trim() }),
        ...(change.plan === undefined ? {} : { plan: change.plan, trialEndsAt: null }),
        ...(timeZone === undefined ? {} : { timeZone }),
        ...(change.weekStart === undefined ? {} : { weekStart: change.weekStart }),
        ...(change.theme === undefined ? {} : { theme: change.theme }),
        ...(change.password === undefined
          ? {}
          : { passwordHash: await hashPassword(change.password, user.email) }),
        updatedAt: clock.now(),
      });
      cache.forget(user.id);
      if (!updated) throw notFound('user');
      return updated;
    },

    /** Removes a user who owns no sites, with all their data. Throws for the operator. */
    removeUser(user: User): void {
      if (isOperator(user))
        throw new CommandError(
          `${user.email} is the operator, the first user of this server, and cannot be removed: change the account with \`footfall user set\``,
        );
      store.removeUser(user.id);
      cache.forget(user.id);
    },
  };
}

interface Defaults {
  readonly email: string;
  readonly passwordHash: string;
  readonly defaultPlan: Plan;
  readonly now: Date;
}

const toNewUser = (input: UserInput, { email, passwordHash, defaultPlan, now }: Defaults): NewUser => ({
  email,
  name: input.name?.trim() || email.slice(0, email.indexOf('@')),
  plan: input.plan ?? defaultPlan,
  trialEndsAt: input.trialEndsAt ?? null,
  timeZone: findTimeZone(input.timeZone ?? '') ?? 'UTC',
  weekStart: input.weekStart ?? 'monday',
  passwordHash,
  theme: 'system',
  createdAt: now,
  updatedAt: now,
});

const emailFaults = (email: string): string[] =>
  isEmailAddress(email)
    ? []
    : [`email must be an e-mail address, got ${JSON.stringify(email.slice(0, 100))}`];

function profileFaults({ name, plan, timeZone, weekStart }: UserChange): string[] {
  const faults: string[] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  const isControlled = /[\u0000-\u001f\u007f]/;
  const isName = (text: string): boolean =>
    text.isWellFormed() && [...text.trim()].length <= MAX_NAME_LENGTH && !isControlled.test(text);
  if (name !== undefined && !isName(name)) {
    faults.push(`name must be at most ${MAX_NAME_LENGTH} characters without control characters`);
  }
  if (plan !== undefined && !PLANS.includes(plan)) {
    faults.push(`plan must be one of ${PLANS.join(', ')}, got ${JSON.stringify(plan)}`);
  }
  if (timeZone !== undefined && !findTimeZone(timeZone)) {
    faults.push(`time zone must be a name such as Europe/Berlin, got ${JSON.stringify(timeZone)}`);
  }
  if (weekStart !== undefined && weekStart !== 'monday' && weekStart !== 'sunday') {
    faults.push(`week start must be monday or sunday, got ${JSON.stringify(weekStart)}`);
  }
  return faults;
}

function rejectFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw invalidBody(...faults);
}
