/** Objects that have the same fields, as a table has them. */

/** Returns an object for each row: the names of the fields, then their values in that order. */
export const table = (fields: string, ...rows: readonly (readonly unknown[])[]) => {
  const names = fields.split(' ');
  return rows.map(row => Object.fromEntries(names.map((name, at) => [name, row[at]])));
};
