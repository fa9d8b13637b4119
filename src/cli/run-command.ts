import { loadConfig } from '../config/load.ts';
import { systemClock } from '../core/clock.ts';
import { createLog } from '../core/log.ts';
import { type CommandName, type Commands, createCommands, type Progress } from '../server/commands.ts';
import { askServer } from '../server/control.ts';
import { openServices } from '../server/services.ts';
import type { Arguments, CliContext } from './command.ts';

/** Commands that may make a data folder, as a server does. */
const CREATES: ReadonlySet<CommandName> = new Set(['demo']);

type InputOf<Name extends CommandName> = Parameters<Commands[Name]>[0];
type ResultOf<Name extends CommandName> = Awaited<ReturnType<Commands[Name]>>;

/** Runs a command in the server that uses the data folder; `asked` is undefined when there is none. */
export async function runOnServer<Name extends CommandName>(
  name: Name,
  input: InputOf<Name>,
  words: Arguments,
  { environment }: CliContext,
  onProgress: Progress = () => {},
) {
  const config = loadConfig({ flags: { data: words.flags['data'] }, environment });
  const asked = await askServer(config.data, name, input, onProgress);
  return { config, asked: asked && { result: asked.result as ResultOf<Name> } };
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
  onProgress: Progress = () => {},
): Promise<ResultOf<Name>> {
  const { config, asked } = await runOnServer(name, input, words, context, onProgress);
  if (asked) return asked.result;
  // A command's own standard error stays its own: only what an operator must know is logged.
  const log = createLog('warn', context.isTerminal ? 'pretty' : 'json');
  const services = await openServices({ config, clock: systemClock, log, mayCreate: CREATES.has(name) });
  try {
    const run = { signal: new AbortController().signal, onProgress };
    const command = createCommands(services)[name] as (
      input: InputOf<Name>,
      run: unknown,
    ) => Promise<ResultOf<Name>>;
    return await command(input, run);
  } finally {
    await services.close();
  }
}
