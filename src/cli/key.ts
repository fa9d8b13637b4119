import { oneOf } from '../config/types.ts';
import { KEY_ACCESS } from '../server/commands.ts';
import { columns } from './columns.ts';
import type { Command } from './command.ts';
import { runCommand } from './run-command.ts';

export const keyAdd: Command = {
  name: 'key add',
  summary: 'make an API key; prints the key and nothing else, and never again',
  positionals: ['EMAIL'],
  flags: {
    name: { value: 'N', meaning: 'what the key is for' },
    access: {
      value: KEY_ACCESS.join('|'),
      meaning: 'what it may do; full_access when left out',
      type: oneOf(KEY_ACCESS),
    },
  },
  async run(words, context) {
    const [email = ''] = words.positionals;
    const { name = 'command line', access = 'full_access' } = words.flags;
    const { secret } = await runCommand('key.add', { email, name, access }, words, context);
    context.print(secret);
    return 0;
  },
};

export const keyList: Command = {
  name: 'key list',
  summary: "list a user's API keys",
  positionals: ['EMAIL'],
  flags: {},
  async run(words, context) {
    const [email = ''] = words.positionals;
    const keys = await runCommand('key.list', { email }, words, context);
    const rows = keys.map(key => [
      String(key.id),
      key.hint,
      key.access,
      key.revokedAt ? 'revoked' : 'active',
      key.lastUsedAt ?? 'never used',
      key.name,
    ]);
    context.print(columns([['ID', 'KEY', 'ACCESS', 'STATE', 'LAST USED', 'NAME'], ...rows]));
    return 0;
  },
};

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'revoke an API key at once',
  positionals: ['KEY_ID'],
  flags: {},
  async run(words, context) {
    const [id = ''] = words.positionals;
    const { name } = await runCommand('key.revoke', { id: Number(id) }, words, context);
    context.print(`key ${id} (${name}) is revoked`);
    return 0;
  },
};
