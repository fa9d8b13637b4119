/** The scratch file of single visits. */
import { PREPARED_SEPARATOR } from '../../core/hits/import.ts';
import { quoteField } from '../../lib/csv-records.ts';
import type { RowTarget } from './readers/reader.ts';
import type { DerivedRows } from './row-values.ts';
import { openScratchFile, type ScratchFile } from './scratch-file.ts';

/** Longer fields are cut: no column takes as much. */
const MAX_FIELD_LENGTH = 16 * 1024;

/** Characters for which a field is quoted. Looking for each of them is faster than a regular expression. */
const QUOTED = ['"', PREPARED_SEPARATOR, '\n', '\r'] as const;

const formatField = (value: string): string => {
  const field = value.length > MAX_FIELD_LENGTH ? value.slice(0, MAX_FIELD_LENGTH) : value;
  for (const character of QUOTED) if (field.includes(character)) return quoteField(field, PREPARED_SEPARATOR);
  return field;
};

/** Creates a scratch file of rows. */
export async function openScratchRows(
  path: string,
  { columns, complete }: DerivedRows,
  signal: AbortSignal,
): Promise<ScratchFile & RowTarget> {
  const file = await openScratchFile(path, `${['line', ...columns].join(PREPARED_SEPARATOR)}\n`, signal);
  return {
    ...file,
    row(line, read) {
      const fields = complete(read).map(value => (value ? formatField(value) : ''));
      file.add(`${line}${PREPARED_SEPARATOR}${fields.join(PREPARED_SEPARATOR)}\n`);
    },
  };
}
