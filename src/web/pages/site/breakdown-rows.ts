/** Parsing of breakdown rows from the API's answer. */

import { OTHER_PLACES, PLACE_DIMENSIONS } from '../../../core/hits/places.ts';
import { isHttpUrl } from '../../../lib/url.ts';
import { formatFilterValue } from '../../app/filter-labels.ts';
import type { Imported } from '../../app/imported-days.tsx';
import { findDimension } from '../../dimensions.ts';
import { formatShare, type Revenue } from '../../format.ts';
import { otherPlaces } from '../../labels/dimensions.ts';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';
import type { Pagination } from '../../ui/pager.tsx';
import type { Filter } from '../../view.ts';
import type { Breakdown, RowCount } from './breakdown-definitions.ts';

interface WireRow extends Readonly<Record<string, unknown>> {
  readonly revenue?: readonly Revenue[];
}

export interface BreakdownAnswer {
  readonly pagination: Pagination;
  readonly summary: Readonly<Record<string, unknown>>;
  readonly comparison?: {
    readonly summary: Readonly<Record<string, unknown>>;
    readonly [list: string]: unknown;
  };
  readonly imported?: Imported;
  readonly [list: string]: unknown;
}

export interface BreakdownRow {
  /** Untrusted; null: rows without a value. */
  readonly key: string | null;
  readonly count: number;
  /** Its count in the period that is compared with; null without one. */
  readonly before: number | null;
  /** Share of the total, from 0 to 1. */
  readonly share: number;
  /** Null: not shown. */
  readonly views: number | null;
  /** Seconds that the page was read, median of views; null: not known. */
  readonly engagedSeconds: number | null;
  /** How often the goal was reached in its visits, formatted; absent where no goal is shown. */
  readonly conversions?: string;
  /** What it brought in, each currency by itself; absent for nothing. */
  readonly revenue?: readonly Revenue[];
}

export interface BreakdownRows {
  readonly rows: readonly BreakdownRow[];
  readonly pagination: BreakdownAnswer['pagination'];
  /** What `count` and `views` of the rows are. */
  readonly count: RowCount;
  readonly views: RowCount | null;
  /** Whether any page has reported for how long it was read. */
  readonly hasTimes: boolean;
  /** Whether rows have a count before. */
  readonly isCompared: boolean;
  readonly imported: Imported;
}

/** Parses the rows of an answer. Where no hit has a visitor, as on sites that only servers report, they count views alone. */
export function parseRows(answer: BreakdownAnswer, breakdown: Breakdown): BreakdownRows {
  const wire = (answer[breakdown.listField] ?? []) as readonly WireRow[];
  const sum = ({ totalField }: RowCount) => Number(answer.summary[totalField] ?? 0);
  const isWithoutVisitors = breakdown.views !== undefined && sum(breakdown.count) === 0;
  const count = (isWithoutVisitors && breakdown.views) || breakdown.count;
  const views = (!isWithoutVisitors && breakdown.views) || null;
  const total = sum(count);
  const before = findEarlierRows(answer, breakdown, count);
  const rows = wire.map((row, index): BreakdownRow => {
    const key = row[breakdown.by];
    const value = Number(row[count.field] ?? 0);
    return {
      key: typeof key === 'string' && key !== '' ? key : null,
      count: value,
      before: before && Number(before[index]?.[count.field] ?? 0),
      share: total > 0 ? Math.min(1, value / total) : 0,
      views: views && Number(row[views.field] ?? 0),
      engagedSeconds: typeof row['engaged_seconds'] === 'number' ? row['engaged_seconds'] : null,
      ...formatConversions(row),
      ...(row.revenue && { revenue: row.revenue }),
    };
  });
  return {
    rows,
    pagination: answer.pagination,
    count,
    views,
    hasTimes: rows.some(({ engagedSeconds }) => engagedSeconds !== null),
    isCompared: before !== null,
    imported: answer.imported,
  };
}

const formatConversions = ({
  conversions,
  conversion_rate: rate,
}: WireRow): Pick<BreakdownRow, 'conversions'> => {
  if (typeof conversions !== 'number') return {};
  const count = formatNumber(conversions);
  return { conversions: typeof rate === 'number' ? `${count} (${formatShare(rate / 100)})` : count };
};

/** Returns the rows of the earlier period; null where nothing is compared, or nothing was counted then: all would be new. */
function findEarlierRows(
  { comparison }: BreakdownAnswer,
  { listField }: Breakdown,
  { totalField }: RowCount,
): readonly WireRow[] | null {
  if (!comparison || Number(comparison.summary[totalField] ?? 0) === 0) return null;
  return (comparison[listField] ?? null) as readonly WireRow[] | null;
}

/** Returns the count of the longest bar. Rows without a value have no bar: they would dwarf the others. */
export const maxCount = (rows: readonly BreakdownRow[]): number =>
  Math.max(1, ...rows.map(({ key, count }) => (key === null ? 0 : count)));

const PURPOSE_LABELS: Readonly<Record<string, string>> = {
  answer_fetch: labels.aiAssistants,
  search_index: labels.aiSearch,
  training: labels.modelTraining,
  ai_crawler: labels.purposeUnknown,
};

/** Returns whether a row is what the API sums up of places with few visitors. */
const isOtherPlaces = (by: string, key: string | null): boolean =>
  PLACE_DIMENSIONS.has(by) && key === OTHER_PLACES;

/** Formats the label of a row. It is untrusted: render it with `UntrustedText`. */
export function formatRowLabel({ by, filter }: Breakdown, key: string | null): string {
  if (by === 'category') return PURPOSE_LABELS[key ?? ''] ?? key ?? labels.purposeUnknown;
  if (by === 'provider' && (key === null || key === 'unknown')) return shared.unknown;
  if (isOtherPlaces(by, key)) return otherPlaces;
  return filter === null ? (key ?? shared.unknown) : formatFilterValue(filter, key ?? '');
}

/** Converts a row to a filter; null where there is none. */
export function toRowFilter({ by, filter }: Breakdown, key: string | null): Filter | null {
  if (filter === null || isOtherPlaces(by, key)) return null;
  // An empty referrer would match every URL: rows without one are filtered by host.
  if (filter === 'referrer' && key === null) return { name: 'referrer_host', value: '', isExcluded: false };
  if (key === null && !findDimension(filter).isNullable) return null;
  return { name: filter, value: key ?? '', isExcluded: false };
}

/** Returns the URL that a row links to; undefined for rows without one. */
export function toRowUrl({ by }: Breakdown, key: string | null, siteUrl: string): string | undefined {
  if (key === null) return undefined;
  switch (by) {
    case 'path':
    case 'entry_page':
    case 'exit_page':
      return toPageUrl(siteUrl, key);
    case 'referrer':
      return toWebUrl(key);
    case 'referrer_host':
      // A plain host: no user names, no paths.
      return /^[^\s/@?#\\]+$/.test(key) ? toWebUrl(`https://${key}/`) : undefined;
    default:
      return undefined;
  }
}

const toWebUrl = (text: string): string | undefined => (isHttpUrl(text) ? text : undefined);

/** Returns the URL of a path, always on the site's own host. */
function toPageUrl(siteUrl: string, path: string): string | undefined {
  const site = toWebUrl(siteUrl);
  return site && toWebUrl(new URL(site).origin + (path.startsWith('/') ? path : `/${path}`));
}
