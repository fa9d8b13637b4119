/** Every row of a list: searched, paged, and as a file. */
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Site } from '../../app/site-frame.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../../ui/notices.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { BreakdownTable } from './breakdown-table.tsx';
import { type BreakdownQuestion, useBreakdown, useCsvAddress } from './use-breakdown.ts';

const PAGE_SIZE = 50;
/** How long typing must rest before it is searched for. */
const REST_MS = 200;

export function BreakdownDialog({
  site,
  question,
  max,
  onNarrow,
  onClose,
}: {
  readonly site: Site;
  readonly question: BreakdownQuestion;
  readonly max: number;
  readonly onNarrow: (key: string) => void;
  readonly onClose: () => void;
}) {
  const { facts } = question;
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const search = useRested(text.trim());
  const asked = { ...question, search, page, perPage: PAGE_SIZE };
  const { answer, error, refetch, isOld } = useBreakdown(asked);
  const csv = useCsvAddress(asked);
  return (
    <Dialog title={facts.name} isOpen onClose={onClose} isWide>
      <div className="breakdown-all-head">
        <input
          className="input"
          type="search"
          value={text}
          maxLength={1024}
          aria-label={`Search ${facts.name.toLowerCase()}`}
          placeholder="Search"
          onChange={event => {
            setText(event.target.value);
            setPage(1);
          }}
        />
        <a className="button" href={csv} download>
          <Download size={16} aria-hidden="true" /> CSV
        </a>
      </div>
      <div className={isOld ? 'breakdown-all old' : 'breakdown-all'}>
        {!answer && error && <Fault error={error} onRetry={refetch} />}
        {!answer && !error && <SkeletonRows count={12} />}
        {answer && answer.rows.length > 0 && (
          <BreakdownTable
            site={site}
            facts={facts}
            found={answer}
            max={max}
            onPicked={onClose}
            onNarrow={key => {
              onNarrow(key);
              onClose();
            }}
          />
        )}
        {answer && answer.rows.length === 0 && <p className="soft">Nothing has this in its name.</p>}
      </div>
      {answer && !facts.isNamed && <Pager pagination={answer.pagination} onPage={setPage} />}
    </Dialog>
  );
}

/** A text once it has stopped changing. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
