import { once } from 'node:events';
import type { Command } from './command.ts';
import { becomeOwner, ownerToActAs } from './remote/folder-owner.ts';
import { configOf, openCommandHost } from './remote/run-command.ts';

/** What root starts as the owner of the data folder: it answers commands until its standard input ends. */
export const commandHost: Command = {
  name: 'command-host',
  summary: 'answer commands of another process, as the owner of the data folder, until standard input ends',
  positionals: ['SOCKET'],
  flags: {},
  isInternal: true,
  async run(words, context) {
    const [socketName = ''] = words.positionals;
    const config = configOf(words, context);
    const owner = ownerToActAs(config.data);
    if (owner) becomeOwner(owner);
    const host = await openCommandHost(config, context, { socketName });
    context.print('ready');
    context.stdin.resume();
    await once(context.stdin, 'end');
    await host.stop();
    return 0;
  },
};
