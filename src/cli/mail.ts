import { serverCommand } from './server-command.ts';

export const mailTest = serverCommand({
  name: 'mail test',
  summary: 'send a test mail through the configured relay and report the result',
  positionals: ['ADDRESS'],
  runs: 'mail.test',
  input: ({ positionals: [to = ''] }) => ({ to }),
  output: (_result, { positionals: [to] }) => `the relay has taken a mail to ${to}`,
});
