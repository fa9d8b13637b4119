import { closestMatch } from 'leven';
import { CommandError } from '../core/errors.ts';
import { findConflicts } from './check-together.ts';
import { type Config, OPTIONS, type Option, type OptionKey, toFlag } from './options.ts';

/** Settings from the command line and the environment. */
export interface ConfigSources {
  /** Flags without their dashes: `{ port: '80' }`. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Loads every setting: flags override the environment, the environment overrides defaults. Throws a `CommandError` with
 * a line for each fault that names the setting, the value and what is allowed.
 */
export function loadConfig(sources: ConfigSources): Config {
  const values: Partial<Record<OptionKey, unknown>> = {};
  const faults: string[] = [];
  for (const key of Object.keys(OPTIONS) as OptionKey[]) {
    const option: Option = OPTIONS[key];
    const { text, name } = findText(key, option, sources);
    const value = text === undefined ? getEmptyValue(key) : option.type.parse(text);
    if (value === undefined)
      faults.push(`${name} must be ${option.type.allowed}, got ${showRefused(option, text ?? '')}`);
    values[key] = value;
  }
  faults.push(...findConflicts(values as Partial<Config>));
  faults.push(...findUnknownVariables(sources.environment));
  if (faults.length > 0) throw new CommandError(faults.join('\n'), { lines: faults, exitCode: 2 });
  return Object.freeze(values) as Config;
}

const PREFIX = 'FOOTFALL_';
/** Variables that Kubernetes sets for a service named footfall. */
const SERVICE_LINK = /^FOOTFALL_(?:SERVICE_|PORT_\d)/;
/** Largest edit distance of a suggested name. */
const MAX_EDIT_DISTANCE = 3;

/** Returns a fault for each variable with the prefix that is no setting. */
function findUnknownVariables(environment: ConfigSources['environment']): string[] {
  const known: readonly string[] = Object.values<Option>(OPTIONS).map(({ variable }) => variable);
  return Object.keys(environment)
    .filter(name => name.startsWith(PREFIX) && !SERVICE_LINK.test(name) && !known.includes(name))
    .map(name => {
      const suggestion = closestMatch(name, known, { maxDistance: MAX_EDIT_DISTANCE });
      return `${name} is no setting: ${suggestion ? `did you mean ${suggestion}?` : 'footfall help serve lists them'}`;
    });
}

const MAX_SHOWN = 200;

/** Returns a value that is refused, as far as it may be shown. */
function showRefused({ isSecret }: Option, text: string): string {
  if (isSecret === true) return 'a value that is not shown';
  return truncate(JSON.stringify(isSecret ? text.replace(/^.*@/s, '…@').replace(/\?[\s\S]*/, '?…') : text));
}

const truncate = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** Settings that are lists: without a value they are empty, and an empty text is a value. */
const LISTS: ReadonlySet<OptionKey> = new Set([
  'trustedProxies',
  'allowPrivateTargets',
  'connectivityProbes',
]);

const getEmptyValue = (key: OptionKey): unknown => (LISTS.has(key) ? [] : null);

/** Finds the text of a setting, and its name as a flag or a variable. An empty variable counts as unset, except for lists. */
function findText(key: OptionKey, option: Option, { flags, environment }: ConfigSources) {
  const flag = flags[toFlag(option)];
  if (flag !== undefined) return { text: flag, name: `--${toFlag(option)}` };
  const variable = environment[option.variable];
  const isSet = variable !== undefined && (variable !== '' || LISTS.has(key));
  return { text: isSet ? variable : (option.default ?? undefined), name: option.variable };
}

/** Returns the effective settings, secrets only as "set". */
export function describeConfig(config: Config): Record<string, unknown> {
  const rows = (Object.keys(OPTIONS) as OptionKey[]).map(key => {
    const option: Option = OPTIONS[key];
    return [option.variable, option.isSecret && config[key] !== null ? 'set' : config[key]];
  });
  return Object.fromEntries(rows);
}
