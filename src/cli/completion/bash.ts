import { type CompletedCommand, firstWords, quote, secondWords, type Values } from './words.ts';

/** What completes values: of files and folders by readline itself, which quotes their names. */
function complete(values: Values): string {
  if (values === 'none') return ':';
  if (values === 'files') return 'compopt -o default';
  if (values === 'folders') return 'compopt -o dirnames';
  return `_footfall_words ${quote(values.join(' '))}`;
}

function commandCase({ words, flags, positionals }: CompletedCommand): string {
  const offset = words.length + 1;
  const byPlace = positionals.map(({ values, isRepeated }, index) => {
    const place = index + offset;
    return `        ${isRepeated ? '*' : place}) ${complete(values)} ;;`;
  });
  const byFlag = flags.flatMap(({ name, value }) =>
    value ? [`        --${name}) ${complete(value.values)}; return ;;`] : [],
  );
  return `    ${quote(words.join(' '))})
      case $prev in
${byFlag.join('\n')}
      esac
      case $cur in -*) _footfall_words ${quote(flags.map(({ name }) => `--${name}`).join(' '))}; return ;; esac
      case $COMP_CWORD in
${byPlace.join('\n')}
      esac
      ;;`;
}

/** Writes the script for bash. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const pairs = commands.filter(({ words }) => words.length > 1).map(({ words }) => quote(words.join(' ')));
  const groups = firstWords(commands)
    .map(({ word }) => ({ word, second: secondWords(commands, word) }))
    .filter(({ second }) => second.length > 0);
  const all = firstWords(commands).map(({ word }) => word);
  return `# bash completion for footfall: source <(footfall completion bash)
_footfall_words() { COMPREPLY+=($(compgen -W "$1" -- "$cur")); }

_footfall() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ] || [ "$COMP_CWORD,$command" = 2,help ]; then
    _footfall_words ${quote([...all, 'help'].join(' '))}
    return
  fi
  case "$command \${COMP_WORDS[2]}" in
    ${pairs.join(' | ')}) [ "$COMP_CWORD" = 2 ] || command="$command \${COMP_WORDS[2]}" ;;
  esac
  if [ "$COMP_CWORD" = 2 ]; then
    case $command in
${groups.map(({ word, second }) => `      ${word}) _footfall_words ${quote(second.map(each => each.word).join(' '))} ;;`).join('\n')}
    esac
  fi
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}

complete -F _footfall footfall
`;
}
