/** What comes beside the program: its manual page, completions, licences and changes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bashScript } from '../../src/cli/completion/bash.ts';
import { fishScript } from '../../src/cli/completion/fish.ts';
import { toCompleted } from '../../src/cli/completion/words.ts';
import { zshScript } from '../../src/cli/completion/zsh.ts';
import { COMMANDS } from '../../src/cli/main.ts';
import { writeNotices } from '../third-party-notices.ts';
import { writeManPage } from './man-page.ts';

export interface Extras {
  readonly completions: Readonly<Record<'bash' | 'zsh' | 'fish', string>>;
  readonly manPage: (version: string) => string;
  readonly license: string;
  readonly notices: string;
  readonly changelog: string;
}

/** Collects it for the sources of a checkout. */
export function collectExtras(root: string, date: Date): Extras {
  const commands = toCompleted(COMMANDS.filter(({ isInternal }) => !isInternal));
  return {
    completions: { bash: bashScript(commands), zsh: zshScript(commands), fish: fishScript(commands) },
    manPage: version => writeManPage(COMMANDS, { version, date }),
    license: readFileSync(join(root, 'LICENSE'), 'utf8'),
    notices: writeNotices(root),
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  };
}
