/** The first rows of a list, in room that stays the same whatever is in it. */
import { lazy, type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import type { Site } from '../../app/site-frame.tsx';
import { formatCount } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Fault } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoRows } from './breakdown-empty.tsx';
import { type BreakdownRows, maxOf } from './breakdown-rows.ts';
import { BreakdownTable } from './breakdown-table.tsx';
import { type BreakdownQuestion, SHOWN, useBreakdown } from './use-breakdown.ts';

const BreakdownDialog = lazy(async () => ({
  default: (await import('./breakdown-dialog.tsx')).BreakdownDialog,
}));
/** The list says all that the map does: a page opened before the server was renewed goes without. */
const CountryMap = lazy(() =>
  import('./country-map.tsx').then(
    loaded => ({ default: loaded.CountryMap }),
    () => ({ default: NoMap }),
  ),
);

export interface BreakdownListProps {
  readonly site: Site;
  readonly question: BreakdownQuestion;
  /** Above the rows. */
  readonly note: ReactNode;
  /** Beside the name of the first column. */
  readonly aside: ReactNode;
  readonly onNarrow: (key: string) => void;
  /** How many rows are shown. */
  readonly onRows: (count: number) => void;
  /** Beside the way to all rows. */
  readonly more: ReactNode;
}

export function BreakdownList({ site, question, note, aside, onNarrow, onRows, more }: BreakdownListProps) {
  const { facts } = question;
  const { answer, error, refetch, isOld } = useBreakdown(question);
  const [isOpen, setIsOpen] = useState(false);
  const count = Math.min(SHOWN, answer?.rows.length ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told when it changes
  useLayoutEffect(() => onRows(count), [count]);
  if (!answer)
    return error ? <Fault error={error} onRetry={refetch} /> : <Loading hasMap={facts.by === 'country'} />;
  const max = maxOf(answer.rows);
  const total = answer.pagination.total_count;
  const isBare = saysNothing(answer, facts.by);
  const table = (
    <div className="breakdown-rows">
      {note}
      {isBare ? (
        <>
          {aside && <div className="breakdown-aside">{aside}</div>}
          <NoRows facts={facts} />
        </>
      ) : (
        <BreakdownTable
          site={site}
          facts={facts}
          found={{ ...answer, rows: answer.rows.slice(0, SHOWN) }}
          max={max}
          aside={aside}
          onNarrow={onNarrow}
        />
      )}
      <div className="breakdown-foot">
        {total > SHOWN && (
          <Button look="quiet" isSmall onClick={() => setIsOpen(true)} aria-haspopup="dialog">
            Show all {formatCount(total)}
          </Button>
        )}
        {!isBare && more}
      </div>
    </div>
  );
  return (
    <div className={isOld ? 'breakdown-found old' : 'breakdown-found'}>
      {facts.by === 'country' ? (
        <div className="breakdown-split">
          <Suspense fallback={<MapRoom />}>
            <CountryMap rows={answer.rows} />
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
            question={question}
            max={max}
            onNarrow={onNarrow}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Of campaigns and the like, rows without one alone say nothing. */
const saysNothing = ({ rows }: BreakdownRows, by: string): boolean =>
  rows.length === 0 ||
  (['source', 'campaign', 'medium'].includes(by) && rows.every(({ key }) => key === null));

const NoMap = (_: { readonly rows: readonly unknown[] }) => (
  <p className="country-map soft">The map could not be loaded. Load the page again to see it.</p>
);

const MapRoom = () => (
  <div className="country-map">
    <Skeleton height="100%" />
  </div>
);

function Loading({ hasMap }: { readonly hasMap: boolean }) {
  const rows = (
    <div className="breakdown-rows breakdown-loading" role="status">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: SHOWN }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} width={`${92 - index * 9}%`} height="1.75rem" />
      ))}
    </div>
  );
  if (!hasMap) return rows;
  return (
    <div className="breakdown-split">
      <MapRoom />
      {rows}
    </div>
  );
}
