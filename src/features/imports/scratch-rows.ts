/** The scratch file of single visits. */
import { quoteField } from '../../lib/csv-records.ts';
import type { RowTarget } from './readers/reader.ts';
import { openScratchFile, type ScratchFile } from './scratch-file.ts';

/** Longer fields are cut: no column takes as much. */
const MAX_FIELD_LENGTH = 16 * 1024;

const formatField = (value: string | null): string => {
  if (value === null || value === '') return '';
  return quoteField(value.length > MAX_FIELD_LENGTH ? value.slice(0, MAX_FIELD_LENGTH) : value);
};

/** Creates a scratch file of rows. */
export async function openScratchRows(
  path: string,
  columns: readonly string[],
  signal: AbortSignal,
): Promise<ScratchFile & RowTarget> {
  const file = await openScratchFile(path, `${['line', ...columns].join(',')}\n`, signal);
  return {
    ...file,
    row(line, values) {
      let text = String(line);
      for (const value of values) text += `,${formatField(value)}`;
      file.add(`${text}\n`);
    },
  };
}
