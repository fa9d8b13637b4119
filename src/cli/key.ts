import { oneOf } from '../config/types.ts';
import { KEY_ACCESS } from '../core/access.ts';
import { serverCommand } from './server-command.ts';
import { formatTable } from './table.ts';

export const keyAdd = serverCommand({
  name: 'key add',
  summary: 'create an API key; prints only the key, and only this once',
  positionals: ['EMAIL'],
  flags: {
    name: { value: 'N', description: 'what the key is for' },
    access: {
      value: KEY_ACCESS.join('|'),
      description: 'permissions; full_access by default',
      type: oneOf(KEY_ACCESS),
    },
  },
  runs: 'key.add',
  input: ({ positionals: [email = ''], flags: { name = 'command line', access = 'full_access' } }) => ({
    email,
    name,
    access,
  }),
  output: ({ secret }) => secret,
});

export const keyList = serverCommand({
  name: 'key list',
  summary: "list a user's API keys",
  positionals: ['EMAIL'],
  runs: 'key.list',
  input: ({ positionals: [email = ''] }) => ({ email }),
  output: keys =>
    formatTable(
      ['ID', 'KEY', 'ACCESS', 'STATE', 'LAST USED', 'NAME'],
      keys.map(key => [
        String(key.id),
        key.hint,
        key.access,
        key.revokedAt ? 'revoked' : 'active',
        key.lastUsedAt ?? 'never used',
        key.name,
      ]),
    ),
});

export const keyRevoke = serverCommand({
  name: 'key revoke',
  summary: 'revoke an API key',
  positionals: ['KEY_ID'],
  runs: 'key.revoke',
  input: ({ positionals: [id] }) => ({ id: Number(id) }),
  output: ({ name }, { positionals: [id] }) => `key ${id} (${name}) revoked`,
});
