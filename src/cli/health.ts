/** The command `health`: for supervisors that run a program, as containers do. */
import { CommandError } from '../core/errors.ts';
import { isFolderInUse } from '../stores/data-folder.ts';
import type { Command } from './command.ts';
import { sendToServer } from './remote/control-client.ts';
import { loadCommandConfig, type ResultOf } from './remote/with-server.ts';

export const health: Command = {
  name: 'health',
  summary: 'tell whether the running server works: exit code 0 or 1, as /healthz does',
  positionals: [],
  flags: {},
  async run(args, context) {
    const { data } = loadCommandConfig(args, context);
    const answered = await sendToServer(data, { command: 'health' });
    if (!answered)
      throw new CommandError(
        isFolderInUse(data) ? `the server in ${data} does not answer yet` : `no server uses ${data}`,
      );
    const { outage, warnings } = answered.result as ResultOf<'health'>;
    if (outage) throw new CommandError(outage.text);
    for (const { text } of warnings) context.printError(`footfall: ${text}`);
    context.print('ok');
    return 0;
  },
};
