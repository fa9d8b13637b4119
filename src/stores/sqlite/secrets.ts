import { sql } from 'drizzle-orm';
import type { ConfigDb } from './config-db.ts';

const SECRET_BYTES = 32;

/** A random secret of the data folder, made at the first call and the same ever after. */
export function loadSecret(config: ConfigDb, name: string): Uint8Array {
  const find = () =>
    config.db.get<{ value: string } | undefined>(sql`select value from secrets where name = ${name}`);
  if (!find()) {
    const value = crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toHex();
    config.db.run(sql`insert into secrets (name, value) values (${name}, ${value}) on conflict do nothing`);
  }
  return Uint8Array.fromHex(find()?.value ?? '');
}
