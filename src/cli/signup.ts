import { serverCommand } from './server-command.ts';

export const signupList = serverCommand({
  name: 'signup list',
  summary: 'list pending signups of AI agents, with their activation links',
  runs: 'signup.list',
  output: signups =>
    signups
      .map(({ id, email, agentName, state, expiresAt, url }) => {
        const agent = agentName === null ? '' : ` for ${printable(agentName)}`;
        return `${id}  ${email}${agent}  ${state}, until ${expiresAt}\n    ${url}`;
      })
      .join('\n') || 'no signups wait',
});

export const signupApprove = serverCommand({
  name: 'signup approve',
  summary: 'approve a signup and email its owner the activation link',
  positionals: ['SIGNUP_ID'],
  runs: 'signup.approve',
  input: ({ positionals: [id = ''] }) => ({ id }),
  output: ({ email, url }) => `signup of ${email} approved; activation link:\n    ${url}`,
});

/** Quotes an untrusted name, without control characters that could disturb a terminal. */
const printable = (text: string): string => JSON.stringify(text.replace(/[\p{C}\u2028\u2029]+/gu, ' '));
