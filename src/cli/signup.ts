import type { Command } from './command.ts';
import { runCommand } from './run-command.ts';

export const signupList: Command = {
  name: 'signup list',
  summary: 'list the signups of agents that wait, with their activation links',
  positionals: [],
  flags: {},
  async run(words, context) {
    const signups = await runCommand('signup.list', undefined, words, context);
    if (signups.length === 0) context.print('no signups wait');
    for (const { id, email, agentName, state, expiresAt, url } of signups) {
      const agent = agentName === null ? '' : ` for ${printable(agentName)}`;
      context.print(`${id}  ${email}${agent}  ${state}, until ${expiresAt}\n    ${url}`);
    }
    return 0;
  },
};

export const signupApprove: Command = {
  name: 'signup approve',
  summary: 'approve a signup: its owner is mailed the link, which works from then on',
  positionals: ['SIGNUP_ID'],
  flags: {},
  async run(words, context) {
    const [id = ''] = words.positionals;
    const { email, url } = await runCommand('signup.approve', { id }, words, context);
    context.print(`the signup of ${email} is approved; it is activated at\n    ${url}`);
    return 0;
  },
};

/** A name that a stranger has chosen, without signs that could disturb a terminal. */
const printable = (text: string): string => JSON.stringify(text.replace(/[\p{C}\u2028\u2029]+/gu, ' '));
