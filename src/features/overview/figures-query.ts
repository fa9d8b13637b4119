import type { Attribution } from '../../core/hits/query.ts';
import type { DayRange, Span } from '../../core/span.ts';

/** Selects the rows that a site's figures count. */
export interface FiguresQuery {
  readonly siteId: number;
  readonly span: Span;
  /** Parameters of the hits' filters. */
  readonly filters: object;
  readonly attribution?: Attribution;
  /** Days whose imported sums are added. */
  readonly importedDays?: DayRange;
}
