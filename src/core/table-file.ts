/** Files of rows of one table, such as kudos, that are converted from one format to another. */
import type { FileFormat } from './hits/import.ts';

/** Describes a Parquet file. Rejects if it is not Parquet. */
export type DescribeTable = (file: string) => Promise<TableDescription>;

/** The names of the columns of a file, and the number of its rows. */
export interface TableDescription {
  readonly columns: readonly string[];
  readonly rows: number;
}

/** Types of columns: texts, and instants in ISO 8601. */
export type TableColumn = 'text' | 'instant';

/** A file and its format. */
export interface TableFile {
  readonly file: string;
  readonly format: FileFormat;
}

/** Converts a file; both have the columns given. Returns the number of rows. */
export type ConvertTable = (conversion: {
  readonly from: TableFile;
  readonly to: TableFile;
  readonly columns: Readonly<Record<string, TableColumn>>;
}) => Promise<number>;
