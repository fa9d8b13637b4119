/**
 * Parts of an import of days, such as that of an exported folder whose days are of several imports. Each has a key of its own:
 * that of the import, a dot and the number of the part.
 */
import { type Sql, sql } from '../sql/sql.ts';

/** Returns the key of the part that `days` has in its column `part`; of an import without parts, its own. */
export const toPartKey = (importKey: string): Sql =>
  sql`${importKey}::varchar || coalesce('.' || days.part, '')`;

/** Returns the condition for all parts of an import. */
export const isOfImport = (importKey: string): Sql => sql`split_part(import_key, '.', 1) = ${importKey}`;

/** Returns the key of the import that a part is of. */
export const toImportKey = (partKey: string): string => partKey.split('.')[0] ?? partKey;
