import { closestMatch } from 'leven';
import { CommandError } from '../core/errors.ts';
import { type Config, flagOf, OPTIONS, type Option, type OptionKey } from './options.ts';

/** What was written on the command line and in the environment. */
export interface ConfigSources {
  /** Flags without their dashes: `{ port: '80' }`. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Every setting: flags win over environment, environment over defaults.
 * Throws a `CommandError` with a line for each fault, each naming the setting, the value and what is allowed.
 */
export function loadConfig(sources: ConfigSources): Config {
  const values: Partial<Record<OptionKey, unknown>> = {};
  const faults: string[] = [];
  for (const key of Object.keys(OPTIONS) as OptionKey[]) {
    const option: Option = OPTIONS[key];
    const { text, name } = writtenValue(key, option, sources);
    const value = text === undefined ? valueOfNothing(key) : option.type.parse(text);
    if (value === undefined) {
      const shown = option.isSecret ? 'a value that is not shown' : shortened(JSON.stringify(text));
      faults.push(`${name} must be ${option.type.allowed}, got ${shown}`);
    }
    values[key] = value;
  }
  if (typeof values.smtpUrl === 'string' && values.mailFrom === null)
    faults.push('FOOTFALL_MAIL_FROM is required with FOOTFALL_SMTP_URL: the address that mails come from');
  faults.push(...unknownVariables(sources.environment));
  if (faults.length > 0) throw new CommandError(faults.join('\n'), { lines: faults, exitCode: 2 });
  return Object.freeze(values) as Config;
}

const PREFIX = 'FOOTFALL_';
/** What Kubernetes sets beside a service of this name. */
const SERVICE_LINK = /^FOOTFALL_(?:SERVICE_|PORT_\d)/;
/** Edits at most between a mistyped name and the one that is suggested. */
const MAX_TYPOS = 3;

/** Lists a fault for each variable that has the prefix of settings and is none. */
function unknownVariables(environment: ConfigSources['environment']): string[] {
  const known: readonly string[] = Object.values<Option>(OPTIONS).map(({ variable }) => variable);
  return Object.keys(environment)
    .filter(name => name.startsWith(PREFIX) && !SERVICE_LINK.test(name) && !known.includes(name))
    .map(name => {
      const suggestion = closestMatch(name, known, { maxDistance: MAX_TYPOS });
      return `${name} is no setting: ${suggestion ? `did you mean ${suggestion}?` : 'footfall help serve lists them'}`;
    });
}

const MAX_SHOWN = 200;

const shortened = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** Settings that are lists: nothing written means an empty one, and an empty text is a value. */
const LISTS: ReadonlySet<OptionKey> = new Set([
  'trustedProxies',
  'allowPrivateTargets',
  'connectivityProbes',
]);

const valueOfNothing = (key: OptionKey): unknown => (LISTS.has(key) ? [] : null);

/** The text that counts, and how its writer knows it. An empty variable is as if it were not set, but for lists. */
function writtenValue(key: OptionKey, option: Option, { flags, environment }: ConfigSources) {
  const flag = flags[flagOf(option)];
  if (flag !== undefined) return { text: flag, name: `--${flagOf(option)}` };
  const variable = environment[option.variable];
  const isSet = variable !== undefined && (variable !== '' || LISTS.has(key));
  return { text: isSet ? variable : (option.default ?? undefined), name: option.variable };
}

/** The settings as they are in force, secrets only as "set": for the operator. */
export function describeConfig(config: Config): Record<string, unknown> {
  const rows = (Object.keys(OPTIONS) as OptionKey[]).map(key => {
    const option: Option = OPTIONS[key];
    return [option.variable, option.isSecret && config[key] !== null ? 'set' : config[key]];
  });
  return Object.fromEntries(rows);
}

/** The settings as a file for the systemd service, all but the data folder commented out: an environment file of systemd.exec(5). */
export function settingsFile(): string {
  const rows = Object.entries<Option>(OPTIONS).map(([key, option]) => {
    const { variable, description, default: value, defaultText } = option;
    if (key === 'data') return `# ${description}\n${variable}=${SERVICE_DATA}\n`;
    const described = defaultText ? `# ${description}\n# default: ${defaultText}` : `# ${description}`;
    return `${described.replaceAll('`', '')}\n#${variable}=${value ?? ''}\n`;
  });
  return [`${SETTINGS_FILE_HEAD}\n`, ...rows].join('\n');
}

/** Data folder of the systemd service: its `StateDirectory`. */
const SERVICE_DATA = '/var/lib/footfall';

const SETTINGS_FILE_HEAD = `# Settings of the Footfall service, one NAME=value on a line. To apply them: systemctl restart footfall
# Commands such as \`footfall user add\` read this file too, unless they are given --data or FOOTFALL_DATA.
# Passwords may be in it: keep it readable for root only.`;

/** The settings as a Markdown table: the README holds it, and a test compares the two. */
export function settingsTable(): string {
  const rows = Object.values<Option>(OPTIONS).map(option => {
    const shown = option.defaultText ?? (option.default === null ? 'none' : `\`${option.default}\``);
    return `| \`${option.variable}\` | \`--${flagOf(option)}\` | ${shown} | ${option.description} |`;
  });
  return ['| Variable | Flag | Default | Meaning |', '|---|---|---|---|', ...rows].join('\n');
}
