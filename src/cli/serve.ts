import { describeConfig, loadConfig } from '../config/load.ts';
import { OPTIONS, type Option, toFlag } from '../config/options.ts';
import { isJournal, openLog } from '../core/log.ts';
import { VERSION } from '../core/version.ts';
import { startServer } from '../server/start.ts';
import { notifyReady } from '../server/systemd.ts';
import type { Command, Flag } from './command.ts';

/** Every setting as a flag. */
const SETTING_FLAGS: Record<string, Flag> = Object.fromEntries(
  Object.values<Option>(OPTIONS).map(option => [
    toFlag(option),
    { value: 'VALUE', description: option.description },
  ]),
);

/** Not a setting: what it allows is allowed once. */
const ACCEPT_LOSS: Flag = {
  value: null,
  description:
    'start although changes of the configuration, or hits, were lost; what is damaged is kept in `damaged/`',
};

export const serve: Command = {
  name: 'serve',
  summary: 'start the server (also plain `footfall`)',
  positionals: [],
  flags: { ...SETTING_FLAGS, 'accept-loss': ACCEPT_LOSS },
  details: 'Every setting can be given as a flag or in the environment; flags win.',
  async run(args, { environment, print, isTerminal }) {
    const config = loadConfig({ flags: args.flags, environment });
    const isForJournal = isJournal(environment['JOURNAL_STREAM']);
    const format = config.logFormat ?? (isTerminal ? 'pretty' : 'json');
    const log = await openLog(config.logLevel, format, { isForJournal });
    log.debug({ settings: describeConfig(config) }, 'settings in force');
    const acceptsLoss = args.flags['accept-loss'] !== undefined;
    const server = await startServer({ config, log, acceptsLoss });
    print(`Footfall ${VERSION} is listening on ${server.url}`);
    if (server.setUpUrl) print(`Set up the first user at ${server.setUpUrl}`);
    // Subscribed before systemd is notified: a signal may arrive during that.
    const stopSignal = nextSignal();
    await notifyReady(environment['NOTIFY_SOCKET'], log);
    const signal = await stopSignal;
    log.info({ signal }, 'stopping');
    await server.stop();
    log.info('stopped');
    return 0;
  },
};

const nextSignal = (): Promise<string> =>
  new Promise(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  });
