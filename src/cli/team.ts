import { oneOf } from '../config/types.ts';
import { TEAM_ROLES } from '../core/access.ts';
import { serverCommand } from './server-command.ts';

export const teamAdd = serverCommand({
  name: 'team add',
  summary: "give a user a role in an owner's account",
  positionals: ['OWNER_EMAIL', 'MEMBER_EMAIL'],
  flags: {
    role: {
      value: TEAM_ROLES.join('|'),
      description: 'what the member may do there',
      isRequired: true,
      type: oneOf(TEAM_ROLES),
    },
  },
  runs: 'team.add',
  input: ({ positionals: [owner = '', member = ''], flags: { role = '' } }) => ({ owner, member, role }),
  output: (_result, { positionals: [owner, member], flags: { role } }) =>
    `${member} is ${role} of ${owner}'s account`,
});

export const teamRemove = serverCommand({
  name: 'team remove',
  summary: "take a user out of an owner's account",
  positionals: ['OWNER_EMAIL', 'MEMBER_EMAIL'],
  runs: 'team.remove',
  input: ({ positionals: [owner = '', member = ''] }) => ({ owner, member }),
  output: (_result, { positionals: [owner, member] }) => `${member} is out of ${owner}'s account`,
});
