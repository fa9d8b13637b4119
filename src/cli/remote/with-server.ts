/** Runs commands in the server that uses the data folder; without one, in a process that opens the folder for as long as the command takes. */
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { requireWholeFolder } from '../../compose/check.ts';
import { openServices } from '../../compose/services.ts';
import { loadConfig } from '../../config/load.ts';
import type { Config } from '../../config/options.ts';
import { systemClock } from '../../core/clock.ts';
import { CommandError } from '../../core/errors.ts';
import { openLog } from '../../core/log.ts';
import { type CommandName, type Commands, createCommands } from '../../server/commands/commands.ts';
import { startControl } from '../../server/control/control-server.ts';
import { isDataFolder, isFolderInUse, requireDataFolder } from '../../stores/data-folder.ts';
import { type Arguments, type CliContext, ReportedError } from '../command.ts';
import { withServiceSettings } from '../service-settings.ts';
import { connectionLost, type SendOptions, sendToServer } from './control-client.ts';
import { findFolderOwner } from './folder-owner.ts';

/** How long a server that is starting is waited for. */
const MAX_START_MS = 10_000;
const RETRY_MS = 50;

export type InputOf<Name extends CommandName> = Parameters<Commands[Name]>[0];
export type ResultOf<Name extends CommandName> = Awaited<ReturnType<Commands[Name]>>;

/** Sends a command to the server. Throws a `CommandError` when it fails. */
export type SendCommand = <Name extends CommandName>(
  name: Name,
  input: InputOf<Name>,
  options?: Omit<SendOptions, 'socketName'>,
) => Promise<ResultOf<Name>>;

/** A process that runs commands where there is no server. */
interface CommandHost {
  readonly socketName: string;
  stop(): Promise<void>;
}

/** Loads the configuration of a command from flags and environment, and from the systemd service where neither names a folder. */
export function loadCommandConfig(args: Arguments, context: CliContext): Config {
  const flags = { data: args.flags['data'] };
  return loadConfig({
    flags,
    environment: withServiceSettings(context, { hasDataFlag: flags.data !== undefined }),
  });
}

/**
 * Calls `work` with a function that sends commands to the server that uses the data folder, or to a host that opens the
 * folder until `work` has finished. Only with `mayCreate` is a folder made where there is none.
 */
export async function withServer<Result>(
  {
    config,
    context,
    mayCreate = false,
  }: { readonly config: Config; readonly context: CliContext; readonly mayCreate?: boolean },
  work: (send: SendCommand, isServed: boolean) => Promise<Result>,
): Promise<Result> {
  const host = (await findServer(config, context)) ? undefined : await startHost(config, context, mayCreate);
  const send = async (name: CommandName, input: unknown, options: SendOptions = {}) => {
    const response = await sendToServer(
      config.data,
      { command: name, input },
      {
        ...options,
        ...(host ? { socketName: host.socketName } : {}),
      },
    );
    if (!response) throw connectionLost();
    return response.result;
  };
  try {
    return await work(send as SendCommand, host === undefined);
  } finally {
    await host?.stop();
  }
}

/**
 * Returns whether a server answers commands. One that holds the folder and does not answer yet is waited for. Throws a
 * `CommandError` when it takes longer than a start does.
 */
export async function findServer({ data }: Config, context: CliContext): Promise<boolean> {
  const { maxStartMs = MAX_START_MS } = context;
  const until = Bun.nanoseconds() + maxStartMs * 1e6;
  for (let isWaiting = false; !(await isServerRunning(data)); isWaiting = true) {
    if (!isFolderInUse(data)) return false;
    if (Bun.nanoseconds() >= until)
      throw new CommandError(
        `another process is using ${resolve(data)} and answers no commands: try again when the server has started or the other command has ended`,
      );
    if (!isWaiting)
      context.printError('footfall: the server is starting, or another command is running: waiting for it');
    await setTimeout(RETRY_MS);
  }
  return true;
}

/** An older server that refuses `ping` counts too. */
const isServerRunning = async (data: string): Promise<boolean> =>
  (await sendToServer(data, { command: 'ping' }).catch(() => true)) !== undefined;

async function startHost(config: Config, context: CliContext, mayCreate: boolean): Promise<CommandHost> {
  if (!mayCreate) requireDataFolder(config.data);
  const socketName = `command-${process.pid}.sock`;
  return findFolderOwner(config.data)
    ? startOwnerProcess(config, context, socketName)
    : openCommandHost(config, context, { socketName, mayCreate });
}

/** Opens the data folder in this process and answers commands at a socket of its own. */
export async function openCommandHost(
  config: Config,
  context: CliContext,
  { socketName, mayCreate = false }: { readonly socketName: string; readonly mayCreate?: boolean },
): Promise<CommandHost> {
  // Standard error belongs to the command: only warnings and errors are logged there.
  const log = await openLog('warn', context.isTerminal ? 'pretty' : 'json');
  if (!mayCreate || isDataFolder(config.data)) await requireWholeFolder(config.data);
  const services = await openServices({ config, clock: systemClock, log, logsDelivery: false });
  const stopControl = startControl(config.data, { commands: createCommands(services), log, socketName });
  return {
    socketName,
    async stop() {
      await stopControl();
      await services.close();
    },
  };
}

/** Starts this program as the folder's owner, as the host: the server could not open files that root made there. */
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
