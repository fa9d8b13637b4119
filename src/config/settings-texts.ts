/** The settings as texts: the environment file of the systemd service, and the table of the documentation. */
import { OPTIONS, type Option, toFlag } from './options.ts';

/** Formats the settings as an environment file of systemd.exec(5), all but the data folder commented out. */
export function formatSettingsFile(): string {
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

/** Formats the settings as a Markdown table; a test compares it with the README. */
export function formatSettingsTable(): string {
  const rows = Object.values<Option>(OPTIONS).map(option => {
    const shown = option.defaultText ?? (option.default === null ? 'none' : `\`${option.default}\``);
    return `| \`${option.variable}\` | \`--${toFlag(option)}\` | ${shown} | ${option.description} |`;
  });
  return ['| Variable | Flag | Default | Meaning |', '|---|---|---|---|', ...rows].join('\n');
}
