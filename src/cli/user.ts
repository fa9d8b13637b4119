import { text } from 'node:stream/consumers';
import { type OptionType, oneOf } from '../config/types.ts';
import { PLANS } from '../core/plans.ts';
import { isTimeZone, WEEK_STARTS } from '../lib/time.ts';
import type { CliContext, Command, Flag } from './command.ts';
import { runCommand } from './run-command.ts';

const timeZone: OptionType<string> = {
  allowed: 'a name such as Europe/Berlin',
  parse: text => (isTimeZone(text) ? text : undefined),
};

const PROFILE_FLAGS: Record<string, Flag> = {
  name: { value: 'N', meaning: 'name shown to others' },
  plan: {
    value: PLANS.join('|'),
    meaning: 'plan; FOOTFALL_DEFAULT_PLAN for a new user',
    type: oneOf(PLANS),
  },
  'time-zone': { value: 'TZ', meaning: 'such as Europe/Berlin; UTC for a new user', type: timeZone },
  'week-start': { value: WEEK_STARTS.join('|'), meaning: 'first day of the week', type: oneOf(WEEK_STARTS) },
  'password-stdin': { value: null, meaning: 'read the password from standard input' },
};

const readPassword = async (isAsked: boolean, context: CliContext): Promise<string | undefined> =>
  isAsked ? (await text(context.stdin)).replace(/\r?\n$/, '') : undefined;

export const userAdd: Command = {
  name: 'user add',
  summary: 'add a user, active at once; prints id=… and, without --password-stdin, a generated password',
  positionals: ['EMAIL'],
  flags: PROFILE_FLAGS,
  async run(words, context) {
    const [email = ''] = words.positionals;
    const password = await readPassword(words.flags['password-stdin'] !== undefined, context);
    const added = await runCommand(
      'user.add',
      { email, ...profileOf(words.flags), password },
      words,
      context,
    );
    context.print(`id=${added.id}`);
    if (added.password !== null) context.print(`password=${added.password}`);
    return 0;
  },
};

export const userSet: Command = {
  name: 'user set',
  summary: 'change a user; a new password ends their sessions',
  positionals: ['EMAIL'],
  flags: PROFILE_FLAGS,
  async run(words, context) {
    const [email = ''] = words.positionals;
    const password = await readPassword(words.flags['password-stdin'] !== undefined, context);
    await runCommand('user.set', { email, ...profileOf(words.flags), password }, words, context);
    context.print(`${email} changed`);
    return 0;
  },
};

const profileOf = (flags: Readonly<Record<string, string | undefined>>) => ({
  name: flags['name'],
  plan: flags['plan'],
  timeZone: flags['time-zone'],
  weekStart: flags['week-start'],
});
