import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber } from '../labels/language.ts';
import * as labels from '../labels/ui.ts';
import { Button } from './button.tsx';

export interface Pagination {
  readonly current_page: number;
  readonly per_page: number;
  readonly total_count: number;
  readonly total_pages: number;
}

/** Pagination of a list; renders nothing where there is only one page. */
export function Pager({
  pagination,
  onPage,
  label = labels.pagerLabel,
}: {
  readonly pagination: Pagination;
  readonly onPage: (page: number) => void;
  /** Accessible name, to distinguish it from others on the page. */
  readonly label?: string;
}) {
  const { current_page: page, per_page: size, total_count: total, total_pages: pages } = pagination;
  if (pages <= 1) return null;
  const first = (page - 1) * size + 1;
  return (
    <nav className="pager" aria-label={label}>
      <Button isSmall aria-disabled={page <= 1} onClick={() => page > 1 && onPage(page - 1)}>
        <ChevronLeft size={16} aria-hidden="true" /> {labels.previous}
      </Button>
      <span className="soft" role="status">
        {labels.rangeOf(
          formatNumber(first),
          formatNumber(Math.min(total, first + size - 1)),
          formatNumber(total),
        )}
      </span>
      <Button isSmall aria-disabled={page >= pages} onClick={() => page < pages && onPage(page + 1)}>
        {labels.next} <ChevronRight size={16} aria-hidden="true" />
      </Button>
    </nav>
  );
}
