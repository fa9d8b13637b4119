import { flagOf, OPTIONS, type Option } from '../config/options.ts';
import { COMMON_FLAGS, type Command, usageOf } from './command.ts';

/** All commands in a line each. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(command => command.name.length));
  return [
    'Footfall: web analytics of your own, one program and one data folder.',
    '',
    'Usage: footfall COMMAND [words] [--data DIR]',
    '',
    ...commands.map(command => `  ${command.name.padEnd(width)}  ${command.summary}`),
    '',
    'footfall help COMMAND shows the words and flags of one. Settings: footfall help serve.',
  ].join('\n');
}

/** Everything about one command. */
export function explain(command: Command): string {
  const isServe = command.name === 'serve';
  const settings = new Set(isServe ? Object.values<Option>(OPTIONS).map(flagOf) : []);
  const flags = Object.entries({ ...command.flags, ...(isServe ? {} : COMMON_FLAGS) }).filter(
    ([name]) => !settings.has(name),
  );
  const lines = flags.map(
    ([name, flag]) => `  --${name}${flag.value ? ` ${flag.value}` : ''}\n      ${flag.meaning}`,
  );
  return [
    `Usage: ${usageOf(command)}`,
    '',
    sentence(command.summary),
    ...(command.details ? ['', command.details] : []),
    '',
    ...(isServe ? Object.values<Option>(OPTIONS).map(explainSetting) : []),
    ...lines,
  ].join('\n');
}

function explainSetting(option: Option): string {
  const byDefault = option.defaultText ?? option.default ?? 'none';
  return `  --${flagOf(option)} (${option.variable})\n      ${option.meaning}\n      default: ${byDefault}`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
