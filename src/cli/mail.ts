import { serverCommand } from './server-command.ts';

export const mailTest = serverCommand({
  name: 'mail test',
  summary: 'send a test email through the configured relay and report the result',
  positionals: ['ADDRESS'],
  runs: 'mail.test',
  input: ({ positionals: [to = ''] }) => ({ to }),
  output: (_result, { positionals: [to] }) => `test email to ${to} accepted by the relay`,
});
