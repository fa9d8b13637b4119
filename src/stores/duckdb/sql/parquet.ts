import { quoteLiteral, raw, type Sql } from './sql.ts';

/** Returns the table of what is in Parquet files. */
export const readParquet = (files: readonly string[]): Sql =>
  raw(`read_parquet([${files.map(quoteLiteral).join(', ')}], hive_partitioning = false)`);
