import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/options.ts';
import { systemClock } from '../core/clock.ts';
import { createLog } from '../core/log.ts';
import { type CommandName, type Commands, createCommands } from '../server/commands.ts';
import { askServer, type ClientRun, NOTHING } from '../server/control.ts';
import { openServices } from '../server/services.ts';
import type { Arguments, CliContext } from './command.ts';
import { actAsOwner } from './folder-owner.ts';
import { withServiceSettings } from './service-settings.ts';

/** Commands that may make a data folder, as a server does, and never work on the one of the service unasked. */
const CREATES: ReadonlySet<CommandName> = new Set(['demo']);

type InputOf<Name extends CommandName> = Parameters<Commands[Name]>[0];
type ResultOf<Name extends CommandName> = Awaited<ReturnType<Commands[Name]>>;

/** Returns the settings of a command: those of flags and environment, and of the systemd service where neither names a folder. */
export function configOf(name: CommandName, words: Arguments, context: CliContext): Config {
  const flags = { data: words.flags['data'] };
  const environment = CREATES.has(name)
    ? context.environment
    : withServiceSettings(context, { hasDataFlag: flags.data !== undefined });
  return loadConfig({ flags, environment });
}

/** Runs a command in the server that uses the data folder; answers undefined when there is none. */
export async function runOnServer<Name extends CommandName>(
  name: Name,
  input: InputOf<Name>,
  config: Config,
  options: Partial<ClientRun> = {},
): Promise<{ readonly result: ResultOf<Name> } | undefined> {
  const asked = await askServer(config.data, name, input, options);
  return asked && { result: asked.result as ResultOf<Name> };
}

/**
 * Runs a command: in the server that uses the data folder, else here, with the folder locked meanwhile.
 * Throws what the command refuses, as one line.
 */
export async function runCommand<Name extends CommandName>(
  name: Name,
  input: InputOf<Name>,
  words: Arguments,
  context: CliContext,
  options: Partial<ClientRun> = {},
): Promise<ResultOf<Name>> {
  const config = configOf(name, words, context);
  const asked = await runOnServer(name, input, config, options);
  if (asked) return asked.result;
  actAsOwner(config.data);
  // A command's own standard error stays its own: only what an operator must know is logged.
  const log = createLog('warn', context.isTerminal ? 'pretty' : 'json');
  const services = await openServices({ config, clock: systemClock, log, mayCreate: CREATES.has(name) });
  try {
    const run = { ...NOTHING, ...options, signal: new AbortController().signal };
    const command = createCommands(services)[name] as (
      input: InputOf<Name>,
      run: unknown,
    ) => Promise<ResultOf<Name>>;
    return await command(input, run);
  } finally {
    await services.close();
  }
}
