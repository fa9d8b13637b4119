import { closestMatch } from 'leven';
import { AppError, CommandError } from '../core/errors.ts';
import { FULL_VERSION } from '../core/version.ts';
import { toErrorMessage } from '../server/control/protocol.ts';
import { backup } from './backup.ts';
import { check } from './check.ts';
import {
  type CliContext,
  type Command,
  formatUsage,
  parseArguments,
  ReportedError,
  UsageError,
} from './command.ts';
import { commandHost } from './command-host.ts';
import { createCompletion } from './completion.ts';
import { demo, demoExport } from './demo.ts';
import { exportSite } from './export.ts';
import { health } from './health.ts';
import { formatHelp, formatOverview } from './help.ts';
import { importHistory, importList, importUndo } from './import.ts';
import { keyAdd, keyList, keyRevoke } from './key.ts';
import { licenses } from './licenses.ts';
import { mailTest } from './mail.ts';
import { moveHits } from './move-hits.ts';
import { serve } from './serve.ts';
import { signupApprove, signupList } from './signup.ts';
import { siteList } from './site.ts';
import { teamAdd, teamRemove } from './team.ts';
import { upgradeCheck } from './upgrade-check.ts';
import { userAdd, userList, userRemove, userSet } from './user.ts';

const version: Command = {
  name: 'version',
  summary: 'print the version, the commit it was built from and its date',
  positionals: [],
  flags: {},
  async run(_args, { print }) {
    print(FULL_VERSION);
    return 0;
  },
};

const completion = createCompletion(() => LISTED);

/** Maximum edit distance between a mistyped command and the suggested one. */
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
  importList,
  importUndo,
  exportSite,
  moveHits,
  backup,
  health,
  check,
  upgradeCheck,
  demo,
  demoExport,
  version,
  licenses,
  completion,
  commandHost,
];

/** The commands that people use. */
const LISTED = COMMANDS.filter(({ isInternal }) => !isInternal);

/** Runs a command line and returns the exit code: 0, 1 for a failure, 2 for wrong arguments or settings. */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  const [first = 'serve'] = args;
  if (first === '--version' || first === '-v') return version.run({ positionals: [], flags: {} }, context);
  if (first === 'help' || isHelpFlag(first)) return help(args.slice(1), context);
  // `footfall user --help`: no command of its own.
  if (args.length === 2 && isHelpFlag(args[1]) && !findCommand([first])) return help([first], context);
  const found = first.startsWith('-')
    ? { command: serve, rest: args }
    : findCommand(args.length > 0 ? args : ['serve']);
  if (!found) {
    const suggestion = suggestCommand(args);
    context.printError(
      `footfall: unknown command ${JSON.stringify(args.slice(0, 2).join(' '))}${suggestion ? `: did you mean \`footfall ${suggestion}\`?` : `\n\n${formatOverview(LISTED)}`}`,
    );
    return 2;
  }
  const { command, rest } = found;
  try {
    const read = parseArguments(command, rest);
    if (read.flags['help'] !== undefined) {
      context.print(formatHelp(command));
      return 0;
    }
    return await command.run(read, context);
  } catch (error) {
    if (error instanceof UsageError) {
      context.printError(`footfall: ${error.message}\nUsage: ${formatUsage(command)}`);
      return 2;
    }
    if (error instanceof ReportedError) return error.exitCode;
    if (error instanceof CommandError || error instanceof AppError)
      context.printError(`footfall: ${toErrorMessage(error)}`);
    else context.printError(`footfall: unexpected failure: ${toErrorMessage(error)}`);
    return error instanceof CommandError ? error.exitCode : 1;
  }
}

const isHelpFlag = (word: string | undefined): boolean => word === '--help' || word === '-h';

function help(args: readonly string[], context: CliContext): number {
  const wanted = args.filter(word => !word.startsWith('-')).join(' ');
  if (wanted === '') {
    context.print(formatOverview(LISTED));
    return 0;
  }
  const exact = COMMANDS.filter(({ name }) => name === wanted);
  const matching = exact.length > 0 ? exact : COMMANDS.filter(({ name }) => name.startsWith(`${wanted} `));
  if (matching.length === 0) {
    context.printError(`footfall: unknown command ${JSON.stringify(wanted)}\n\n${formatOverview(LISTED)}`);
    return 2;
  }
  context.print(matching.map(formatHelp).join('\n\n'));
  return 0;
}

/** Returns the name of the command nearest to a mistyped one; undefined when none is near. */
function suggestCommand(args: readonly string[]): string | undefined {
  const near = (size: number) => {
    const names = LISTED.map(({ name }) => name).filter(name => name.split(' ').length === size);
    return closestMatch(args.slice(0, size).join(' '), names, { maxDistance: MAX_TYPOS });
  };
  return near(2) ?? near(1);
}

/** Returns the command that the arguments begin with, and the rest of them. */
function findCommand(
  args: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } | undefined {
  const words = (name: string) => name.split(' ');
  const found = COMMANDS.filter(({ name }) => words(name).every((part, index) => args[index] === part));
  // `import list` is no `import` of a site called list.
  const [command] = found.toSorted((a, b) => words(b.name).length - words(a.name).length);
  return command && { command, rest: args.slice(words(command.name).length) };
}
