/** What shells complete: the commands with their flags and arguments, as a table without a word of any shell. */
import { COMMON_FLAGS, type Command, POSITIONAL_TYPES } from '../command.ts';

/** Values that are completed after a flag, or in the place of an argument. */
export type Values = 'files' | 'folders' | 'none' | readonly string[];

export interface CompletedFlag {
  readonly name: string;
  readonly description: string;
  /** Name of the value and what is completed for it; null for a switch. */
  readonly value: { readonly name: string; readonly values: Values } | null;
}

export interface CompletedCommand {
  /** One or two words. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  readonly positionals: readonly {
    readonly name: string;
    readonly values: Values;
    readonly isRepeated: boolean;
  }[];
}

const FILES: ReadonlySet<string> = new Set(['FILE', 'NEW_BINARY']);

function valuesOf(name: string, choices: readonly string[] | undefined): Values {
  if (choices) return choices;
  if (name === 'DIR') return 'folders';
  return FILES.has(name) ? 'files' : 'none';
}

/** Converts commands to what is completed, in their order. */
export function toCompleted(commands: readonly Command[]): CompletedCommand[] {
  return commands.map(({ name, summary, flags, positionals }) => ({
    words: name.split(' '),
    summary,
    flags: Object.entries({ ...flags, ...COMMON_FLAGS }).map(([flag, { value, description, type }]) => ({
      name: flag,
      description: description.replaceAll('`', ''),
      value: value === null ? null : { name: value, values: valuesOf(value, type?.choices) },
    })),
    positionals: positionals.map(each => {
      const plain = each.replace('…', '');
      return {
        name: plain,
        values: valuesOf(plain, POSITIONAL_TYPES[each]?.choices),
        isRepeated: plain !== each,
      };
    }),
  }));
}

/** Lists the first words of commands, each once, with the summary of the command or of how many it begins. */
export function firstWords(
  commands: readonly CompletedCommand[],
): { readonly word: string; readonly summary: string }[] {
  const words = new Set(commands.map(({ words: [first = ''] }) => first));
  return [...words].map(word => {
    const own = commands.find(({ words }) => words.join(' ') === word);
    return {
      word,
      summary:
        own?.summary ??
        secondWords(commands, word)
          .map(each => each.word)
          .join(', '),
    };
  });
}

/** Lists the second words of the commands that begin with a word. */
export const secondWords = (
  commands: readonly CompletedCommand[],
  first: string,
): { readonly word: string; readonly summary: string }[] =>
  commands
    .filter(({ words }) => words.length > 1 && words[0] === first)
    .map(({ words: [, word = ''], summary }) => ({ word, summary }));

/** Quotes a text for all three shells. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
