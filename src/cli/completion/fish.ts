import { type CompletedCommand, firstWords, quote, secondWords, type Values } from './words.ts';

/** Options of `complete` for values. */
function complete(values: Values): string {
  if (values === 'none') return '-x';
  if (values === 'files') return '-r -F';
  if (values === 'folders') return "-x -a '(__fish_complete_directories)'";
  return `-x -a ${quote(values.join(' '))}`;
}

/** Condition of a command: its words were typed, and not those of a longer one. */
function conditionOf({ words }: CompletedCommand, commands: readonly CompletedCommand[]): string {
  const longer = commands.filter(other => other.words.length > words.length && other.words[0] === words[0]);
  return [
    `__footfall_at ${words.join(' ')}`,
    ...longer.map(other => `not __footfall_at ${other.words.join(' ')}`),
  ].join('; and ');
}

function commandLines(command: CompletedCommand, commands: readonly CompletedCommand[]): string[] {
  const condition = conditionOf(command, commands);
  const start = `complete -c footfall -n ${quote(condition)}`;
  const flags = command.flags.map(
    ({ name, description, value }) =>
      `${start} -l ${name} ${value ? `${complete(value.values)} ` : ''}-d ${quote(description)}`,
  );
  const positionals = command.positionals.flatMap(({ values, isRepeated }, index) => {
    if (values === 'none') return [];
    const place = command.words.length + index + 1;
    const at = `${condition}; and test (count (commandline -opc)) -${isRepeated ? 'ge' : 'eq'} ${place}`;
    const options = values === 'files' ? '-F' : complete(values).replace('-x ', '');
    return [`complete -c footfall -n ${quote(at)} ${options}`];
  });
  return [...flags, ...positionals];
}

/** Writes the script for fish. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const first = [...firstWords(commands), { word: 'help', summary: 'show help' }];
  const atFirst = quote('test (count (commandline -opc)) -eq 1; or test (commandline -opc)[-1] = help');
  const second = firstWords(commands).flatMap(({ word: start }) =>
    secondWords(commands, start).map(
      ({ word, summary }) =>
        `complete -c footfall -n ${quote(`__footfall_at ${start}; and test (count (commandline -opc)) -eq 2`)} -a ${word} -d ${quote(summary)}`,
    ),
  );
  return `# fish completion for footfall: footfall completion fish | source
function __footfall_at
    set -l typed (commandline -opc)
    for word in $argv
        set typed $typed[2..-1]
        test "$typed[1]" = $word; or return 1
    end
end

complete -c footfall -f
${first.map(({ word, summary }) => `complete -c footfall -n ${atFirst} -a ${word} -d ${quote(summary)}`).join('\n')}
${second.join('\n')}
${commands.flatMap(command => commandLines(command, commands)).join('\n')}
`;
}
