/** The dialog with every row of a list: search, pages and CSV. */

import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Site } from '../../app/site-layout.tsx';
import { uncapitalize } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { BreakdownTable } from './breakdown-table.tsx';
import { type BreakdownQuery, useBreakdown, useCsvUrl } from './use-breakdown.ts';

const PAGE_SIZE = 50;

export function BreakdownDialog({
  site,
  query,
  max,
  onDrillDown,
  onClose,
}: {
  readonly site: Site;
  readonly query: BreakdownQuery;
  readonly max: number;
  readonly onDrillDown: (key: string) => void;
  readonly onClose: () => void;
}) {
  const { breakdown } = query;
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const search = useDebounced(text.trim());
  const pageQuery = { ...query, search, page, perPage: PAGE_SIZE };
  const { answer, error, refetch, isStale } = useBreakdown(pageQuery);
  const csv = useCsvUrl(pageQuery);
  return (
    <Dialog title={breakdown.name} isOpen onClose={onClose} isWide>
      <div className="breakdown-all-head">
        <input
          className="input"
          type="search"
          value={text}
          maxLength={1024}
          aria-label={labels.searchIn(uncapitalize(breakdown.name))}
          placeholder={shared.search}
          onChange={event => {
            setText(event.target.value);
            setPage(1);
          }}
        />
        <a className="button" href={csv} download>
          <Download size={16} aria-hidden="true" /> {labels.csv}
        </a>
      </div>
      <div className={isStale ? 'breakdown-all stale' : 'breakdown-all'}>
        {!answer && error && <ErrorState error={error} onRetry={refetch} />}
        {!answer && !error && <SkeletonRows count={12} />}
        {answer && answer.rows.length > 0 && (
          <BreakdownTable
            site={site}
            breakdown={breakdown}
            answer={answer}
            max={max}
            onPicked={onClose}
            onDrillDown={key => {
              onDrillDown(key);
              onClose();
            }}
          />
        )}
        {answer && answer.rows.length === 0 && <p className="soft">{labels.noMatch}</p>}
      </div>
      {answer && !breakdown.isSearchedLocally && <Pager pagination={answer.pagination} onPage={setPage} />}
    </Dialog>
  );
}
