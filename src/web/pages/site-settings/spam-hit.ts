import type { Pagination } from '../../ui/pager.tsx';

/** A suppressed spam hit. */
export interface SpamHit {
  readonly id: number;
  readonly path: string | null;
  readonly referrer: string | null;
  readonly country: string | null;
  readonly created_at: string;
  readonly reason: string;
}

export interface SpamList {
  readonly spam_hits: readonly SpamHit[];
  readonly pagination: Pagination;
}
