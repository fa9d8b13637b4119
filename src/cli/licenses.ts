import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Command } from './command.ts';
import { noticesPath } from './third-party-notices.ts';

export const licenses: Command = {
  name: 'licenses',
  summary: 'print the licences of Footfall and of everything in it',
  positionals: [],
  flags: {},
  async run(_args, { print }) {
    print(
      noticesPath === null
        ? 'Footfall is MIT-licensed; run from its sources, the licences of its packages are in node_modules'
        : brotliDecompressSync(readFileSync(noticesPath)).toString().trimEnd(),
    );
    return 0;
  },
};
