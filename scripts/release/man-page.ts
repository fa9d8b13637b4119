/** Writes the manual page out of the tables of commands and settings. */
import type { Command } from '../../src/cli/command.ts';
import { formatUsage } from '../../src/cli/command.ts';
import { OPTIONS, type Option, toFlag } from '../../src/config/options.ts';
import { capitalize } from '../../src/lib/english.ts';

/** Escapes a text for roff: a backslash, a leading dot or quote, and hyphens that are meant as such. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('`', '')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replaceAll(/^(?=[.'])/gm, '\\&');

const entry = (term: string, text: string): string => `.TP\n.B ${roff(term)}\n${roff(text)}`;

const commandEntry = (command: Command): string =>
  entry(
    formatUsage(command),
    [`${capitalize(command.summary)}.`, ...(command.details ? [command.details] : [])].join('\n'),
  );

function settingEntry(option: Option): string {
  const byDefault = option.defaultText ?? option.default ?? 'none';
  return entry(
    `${option.variable}, --${toFlag(option)}`,
    `${capitalize(option.description)}. Default: ${byDefault}.`,
  );
}

/** Writes the page `footfall(1)` of a version. */
export function writeManPage(
  commands: readonly Command[],
  { version, date }: { readonly version: string; readonly date: Date },
): string {
  const day = date.toISOString().slice(0, 10);
  return `.TH FOOTFALL 1 "${day}" "Footfall ${version}" "User Commands"
.SH NAME
footfall \\- web analytics of your own, one program and one data folder
.SH SYNOPSIS
.B footfall
.RI [ command ]
.RI [ arguments ]
.RB [ \\-\\-data
.IR DIR ]
.SH DESCRIPTION
Footfall counts visits of websites without cookies and answers questions about them in a dashboard, over HTTP and over MCP.
Without a command it starts the server. All commands work while the server runs.
.SH COMMANDS
${commands
  .filter(({ isInternal }) => !isInternal)
  .map(commandEntry)
  .join('\n')}
.SH SETTINGS
Flags of
.B footfall serve
take precedence over the environment.
${Object.values<Option>(OPTIONS).map(settingEntry).join('\n')}
.SH FILES
.TP
.I /etc/footfall/footfall.env
Settings of the service. Commands read it for the data folder when neither
.B \\-\\-data
nor
.B FOOTFALL_DATA
names one.
.TP
.I /var/lib/footfall
Data folder of the service: everything that must be backed up.
.SH EXIT STATUS
0 for success, 2 for a wrong command line or setting, 1 for any other failure, with one line on standard error.
.SH SEE ALSO
The running server has all guides at
.IR /docs .
`;
}
