import { type CompletedCommand, firstWords, quote, secondWords, type Values } from './words.ts';

function complete(values: Values): string {
  if (values === 'none') return ' ';
  if (values === 'files') return '_files';
  if (values === 'folders') return '_path_files -/';
  return `(${values.join(' ')})`;
}

/** Escapes what has a meaning of its own in a list of `_describe` and in a description of `_arguments`. */
const escaped = (text: string): string => text.replaceAll(/[\\:[\]]/g, String.raw`\$&`);

const described = (words: readonly { readonly word: string; readonly summary: string }[]): string =>
  words.map(({ word, summary }) => quote(`${word}:${escaped(summary)}`)).join(' ');

function commandCase({ words, flags, positionals }: CompletedCommand): string {
  const specs = [
    ...flags.map(({ name, description, value }) =>
      quote(`--${name}[${escaped(description)}]${value ? `:${value.name}:${complete(value.values)}` : ''}`),
    ),
    ...positionals.map(({ name, values, isRepeated }, index) =>
      quote(`${isRepeated ? '*' : index + 1}:${name}:${complete(values)}`),
    ),
  ];
  return `    (${quote(words.join(' '))}) _arguments ${specs.join(' ')} ;;`;
}

/** Writes the script for zsh. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const pairs = commands.filter(({ words }) => words.length > 1).map(({ words }) => quote(words.join(' ')));
  const groups = firstWords(commands)
    .map(({ word }) => ({ word, second: secondWords(commands, word) }))
    .filter(({ second }) => second.length > 0);
  const all = [...firstWords(commands), { word: 'help', summary: 'show help' }];
  return `#compdef footfall
# zsh completion for footfall: a file _footfall in a folder of $fpath, or source <(footfall completion zsh)
_footfall() {
  local command=$words[2]
  local -a choices
  if (( CURRENT == 2 )) || [[ "$CURRENT,$command" == 3,help ]]; then
    choices=(${described(all)})
    _describe command choices
    return
  fi
  if (( CURRENT == 3 )); then
    case $command in
${groups.map(({ word, second }) => `      (${word}) choices=(${described(second)}); _describe command choices ;;`).join('\n')}
    esac
  fi
  local used=1
  case "$words[2] $words[3]" in
    (${pairs.join('|')}) (( CURRENT == 3 )) || { command="$words[2] $words[3]"; used=2; } ;;
  esac
  shift $used words
  (( CURRENT -= used ))
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}

if [[ $funcstack[1] == _footfall ]]; then _footfall "$@"; else compdef _footfall footfall; fi
`;
}
