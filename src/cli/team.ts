import { oneOf } from '../config/types.ts';
import { TEAM_ROLES } from '../server/commands.ts';
import { type Command, UsageError } from './command.ts';
import { runCommand } from './run-command.ts';

export const teamAdd: Command = {
  name: 'team add',
  summary: "give a user a role in an owner's account",
  positionals: ['OWNER_EMAIL', 'MEMBER_EMAIL'],
  flags: {
    role: { value: TEAM_ROLES.join('|'), meaning: 'what the member may do there', type: oneOf(TEAM_ROLES) },
  },
  async run(words, context) {
    const [owner = '', member = ''] = words.positionals;
    const { role } = words.flags;
    if (role === undefined) throw new UsageError('--role is missing: admin or viewer');
    await runCommand('team.add', { owner, member, role }, words, context);
    context.print(`${member} is ${role} of ${owner}'s account`);
    return 0;
  },
};

export const teamRemove: Command = {
  name: 'team remove',
  summary: "take a user out of an owner's account",
  positionals: ['OWNER_EMAIL', 'MEMBER_EMAIL'],
  flags: {},
  async run(words, context) {
    const [owner = '', member = ''] = words.positionals;
    await runCommand('team.remove', { owner, member }, words, context);
    context.print(`${member} is out of ${owner}'s account`);
    return 0;
  },
};
