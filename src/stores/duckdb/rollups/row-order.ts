/** The order of rows of sums in the file: those with numbers of about the same size stand together, and so take few bits each. */
import { raw, type Sql } from '../sql/sql.ts';

/** Returns how many bits a number takes. */
const bitsOf = (column: string): string => `ceil(log2(abs(${column}) + 1))`;

const ORDERS = {
  hit_groups: `site_id, dimension, ${bitsOf('hits')}, day`,
  visit_groups: `site_id, dimension, ${bitsOf('hits')}, day`,
  returning_visits: `site_id, dimension, ${bitsOf('visits')}, day, days_since`,
  visit_pages: `site_id, dimension, key, ${bitsOf('hits')}, week, page`,
  entry_pages: `site_id, ${bitsOf('visitors')}, day, days_since, page`,
  exit_pages: `site_id, ${bitsOf('visitors')}, day, days_until, page`,
  single_hits: `site_id, ${bitsOf('visitors')}, day, days_since, days_until`,
};

/** Returns the order of a table's rows; undefined: that in which they were inserted. */
export const findRowOrder = (table: string): Sql | undefined =>
  table in ORDERS ? rowOrder(table as keyof typeof ORDERS) : undefined;

/** Returns the order of the rows of a table with sums. */
export const rowOrder = (table: keyof typeof ORDERS): Sql => raw(ORDERS[table]);
