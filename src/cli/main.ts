import { closestMatch } from 'leven';
import { AppError, CommandError } from '../core/errors.ts';
import { VERSION } from '../core/version.ts';
import { toErrorMessage } from '../server/control/protocol.ts';
import {
  type CliContext,
  type Command,
  ReportedError,
  readArguments,
  UsageError,
  usageOf,
} from './command.ts';
import { commandHost } from './command-host.ts';
import { backup, check, demo, importHistory } from './data.ts';
import { explain, overview } from './help.ts';
import { keyAdd, keyList, keyRevoke } from './key.ts';
import { licenses } from './licenses.ts';
import { mailTest } from './mail.ts';
import { serve } from './serve.ts';
import { signupApprove, signupList } from './signup.ts';
import { siteList } from './site.ts';
import { teamAdd, teamRemove } from './team.ts';
import { userAdd, userList, userRemove, userSet } from './user.ts';

const version: Command = {
  name: 'version',
  summary: 'print the version',
  positionals: [],
  flags: {},
  async run(_words, { print }) {
    print(VERSION);
    return 0;
  },
};

/** Edits at most between mistyped words and the command that is suggested. */
const MAX_TYPOS = 2;

/** Every command, in the order in which help shows them. */
export const COMMANDS: readonly Command[] = [
  serve,
  userAdd,
  userSet,
  userList,
  userRemove,
  siteList,
  keyAdd,
  keyList,
  keyRevoke,
  teamAdd,
  teamRemove,
  signupList,
  signupApprove,
  mailTest,
  importHistory,
  backup,
  check,
  demo,
  version,
  licenses,
  commandHost,
];

/** The commands that people use. */
const LISTED = COMMANDS.filter(({ isInternal }) => !isInternal);

/** Runs the command that the words name and answers the exit code: 0, 1 for a failure, 2 for wrong words or settings. */
export async function runCli(words: readonly string[], context: CliContext): Promise<number> {
  const [first = 'serve'] = words;
  if (first === '--version' || first === '-v') return version.run({ positionals: [], flags: {} }, context);
  if (first === 'help' || first === '--help' || first === '-h') return help(words.slice(1), context);
  const found = first.startsWith('-')
    ? { command: serve, rest: words }
    : findCommand(words.length > 0 ? words : ['serve']);
  if (!found) {
    const suggestion = suggestCommand(words);
    context.complain(
      `footfall: unknown command ${JSON.stringify(words.slice(0, 2).join(' '))}${suggestion ? `: did you mean \`footfall ${suggestion}\`?` : `\n\n${overview(LISTED)}`}`,
    );
    return 2;
  }
  const { command, rest } = found;
  try {
    const read = readArguments(command, rest);
    if (read.flags['help'] !== undefined) {
      context.print(explain(command));
      return 0;
    }
    return await command.run(read, context);
  } catch (error) {
    if (error instanceof UsageError) {
      context.complain(`footfall: ${error.message}\nUsage: ${usageOf(command)}`);
      return 2;
    }
    if (error instanceof ReportedError) return error.exitCode;
    if (error instanceof CommandError || error instanceof AppError)
      context.complain(`footfall: ${toErrorMessage(error)}`);
    else context.complain(`footfall: unexpected failure: ${toErrorMessage(error)}`);
    return error instanceof CommandError ? error.exitCode : 1;
  }
}

function help(words: readonly string[], context: CliContext): number {
  const wanted = words.filter(word => !word.startsWith('-')).join(' ');
  if (wanted === '') {
    context.print(overview(LISTED));
    return 0;
  }
  const matching = COMMANDS.filter(
    command => command.name === wanted || command.name.startsWith(`${wanted} `),
  );
  if (matching.length === 0) {
    context.complain(`footfall: unknown command ${JSON.stringify(wanted)}\n\n${overview(LISTED)}`);
    return 2;
  }
  context.print(matching.map(explain).join('\n\n'));
  return 0;
}

/** Returns the command whose name is nearest to mistyped words; undefined when none is near. */
function suggestCommand(words: readonly string[]): string | undefined {
  const near = (size: number) => {
    const names = LISTED.map(({ name }) => name).filter(name => name.split(' ').length === size);
    return closestMatch(words.slice(0, size).join(' '), names, { maxDistance: MAX_TYPOS });
  };
  return near(2) ?? near(1);
}

/** The command whose name the words begin with, and the words after it. */
function findCommand(
  words: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } | undefined {
  for (const command of COMMANDS) {
    const name = command.name.split(' ');
    if (name.every((part, index) => words[index] === part))
      return { command, rest: words.slice(name.length) };
  }
  return undefined;
}
