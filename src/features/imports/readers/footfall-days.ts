/** Imported days as `footfall export` writes them: CSV, or JSON objects, in the columns of `IMPORTED_COLUMNS`. */
import { GIVEN_VALUE } from '../../../core/hits/import.ts';
import {
  type IMPORTED_COLUMNS,
  IMPORTED_MEASURES,
  type ImportedDimension,
  TOTAL,
} from '../../../core/hits/imported-days.ts';
import { DIMENSIONS } from '../../../core/hits/query.ts';
import { forEachJson } from '../input/json.ts';
import { forEachCsvRecord } from '../input/text.ts';
import { toCount } from './counts.ts';
import type { DayReader, DayTarget } from './reader.ts';

/** Columns without which a file has no imported days. */
const NEEDED = ['day', 'dimension', 'value'] as const;
/** Columns that nothing else has together. */
const TYPICAL = ['part', 'unique_views'] as const;
const COUNTS = [...IMPORTED_MEASURES, 'unique_views', 'part'] as const;
const SHOWN_LENGTH = 40;

type Column = (typeof IMPORTED_COLUMNS)[number];

/** Returns whether columns are those of imported days, even if one is missing. */
export const hasImportedDays = (columns: readonly string[]): boolean =>
  [NEEDED, TYPICAL].some(names => names.every(name => columns.includes(name)));

const isDimension = (name: string): name is ImportedDimension =>
  name === TOTAL || DIMENSIONS.some(dimension => dimension === name);

/** Adds a row, whose fields are empty where they have no value. */
function addRow(target: DayTarget, line: number, field: (column: Column) => string): void {
  const dimension = field('dimension');
  if (!isDimension(dimension)) {
    target.bad(line, `the dimension is not known${GIVEN_VALUE}${dimension.slice(0, SHOWN_LENGTH)}"`);
    return;
  }
  const counts = Object.fromEntries(COUNTS.map(name => [name, toCount(field(name))]));
  target.days(line, [{ day: field('day'), dimension, value: field('value') || null, ...counts }]);
}

/** Returns a value of JSON as text; of an object or array one that is neither a count nor a day. */
const toText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

export const footfallDays: DayReader = {
  kind: 'days',
  recognises: ({ header, json }) => hasImportedDays(json ? Object.keys(json) : header.columns),
  async read(entry, target, { sample }) {
    if (sample.json)
      await forEachJson(entry, target, {
        read: (row, line) => addRow(target, line, column => toText(row[column])),
      });
    else
      await forEachCsvRecord(entry, target, {
        separator: sample.header.separator,
        needs: NEEDED,
        read: (record, line) => addRow(target, line, record),
      });
  },
};
