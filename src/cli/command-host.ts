import { once } from 'node:events';
import type { Command } from './command.ts';
import { dropPrivileges, findFolderOwner } from './remote/folder-owner.ts';
import { loadCommandConfig, openCommandHost } from './remote/with-server.ts';

/** Started by root as the owner of the data folder: answers commands until standard input ends. */
export const commandHost: Command = {
  name: 'command-host',
  summary: 'answer commands of another process, as the owner of the data folder, until standard input ends',
  positionals: ['SOCKET'],
  flags: {},
  isInternal: true,
  async run(args, context) {
    const [socketName = ''] = args.positionals;
    const config = loadCommandConfig(args, context);
    const owner = findFolderOwner(config.data);
    if (owner) dropPrivileges(owner);
    const host = await openCommandHost(config, context, { socketName });
    context.print('ready');
    context.stdin.resume();
    await once(context.stdin, 'end');
    await host.stop();
    return 0;
  },
};
