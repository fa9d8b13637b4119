/** The scratch file of sums by day, and which days an import adds to a site. */

import {
  formatImportedDay,
  IMPORTED_HEADER,
  IMPORTED_MEASURES,
  type ImportedDay,
  type ImportedDimension,
  type ImportedSpan,
  TOTAL,
} from '../../core/hits/imported-days.ts';
import { PATH_DIMENSIONS } from '../../core/hits/page-path.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import type { Day, DayRange } from '../../core/span.ts';
import { hasControlCharacter, isLongerThan } from '../../lib/text.ts';
import { isDay } from '../../lib/time.ts';
import type { DayTarget } from './readers/reader.ts';
import { openScratchFile, type ScratchFile } from './scratch-file.ts';

/** Before it nobody counted visits of pages. */
const FIRST_DAY: Day = '1990-01-01';
/** No site has more in a day; sums of many rows stay within 64 bits. */
const MAX_COUNT = 10 ** 12;

/** Parts of a file are imports of the site that it was exported from. */
const MAX_PART = 100_000;

const MAX_VALUE_LENGTH: Readonly<Partial<Record<ImportedDimension, number>>> = {
  referrer: MAX_LENGTH.referrer,
  source: MAX_LENGTH.source,
  event: MAX_LENGTH.event,
};

/** Which days are added. */
export interface AddedDays {
  /** The site has visits of its own from this day on; undefined: every day is added. */
  readonly ownFrom: Day | undefined;
  /** What other imports have of the site. */
  readonly known: readonly ImportedSpan[];
  /** The last day that can be over anywhere. */
  readonly today: Day;
  /** Returns the page of a path. */
  readonly toPage: (path: string) => string;
}

/** What was added to a scratch file of days. */
export interface DayCounts {
  /** Rows of the foreign file. */
  rows: number;
  /** Rows of the foreign file that other imports, or an earlier file of this one, have. */
  duplicates: number;
  /** Page views of the totals. */
  views: number;
  range: DayRange | undefined;
}

export interface ScratchDays extends ScratchFile, DayTarget {
  readonly added: DayCounts;
  /** Begins a file: days of a dimension that an earlier one had are not added once more. */
  begin(): void;
}

/** Returns what is wrong with a sum; undefined for nothing. */
function findFault(
  { day, dimension, value, ...measures }: ImportedDay,
  { today, toPage }: Pick<AddedDays, 'today' | 'toPage'>,
): string | undefined {
  if (!isDay(day))
    return `the date must be a day such as 2026-01-31, got ${JSON.stringify(day.slice(0, 40))}`;
  if (day < FIRST_DAY) return `the date is before 1990, got ${JSON.stringify(day)}`;
  if (day > today) return `the date is in the future, got ${JSON.stringify(day)}`;
  if (value && hasControlCharacter(value)) return `${dimension} has control characters`;
  const limit = MAX_VALUE_LENGTH[dimension] ?? MAX_LENGTH.path;
  const stored = value && PATH_DIMENSIONS.has(dimension) ? toPage(value) : value;
  if (stored && isLongerThan(stored, limit)) return `${dimension} is longer than ${limit} characters`;
  for (const name of [...IMPORTED_MEASURES, 'unique_views', 'part'] as const) {
    const count = measures[name] ?? 0;
    if (!Number.isSafeInteger(count) || count < 0) return `${name} must be a whole number of at least 0`;
    if (name === 'part' && count > MAX_PART) return `part must be at most ${MAX_PART}`;
    if (count > MAX_COUNT) return `${name} is too large to be a count of a day`;
  }
  return undefined;
}

/** Creates a scratch file of days. */
export async function openScratchDays(
  path: string,
  { ownFrom, known, today, toPage }: AddedDays,
  signal: AbortSignal,
): Promise<ScratchDays> {
  const file = await openScratchFile(path, IMPORTED_HEADER, signal);
  const added: DayCounts = { rows: 0, duplicates: 0, views: 0, range: undefined };
  /** The file that each day of a dimension came from. */
  const sources = new Map<string, number>();
  let source = 0;
  const isKnown = ({ day, dimension }: ImportedDay): boolean => {
    if ((sources.get(`${day}${dimension}`) ?? source) !== source) return true;
    return known.some(({ ranges }) => {
      const range = ranges.get(dimension);
      return range !== undefined && range.first <= day && day <= range.last;
    });
  };
  const add = (row: ImportedDay): void => {
    const { day, dimension, value, views } = row;
    sources.set(`${day}${dimension}`, source);
    if (dimension === TOTAL) added.views += views ?? 0;
    const { first, last } = added.range ?? { first: day, last: day };
    added.range = { first: day < first ? day : first, last: day > last ? day : last };
    const isPage = value && PATH_DIMENSIONS.has(dimension);
    file.add(formatImportedDay(isPage ? { ...row, value: toPage(value) } : row));
  };
  return {
    ...file,
    added,
    begin() {
      source += 1;
    },
    days(line, rows) {
      const [first] = rows;
      if (!first) return;
      const fault = rows.map(row => findFault(row, { today, toPage })).find(found => found !== undefined);
      if (fault !== undefined) {
        file.bad(line, fault);
        return;
      }
      if (ownFrom !== undefined && first.day >= ownFrom) {
        file.leaveOut(`days from ${ownFrom} on`, 'the site has visits of its own from then on');
        return;
      }
      const fresh = rows.filter(row => !isKnown(row));
      if (fresh.length === 0) added.duplicates += 1;
      else added.rows += 1;
      for (const row of fresh) add(row);
    },
  };
}
