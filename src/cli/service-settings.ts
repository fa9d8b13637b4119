import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { CommandError, getErrorCode } from '../core/errors.ts';
import { isDataFolder } from '../stores/data-folder.ts';
import type { CliContext } from './command.ts';

const DATA = 'FOOTFALL_DATA';
const OWN_DATA = './data';

/**
 * Returns the environment of a command, with the settings of the systemd service beneath it when neither the flag
 * `--data` nor the environment names a data folder. Throws a `CommandError` when this user may not read them.
 */
export function withServiceSettings(
  { environment, settingsFile, printError }: CliContext,
  { hasDataFlag }: { readonly hasDataFlag: boolean },
): CliContext['environment'] {
  if (hasDataFlag || environment[DATA] || settingsFile === undefined) return environment;
  const settings = readSettings(settingsFile);
  const data = settings?.[DATA];
  if (!data) return environment;
  if (hasOwnData())
    printError(
      `footfall: working on ${data}, as ${settingsFile} says; for ${OWN_DATA} add --data ${OWN_DATA}`,
    );
  return { ...settings, ...environment, [DATA]: data };
}

function hasOwnData(): boolean {
  try {
    return isDataFolder(OWN_DATA);
  } catch {
    // A folder that this user may not read.
    return false;
  }
}

/** Quotes values with a #, which begins a comment for `parseEnv`; for systemd it does so at the start of a line only. */
function withQuotes(text: string): string {
  const quoted = text.split('\n').map(line => {
    const [, value = ''] = line.match(/^[ \t]*[A-Z_]+=(.*)$/) ?? [];
    return value.includes('#') && !/['"]/.test(value)
      ? `${line.slice(0, line.length - value.length)}"${value.trim()}"`
      : line;
  });
  return quoted.join('\n');
}

function readSettings(file: string): Readonly<Record<string, string | undefined>> | undefined {
  try {
    return parseEnv(withQuotes(readFileSync(file, 'utf8')));
  } catch (error) {
    const code = getErrorCode(error);
    if (code !== 'EACCES' && code !== 'EPERM') return undefined;
    if (hasOwnData()) return undefined;
    throw new CommandError(
      `this user may not read ${file}, which names the data folder: run the command as root, or name the folder with --data`,
    );
  }
}
