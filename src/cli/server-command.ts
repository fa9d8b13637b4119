import type { CommandName } from '../server/commands/commands.ts';
import type { Arguments, CliContext, Command } from './command.ts';
import { type InputOf, loadCommandConfig, type ResultOf, withServer } from './remote/with-server.ts';

interface Definition<Name extends CommandName>
  extends Pick<Command, 'name' | 'summary'>,
    Partial<Pick<Command, 'positionals' | 'flags'>> {
  /** The command of the server, as `server/commands/commands.ts` names it. */
  readonly runs: Name;
  /** Builds its input from the arguments; none when absent. */
  readonly input?: (args: Arguments, context: CliContext) => InputOf<Name> | Promise<InputOf<Name>>;
  /** Formats the result for standard output. */
  readonly output: (result: ResultOf<Name>, args: Arguments) => string;
}

/** Creates a command that runs one command of the server and prints its result. */
export const serverCommand = <Name extends CommandName>({
  runs,
  input,
  output,
  name,
  summary,
  positionals = [],
  flags = {},
}: Definition<Name>): Command => ({
  name,
  summary,
  positionals,
  flags,
  async run(args, context) {
    const built = (await input?.(args, context)) as InputOf<Name>;
    const config = loadCommandConfig(args, context);
    const result = await withServer({ config, context }, send => send(runs, built));
    context.print(output(result, args));
    return 0;
  },
});
