import { expect, test } from 'bun:test';
import { openConfigDb } from '../../src/stores/sqlite/open.ts';
import { loadSecret } from '../../src/stores/sqlite/secrets.ts';
import { openTestFolder } from './durability-folder.ts';

test('a secret is 32 random bytes, the same after a restart, and each name has its own', () => {
  using folder = openTestFolder();
  const config = openConfigDb(folder);
  const secret = loadSecret(config, 'one');
  expect(secret).toHaveLength(32);
  expect(new Set(secret).size).toBeGreaterThan(8);
  expect(loadSecret(config, 'two')).not.toEqual(secret);
  config.close();
  const again = openConfigDb(folder);
  expect(loadSecret(again, 'one')).toEqual(secret);
  again.close();
});
