/** The interface of commands, and the parser of their arguments. */
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { integer, type OptionType, oneOf } from '../config/types.ts';
import { FOREIGN_FORMATS } from '../core/import-formats.ts';
import { isEmailAddress, normalizeEmail } from '../lib/email-address.ts';

/** A flag of a command; it takes a value unless it is a switch. */
export interface Flag {
  /** Name of the value in the usage line; null for a switch. */
  readonly value: string | null;
  readonly description: string;
  /** True for a flag that must be given. */
  readonly isRequired?: true;
  /** Type of the value; any text when absent. */
  readonly type?: OptionType<unknown>;
}

const email: OptionType<string> = {
  allowed: 'an e-mail address',
  parse: text => (isEmailAddress(normalizeEmail(text)) ? text : undefined),
};
const id: OptionType<number> = {
  ...integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  allowed: 'a whole number, 1 or more',
};

/** Shells whose completion is supported. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Types of positional arguments by their names; any text when absent. */
export const POSITIONAL_TYPES: Readonly<Record<string, OptionType<unknown>>> = {
  EMAIL: email,
  ADDRESS: email,
  OWNER_EMAIL: email,
  MEMBER_EMAIL: email,
  SITE_ID: id,
  KEY_ID: id,
  'IMPORT_ID…': id,
  FORMAT: oneOf(FOREIGN_FORMATS),
  SIGNUP_ID: id,
  SHELL: oneOf(SHELLS),
};

/** The parsed arguments of a command. */
export interface Arguments {
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, string | undefined>>;
}

export interface Command {
  /** One or two words: `serve`, `user add`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the positional arguments, such as `EMAIL`; the last may end in `…` and be given several times. */
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, Flag>>;
  /** Started by the program itself: not listed. */
  readonly isInternal?: true;
  /** More text for `footfall help COMMAND`. */
  readonly details?: string;
  run(args: Arguments, context: CliContext): Promise<number>;
}

/** What commands receive from the process. */
export interface CliContext {
  /** Command line that starts this program: its path, after that of the runtime where it runs from sources. */
  readonly program: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Writes a line to standard output. */
  readonly print: (text: string) => void;
  /** Writes a line to standard error. */
  readonly printError: (text: string) => void;
  /** Writes to standard error without a line break: for progress and prompts. */
  readonly writeError: (text: string) => void;
  /** Settings of the systemd service, whose data folder commands work on when none is named. */
  readonly settingsFile?: string | undefined;
  readonly stdin: Readable;
  /** Standard output, for content that is no text. */
  readonly stdout: Writable;
  /** Whether standard output is a terminal or another device, where an archive would be lost. */
  readonly isOutputDevice?: boolean;
  /** How long a server that is starting is waited for; a test passes its own. */
  readonly maxStartMs?: number;
  /** Whether standard error is a terminal: only then is progress drawn. */
  readonly isTerminal: boolean;
}

/** A failure whose message has been printed already: only its exit code is left. */
export class ReportedError extends Error {
  override readonly name = 'ReportedError';
  constructor(readonly exitCode: number) {
    super('reported');
  }
}

/** A wrong command line: usage is printed, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Flags of every command. */
export const COMMON_FLAGS: Readonly<Record<string, Flag>> = {
  data: { value: 'DIR', description: 'the data folder' },
  help: { value: null, description: 'show this help' },
};

/** Formats the usage line of a command. */
export function formatUsage(command: Command): string {
  const flags = Object.entries(command.flags).map(([name, { value, isRequired }]) => {
    const text = `--${name}${value ? ` ${value}` : ''}`;
    return isRequired ? text : `[${text}]`;
  });
  const shown = flags.length > 6 ? ['[settings…]'] : flags;
  return ['footfall', command.name, ...command.positionals, ...shown, '[--data DIR]'].join(' ');
}

/** Parses the arguments after a command's name. Throws `UsageError` for an unknown flag, a missing or surplus argument, or a value that is not allowed. */
export function parseArguments(command: Command, args: readonly string[]): Arguments {
  const flags = { ...COMMON_FLAGS, ...command.flags };
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [
      name,
      {
        type: flag.value === null ? ('boolean' as const) : ('string' as const),
        ...(name === 'help' ? { short: 'h' } : {}),
      },
    ]),
  );
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? (error.message.split(/\. |\n/)[0] ?? error.message) : String(error),
    );
  }
  const values = Object.entries(parsed.values).map(([name, value]) => [
    name,
    value === true ? 'true' : String(value),
  ]);
  const read: Arguments = { positionals: parsed.positionals, flags: Object.fromEntries(values) };
  if (read.flags['help'] !== undefined) return read;
  for (const [name, { isRequired, value }] of Object.entries(command.flags))
    if (isRequired && read.flags[name] === undefined) throw new UsageError(`--${name} is missing: ${value}`);
  const missing = command.positionals[read.positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  const isRepeated = command.positionals.at(-1)?.endsWith('…') === true;
  const surplus = isRepeated ? undefined : read.positionals[command.positionals.length];
  if (surplus !== undefined) throw new UsageError(`${JSON.stringify(surplus)} is one argument too many`);
  read.positionals.forEach((word, index) => {
    // The last name may be that of several words.
    const name = command.positionals[index] ?? command.positionals.at(-1) ?? '';
    if (word === '') throw new UsageError(`${name} must not be empty`);
    checkValue(name, POSITIONAL_TYPES[name], word);
  });
  for (const [name, flag] of Object.entries(command.flags))
    checkValue(`--${name}`, flag.type, read.flags[name]);
  return read;
}

function checkValue(name: string, type: OptionType<unknown> | undefined, text: string | undefined): void {
  if (type && text !== undefined && type.parse(text) === undefined)
    throw new UsageError(`${name} must be ${type.allowed}, got ${JSON.stringify(text)}`);
}
