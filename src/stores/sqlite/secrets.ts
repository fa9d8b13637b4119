import { sql } from 'drizzle-orm';
import type { ConfigDb } from './config-db.ts';

const SECRET_BYTES = 32;

/** A random secret of the data folder: 32 bytes, made at the first call and the same ever after. */
export function loadSecret(config: ConfigDb, name: string): Uint8Array {
  const made = crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toHex();
  config.db.run(sql`insert into secrets (name, value) values (${name}, ${made}) on conflict do nothing`);
  // `all` and not `get`, which answers a raw statement with an array of columns.
  const [row] = config.db.all<{ value: string }>(sql`select value from secrets where name = ${name}`);
  const secret = Uint8Array.fromHex(row?.value ?? '');
  if (secret.byteLength !== SECRET_BYTES) throw new Error(`The secret "${name}" cannot be read`);
  return secret;
}
