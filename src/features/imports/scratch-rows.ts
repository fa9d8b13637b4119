/** The scratch file of single visits. */
import { PREPARED_SEPARATOR } from '../../core/hits/import.ts';
import { quoteField } from '../../lib/csv-records.ts';
import type { RowTarget } from './readers/reader.ts';
import { deriveRowValues, type RowDerivations } from './row-values.ts';
import { openScratchFile, type ScratchFile } from './scratch-file.ts';

/** Longer fields are cut: no column takes as much. */
const MAX_FIELD_LENGTH = 16 * 1024;

/** Matches a row of so many fields none of which has to be quoted. */
const toPlainRow = (width: number): RegExp =>
  new RegExp(`^[^"\\t\\n\\r]*(?:\\t[^"\\t\\n\\r]*){${width - 1}}$`);

const formatField = (value: string | null): string => {
  if (value === null || value === '') return '';
  return quoteField(
    value.length > MAX_FIELD_LENGTH ? value.slice(0, MAX_FIELD_LENGTH) : value,
    PREPARED_SEPARATOR,
  );
};

/** Creates a scratch file of rows. */
export async function openScratchRows(
  path: string,
  given: readonly string[],
  { signal, ...derivations }: RowDerivations & { readonly signal: AbortSignal },
): Promise<ScratchFile & RowTarget> {
  const { columns, complete } = deriveRowValues(given, derivations);
  const file = await openScratchFile(path, `${['line', ...columns].join(PREPARED_SEPARATOR)}\n`, signal);
  const isPlain = toPlainRow(columns.length);
  return {
    ...file,
    row(line, read) {
      const values = complete(read);
      // Most rows are plain: one test of all takes a third of the time of one for each field.
      const joined = values.join(PREPARED_SEPARATOR);
      const isReady = joined.length <= MAX_FIELD_LENGTH && isPlain.test(joined);
      const fields = isReady ? joined : values.map(formatField).join(PREPARED_SEPARATOR);
      file.add(`${line}${PREPARED_SEPARATOR}${fields}\n`);
    },
  };
}
