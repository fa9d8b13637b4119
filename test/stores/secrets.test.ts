import { expect, test } from 'bun:test';
import { openAppDb } from '../../src/stores/sqlite/open.ts';
import { loadSecret } from '../../src/stores/sqlite/secrets.ts';
import { openTestFolder } from './durability-folder.ts';

test('a secret is 32 random bytes, the same after a restart, and each name has its own', () => {
  using folder = openTestFolder();
  const db = openAppDb(folder);
  const secret = loadSecret(db, 'one');
  expect(secret).toHaveLength(32);
  expect(new Set(secret).size).toBeGreaterThan(8);
  expect(loadSecret(db, 'two')).not.toEqual(secret);
  db.close();
  const again = openAppDb(folder);
  expect(loadSecret(again, 'one')).toEqual(secret);
  again.close();
});
