import type { CommandName } from '../server/commands/commands.ts';
import type { Arguments, CliContext, Command } from './command.ts';
import { type InputOf, type ResultOf, runCommand } from './remote/run-command.ts';

interface Definition<Name extends CommandName>
  extends Pick<Command, 'name' | 'summary'>,
    Partial<Pick<Command, 'positionals' | 'flags'>> {
  /** The command of the server, as `server/commands/commands.ts` names it. */
  readonly runs: Name;
  /** Builds its input from the words of the command line; none when absent. */
  readonly input?: (words: Arguments, context: CliContext) => InputOf<Name> | Promise<InputOf<Name>>;
  /** Writes the text for standard output. */
  readonly output: (result: ResultOf<Name>, words: Arguments) => string;
}

/** Makes a command that runs one command of the server and prints what comes of it. */
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
  async run(words, context) {
    const built = (await input?.(words, context)) as InputOf<Name>;
    context.print(output(await runCommand(runs, built, words, context), words));
    return 0;
  },
});
