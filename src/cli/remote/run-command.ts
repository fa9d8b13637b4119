/** Runs commands: in the server that uses the data folder, otherwise in a process that opens the folder for as long as the command takes. */

import { openServices } from '../../compose/services.ts';
import { loadConfig } from '../../config/load.ts';
import type { Config } from '../../config/options.ts';
import { systemClock } from '../../core/clock.ts';
import { createLog } from '../../core/log.ts';
import { type CommandName, type Commands, createCommands } from '../../server/commands/commands.ts';
import { startControl } from '../../server/control/control-server.ts';
import { requireDataFolder } from '../../stores/data-folder.ts';
import { type Arguments, type CliContext, ReportedError } from '../command.ts';
import { withServiceSettings } from '../service-settings.ts';
import { cutShort, type SendOptions, sendToServer } from './control-client.ts';
import { ownerToActAs } from './folder-owner.ts';

export type InputOf<Name extends CommandName> = Parameters<Commands[Name]>[0];
export type ResultOf<Name extends CommandName> = Awaited<ReturnType<Commands[Name]>>;

/** Sends a command to the server. Throws a `CommandError` when it fails. */
export type Ask = <Name extends CommandName>(
  name: Name,
  input: InputOf<Name>,
  options?: Omit<SendOptions, 'socketName'>,
) => Promise<ResultOf<Name>>;

/** A process that runs commands where no server does. */
interface CommandHost {
  readonly socketName: string;
  stop(): Promise<void>;
}

/** Returns the settings of a command: those of flags and environment, and of the systemd service where neither names a folder. */
export function configOf(words: Arguments, context: CliContext): Config {
  const flags = { data: words.flags['data'] };
  return loadConfig({
    flags,
    environment: withServiceSettings(context, { hasDataFlag: flags.data !== undefined }),
  });
}

/** Runs one command. Throws a `CommandError` when it fails. */
export const runCommand = <Name extends CommandName>(
  name: Name,
  input: InputOf<Name>,
  words: Arguments,
  context: CliContext,
): Promise<ResultOf<Name>> => withCommands(configOf(words, context), context, ask => ask(name, input));

/**
 * Calls `work` with the commands of the server that uses the data folder, or of a host that holds the folder meanwhile.
 * Only with `mayCreate` is a folder made where there is none.
 */
export async function withCommands<Result>(
  config: Config,
  context: CliContext,
  work: (ask: Ask, isServed: boolean) => Promise<Result>,
  { mayCreate = false }: { readonly mayCreate?: boolean } = {},
): Promise<Result> {
  const host = (await isServed(config)) ? undefined : await startHost(config, context, mayCreate);
  const ask = async (name: CommandName, input: unknown, options: SendOptions = {}) => {
    const asked = await sendToServer(config.data, name, input, {
      ...options,
      ...(host ? { socketName: host.socketName } : {}),
    });
    if (!asked) throw cutShort();
    return asked.result;
  };
  try {
    return await work(ask as Ask, host === undefined);
  } finally {
    await host?.stop();
  }
}

/** Whether a server answers commands. One that refuses this one, being older, does as well. */
async function isServed({ data }: Config): Promise<boolean> {
  return (await sendToServer(data, 'ping', undefined).catch(() => true)) !== undefined;
}

async function startHost(config: Config, context: CliContext, mayCreate: boolean): Promise<CommandHost> {
  if (!mayCreate) requireDataFolder(config.data);
  const socketName = `command-${process.pid}.sock`;
  return ownerToActAs(config.data)
    ? startOwnerProcess(config, context, socketName)
    : openCommandHost(config, context, { socketName, mayCreate });
}

/** Opens the data folder in this process and answers commands at a socket of its own. */
export async function openCommandHost(
  config: Config,
  context: CliContext,
  { socketName, mayCreate = false }: { readonly socketName: string; readonly mayCreate?: boolean },
): Promise<CommandHost> {
  // A command's own standard error stays its own: only what an operator must know is logged.
  const log = createLog('warn', context.isTerminal ? 'pretty' : 'json');
  const services = await openServices({ config, clock: systemClock, log, mayCreate });
  const stopControl = startControl(config.data, { commands: createCommands(services), log, socketName });
  return {
    socketName,
    async stop() {
      await stopControl();
      await services.close();
    },
  };
}

/** Starts this program anew as the folder's owner, to be the host: files that root made there could not be opened by the server. */
async function startOwnerProcess(
  { data }: Config,
  { program, environment }: CliContext,
  socketName: string,
): Promise<CommandHost> {
  const child = Bun.spawn([...program, 'command-host', socketName, '--data', data], {
    env: { ...environment },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const { done } = await child.stdout.getReader().read();
  // It has printed the reason to the same standard error.
  if (done) throw new ReportedError(await child.exited);
  return {
    socketName,
    async stop() {
      child.stdin.end();
      await child.exited;
    },
  };
}
