import { text } from 'node:stream/consumers';
import { oneOf, timeZone } from '../config/types.ts';
import { CommandError } from '../core/errors.ts';
import { PLANS } from '../core/plans.ts';
import { WEEK_STARTS } from '../lib/time.ts';
import { type Arguments, type CliContext, type Flag, UsageError } from './command.ts';
import { isTerminal, readHidden } from './hidden-input.ts';
import { serverCommand } from './server-command.ts';
import { formatTable } from './table.ts';

const PROFILE_FLAGS: Record<string, Flag> = {
  name: { value: 'N', description: 'name shown to others' },
  plan: {
    value: PLANS.join('|'),
    description: 'plan; FOOTFALL_DEFAULT_PLAN for a new user',
    type: oneOf(PLANS),
  },
  'time-zone': { value: 'TZ', description: 'such as Europe/Berlin; UTC for a new user', type: timeZone },
  'week-start': {
    value: WEEK_STARTS.join('|'),
    description: 'first day of the week',
    type: oneOf(WEEK_STARTS),
  },
  'password-stdin': {
    value: null,
    description: 'read the password from standard input; on a terminal it is typed twice, without echo',
  },
};

const readPassword = async (
  isAsked: boolean,
  { stdin, writeError }: CliContext,
): Promise<string | undefined> => {
  if (!isAsked) return undefined;
  if (!isTerminal(stdin)) return (await text(stdin)).replace(/\r?\n$/, '');
  const password = await readHidden(stdin, writeError, 'Password: ');
  const again = await readHidden(stdin, writeError, 'Repeat password: ');
  if (password !== again) throw new CommandError('the two passwords differ: nothing was changed');
  return password;
};

export const userAdd = serverCommand({
  name: 'user add',
  summary: 'add a user, active at once; prints id=… and, without --password-stdin, a generated password',
  positionals: ['EMAIL'],
  flags: PROFILE_FLAGS,
  runs: 'user.add',
  input: userInput,
  output: ({ id, password }) => (password === null ? `id=${id}` : `id=${id}\npassword=${password}`),
});

export const userSet = serverCommand({
  name: 'user set',
  summary: 'change a user; a new password ends their sessions',
  positionals: ['EMAIL'],
  flags: PROFILE_FLAGS,
  runs: 'user.set',
  async input(args, context) {
    if (!Object.keys(PROFILE_FLAGS).some(name => args.flags[name] !== undefined))
      throw new UsageError(
        `nothing to change: give one of ${Object.keys(PROFILE_FLAGS)
          .map(name => `--${name}`)
          .join(', ')}`,
      );
    return await userInput(args, context);
  },
  output: (_result, { positionals: [email] }) => `${email} changed`,
});

export const userList = serverCommand({
  name: 'user list',
  summary: 'list all users, starting with the operator',
  runs: 'user.list',
  output: users =>
    formatTable(
      ['ID', 'EMAIL', 'PLAN', 'SITES', 'SINCE', ''],
      users.map(({ id, email, plan, sites, isOperator, createdAt }) => [
        String(id),
        email,
        plan,
        String(sites),
        createdAt.slice(0, 10),
        isOperator ? 'operator' : '',
      ]),
    ),
});

export const userRemove = serverCommand({
  name: 'user remove',
  summary: 'remove a user who owns no sites, with keys, sessions and memberships',
  positionals: ['EMAIL'],
  runs: 'user.remove',
  input: ({ positionals: [email = ''] }) => ({ email }),
  output: (_result, { positionals: [email] }) => `${email} removed`,
});

/** Builds the input of `user add` and `user set`. */
async function userInput({ positionals: [email = ''], flags }: Arguments, context: CliContext) {
  return {
    email,
    name: flags['name'],
    plan: flags['plan'],
    timeZone: flags['time-zone'],
    weekStart: flags['week-start'],
    password: await readPassword(flags['password-stdin'] !== undefined, context),
  };
}
