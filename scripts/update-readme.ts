/** Writes the settings into the README, as a table between its two marks, and into the service's environment file. `bun run docs`; a test notices when it is out of date. */
import { formatSettingsFile, formatSettingsTable } from '../src/config/settings-texts.ts';

const START = '<!-- settings: made by `bun run docs` -->';
const END = '<!-- end of settings -->';
const path = new URL('../README.md', import.meta.url).pathname;

/** The README with a fresh table. Throws when its marks are gone. */
export function withSettingsTable(readme: string): string {
  const [before, rest] = readme.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`README.md lacks the marks ${START} and ${END}`);
  return `${before}${START}\n${formatSettingsTable()}\n${END}${after}`;
}

if (import.meta.main) {
  await Bun.write(path, withSettingsTable(await Bun.file(path).text()));
  await Bun.write(new URL('packaging/footfall.env', import.meta.url), formatSettingsFile());
}
