import { oneOf } from '../config/types.ts';
import { TEAM_ROLES } from '../core/access.ts';
import { serverCommand } from './server-command.ts';

export const teamAdd = serverCommand({
  name: 'team add',
  summary: "add a user to an owner's team, or change their role",
  positionals: ['OWNER_EMAIL', 'MEMBER_EMAIL'],
  flags: {
    role: {
      value: TEAM_ROLES.join('|'),
      description: 'permissions of the member',
      isRequired: true,
      type: oneOf(TEAM_ROLES),
    },
  },
  runs: 'team.add',
  input: ({ positionals: [owner = '', member = ''], flags: { role = '' } }) => ({ owner, member, role }),
  output: (_result, { positionals: [owner, member], flags: { role } }) =>
    `${member} is now ${role} in ${owner}'s team`,
});

export const teamRemove = serverCommand({
  name: 'team remove',
  summary: "remove a user from an owner's team",
  positionals: ['OWNER_EMAIL', 'MEMBER_EMAIL'],
  runs: 'team.remove',
  input: ({ positionals: [owner = '', member = ''] }) => ({ owner, member }),
  output: (_result, { positionals: [owner, member] }) => `${member} removed from ${owner}'s team`,
});
