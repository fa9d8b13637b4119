import type { Command } from './command.ts';
import { runCommand } from './run-command.ts';

export const mailTest: Command = {
  name: 'mail test',
  summary: 'send a test mail by the relay that is set, and say what became of it',
  positionals: ['ADDRESS'],
  flags: {},
  async run(words, context) {
    const [to = ''] = words.positionals;
    await runCommand('mail.test', { to }, words, context);
    context.print(`the relay has taken a mail to ${to}`);
    return 0;
  },
};
