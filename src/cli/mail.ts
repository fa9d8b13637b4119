import { serverCommand } from './server-command.ts';

export const mailTest = serverCommand({
  name: 'mail test',
  summary: 'send a test mail by the relay that is set, and say what became of it',
  positionals: ['ADDRESS'],
  runs: 'mail.test',
  input: ({ positionals: [to = ''] }) => ({ to }),
  output: (_result, { positionals: [to] }) => `the relay has taken a mail to ${to}`,
});
