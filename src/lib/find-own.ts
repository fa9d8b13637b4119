/** Returns the value of a key that the table itself has: what visitors send may be called `constructor`. */
export const findOwn = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
