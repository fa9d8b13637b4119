import type { Command, SHELLS } from './command.ts';
import { bashScript } from './completion/bash.ts';
import { fishScript } from './completion/fish.ts';
import { toCompleted } from './completion/words.ts';
import { zshScript } from './completion/zsh.ts';

type Shell = (typeof SHELLS)[number];
const SCRIPTS: Readonly<Record<Shell, typeof bashScript>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Creates the command `completion` for a list of commands that includes itself. */
export const createCompletion = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'print the script that completes commands in a shell',
  positionals: ['SHELL'],
  flags: {},
  details: [
    'bash:  source <(footfall completion bash)',
    'zsh:   footfall completion zsh >/usr/local/share/zsh/site-functions/_footfall',
    'fish:  footfall completion fish >~/.config/fish/completions/footfall.fish',
  ].join('\n'),
  async run({ positionals: [shell = 'bash'] }, { print }) {
    const write = SCRIPTS[shell as Shell];
    print(write(toCompleted(commands())).trimEnd());
    return 0;
  },
});
