/** The command `backup`. */
import { resolve } from 'node:path';
import { systemClock } from '../core/clock.ts';
import { CommandError } from '../core/errors.ts';
import type { Offer } from '../server/commands/command-run.ts';
import { requireDataFolder } from '../stores/data-folder.ts';
import { archiveBackup, copyBackup, requireOutsideDataFolder } from './backup-copy.ts';
import type { Command } from './command.ts';
import { createProgressBar } from './progress-bar.ts';
import { findFolderOwner } from './remote/folder-owner.ts';
import { loadCommandConfig, withServer } from './remote/with-server.ts';

export const backup: Command = {
  name: 'backup',
  summary:
    'write a consistent copy of the data folder into an empty folder, even while the server is running',
  positionals: ['DIR'],
  flags: {},
  details: 'Use - as DIR to write a tar archive to standard output.',
  async run(args, context) {
    const [target = ''] = args.positionals;
    const directory = resolve(target);
    const config = loadCommandConfig(args, context);
    requireDataFolder(config.data);
    if (target !== '-') requireOutsideDataFolder(config.data, directory);
    else if (context.isOutputDevice)
      throw new CommandError('standard output is a terminal or a device: redirect it to a file or a pipe');
    const progress = createProgressBar(context, 'bytes');
    const options = { owner: findFolderOwner(config.data), onProgress: progress.show };
    const handOver = async (offer: Offer): Promise<void> => {
      const files = 'files' in offer ? offer.files : [];
      if (target === '-') await archiveBackup(files, context.stdout, { ...options, now: systemClock.now() });
      else await copyBackup(files, directory, options);
    };
    await withServer({ config, context }, send => send('backup', undefined, { handOver }));
    progress.clear();
    if (target === '-') return 0;
    context.print(`backup written to ${directory}`);
    return 0;
  },
};
