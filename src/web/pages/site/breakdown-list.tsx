/** The first rows of a breakdown, in a box of constant height. */

import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { URL_PARAMETERS } from '../../../core/hits/url-parameters.ts';
import { ImportedDays } from '../../app/imported.tsx';
import type { Site } from '../../app/site-layout.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Breakdown } from './breakdown-definitions.ts';
import { NoRows } from './breakdown-empty.tsx';
import { type BreakdownRows, maxCount } from './breakdown-rows.ts';
import { BreakdownTable } from './breakdown-table.tsx';
import { type BreakdownQuery, ROWS_SHOWN, useBreakdown } from './use-breakdown.ts';

const BreakdownDialog = lazy(async () => ({
  default: (await import('./breakdown-dialog.tsx')).BreakdownDialog,
}));
/** The map is optional: a page that was opened before an upgrade cannot load its chunk any more. */
const CountryMap = lazy(() =>
  import('../../charts/country-map.tsx').then(
    loaded => ({ default: loaded.CountryMap }),
    () => ({ default: MapUnavailable }),
  ),
);

export interface BreakdownListProps {
  readonly site: Site;
  readonly query: BreakdownQuery;
  /** Note above the rows. */
  readonly note: ReactNode;
  /** Shown beside the name of the first column. */
  readonly aside: ReactNode;
  readonly onDrillDown: (key: string) => void;
  /** Reports that rows have come, and whether none has a value. */
  readonly onLoaded: (isEmpty: boolean) => void;
  /** Reports how many rows are shown. */
  readonly onRowCount: (count: number) => void;
  /** Shown beside the button for all rows. */
  readonly more: ReactNode;
}

export function BreakdownList({
  site,
  query,
  note,
  aside,
  onDrillDown,
  onLoaded,
  onRowCount,
  more,
}: BreakdownListProps) {
  const { breakdown } = query;
  const { answer, error, refetch, isStale } = useBreakdown(query);
  const [isOpen, setIsOpen] = useState(false);
  const count = Math.min(ROWS_SHOWN, answer?.rows.length ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported when it changes
  useLayoutEffect(() => onRowCount(count), [count]);
  const isEmpty = answer?.rows.every(({ key }) => key === null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported when it is known
  useEffect(() => {
    if (isEmpty !== undefined && !isStale) onLoaded(isEmpty);
  }, [isEmpty, isStale]);
  if (!answer)
    return error ? (
      <ErrorState error={error} onRetry={refetch} />
    ) : (
      <Loading hasMap={breakdown.by === 'country'} />
    );
  const max = maxCount(answer.rows);
  const total = answer.pagination.total_count;
  const hasNoRows = hasNoValues(answer, breakdown);
  const table = (
    <div className="breakdown-rows">
      {note}
      <ImportedDays imported={answer.imported} />
      {hasNoRows ? (
        <>
          {aside && <div>{aside}</div>}
          <NoRows breakdown={breakdown} hasViews={answer.rows.length > 0} />
        </>
      ) : (
        <BreakdownTable
          site={site}
          breakdown={breakdown}
          answer={{ ...answer, rows: answer.rows.slice(0, ROWS_SHOWN) }}
          max={max}
          aside={aside}
          onDrillDown={onDrillDown}
        />
      )}
      <div className="breakdown-foot">
        {total > ROWS_SHOWN && (
          <Button variant="quiet" isSmall onClick={() => setIsOpen(true)} aria-haspopup="dialog">
            {shared.showAll(formatNumber(total))}
          </Button>
        )}
        {(!hasNoRows || breakdown.by in URL_PARAMETERS) && more}
      </div>
    </div>
  );
  return (
    <div className={isStale ? 'breakdown-found stale' : 'breakdown-found'}>
      {breakdown.by === 'country' ? (
        <div className="breakdown-split">
          <Suspense fallback={<MapPlaceholder />}>
            <CountryMap rows={answer.rows} counted={answer.count} />
          </Suspense>
          {table}
        </div>
      ) : (
        table
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <BreakdownDialog
            site={site}
            query={query}
            max={max}
            onDrillDown={onDrillDown}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Dimensions without any value where nobody has sent or switched on some. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'source',
  'region',
  'city',
  'network',
  'bot_sign',
  ...Object.keys(URL_PARAMETERS),
]);

/** Whether a list is empty, or has only rows without a value where these say nothing. */
const hasNoValues = ({ rows }: BreakdownRows, { by, order }: Breakdown): boolean =>
  rows.length === 0 || ((order === 'visits' || OPTIONAL.has(by)) && rows.every(({ key }) => key === null));

const MapUnavailable = (_: { readonly rows: readonly unknown[] }) => (
  <p className="country-map soft">{shared.mapFailed}</p>
);

const MapPlaceholder = () => (
  <div className="country-map">
    <Skeleton height="100%" />
  </div>
);

function Loading({ hasMap }: { readonly hasMap: boolean }) {
  const rows = (
    <div className="breakdown-rows breakdown-loading" role="status">
      <span className="visually-hidden">{shared.loading}</span>
      {Array.from({ length: ROWS_SHOWN }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} width={`${92 - index * 9}%`} height="1.75rem" />
      ))}
    </div>
  );
  if (!hasMap) return rows;
  return (
    <div className="breakdown-split">
      <MapPlaceholder />
      {rows}
    </div>
  );
}
