import { sql } from 'drizzle-orm';
import type { AppDb } from './app-db.ts';

const SECRET_BYTES = 32;

/** Finds a secret of the data folder; undefined while it has not been made. */
export function findSecret(db: AppDb, name: string): Uint8Array | undefined {
  // `all` and not `get`, which answers a raw statement with an array of columns.
  const [row] = db.all<{ value: string }>(sql`select value from secrets where name = ${name}`);
  return row && Uint8Array.fromHex(row.value);
}

/** A random secret of the data folder: 32 bytes, made at the first call and the same ever after. */
export function loadSecret(db: AppDb, name: string): Uint8Array {
  const made = crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toHex();
  db.run(sql`insert into secrets (name, value) values (${name}, ${made}) on conflict do nothing`);
  const secret = findSecret(db, name);
  if (secret?.byteLength !== SECRET_BYTES) throw new Error(`The secret "${name}" cannot be read`);
  return secret;
}
