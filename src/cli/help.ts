import { OPTIONS, type Option, toFlag } from '../config/options.ts';
import { capitalize } from '../lib/english.ts';
import { COMMON_FLAGS, type Command, formatUsage } from './command.ts';

/** Formats the list of commands, a line for each. */
export function formatOverview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(command => command.name.length));
  return [
    'Footfall: self-hosted web analytics, one program and one data folder.',
    '',
    'Usage: footfall COMMAND [arguments] [--data DIR]',
    '',
    ...commands.map(command => `  ${command.name.padEnd(width)}  ${command.summary}`),
    '',
    'footfall help COMMAND shows the arguments and flags of one. Settings: footfall help serve.',
  ].join('\n');
}

/** Formats the help of one command. */
export function formatHelp(command: Command): string {
  const isServe = command.name === 'serve';
  const settings = new Set(isServe ? Object.values<Option>(OPTIONS).map(toFlag) : []);
  const flags = Object.entries({ ...command.flags, ...(isServe ? {} : COMMON_FLAGS) }).filter(
    ([name]) => !settings.has(name),
  );
  const lines = flags.map(
    ([name, flag]) => `  --${name}${flag.value ? ` ${flag.value}` : ''}\n      ${flag.description}`,
  );
  return [
    `Usage: ${formatUsage(command)}`,
    '',
    toSentence(command.summary),
    ...(command.details ? ['', command.details] : []),
    '',
    ...(isServe ? Object.values<Option>(OPTIONS).map(formatSetting) : []),
    ...lines,
  ].join('\n');
}

function formatSetting(option: Option): string {
  const byDefault = option.defaultText ?? option.default ?? 'none';
  return `  --${toFlag(option)} (${option.variable})\n      ${option.description}\n      default: ${byDefault}`;
}

const toSentence = (text: string): string => `${capitalize(text)}.`;
