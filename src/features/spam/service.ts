import { invalidBody } from '../../core/errors.ts';
import type { HitQuery } from '../../core/hits/query.ts';
import type { StoredHit } from '../../core/hits/row.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { type Page, toOffset } from '../../core/page.ts';

/** Spam hits that a body selects. */
interface ChosenInput {
  readonly ids?: readonly number[];
  readonly all?: boolean;
}

/** Lists suppressed hits, removes them, and lets them count after all. */
export function createSpamService({ hits }: { readonly hits: HitStore }) {
  return {
    /** A page, newest first, and how many there are in all. */
    async list(
      siteId: number,
      page: Page,
      signal: AbortSignal,
    ): Promise<{ rows: StoredHit[]; total: number }> {
      const query: HitQuery = { siteId, kind: 'spam_hit', span: null, filters: [] };
      const slice = { offset: toOffset(page), limit: page.size };
      const [rows, total] = await Promise.all([
        hits.ask({ shape: 'rows', ...query, ...slice }, { signal }),
        hits.ask({ shape: 'totals', ...query, measures: ['hits'] }, { signal }),
      ]);
      return { rows, total: total.hits };
    },

    /** Removes the selected hits and returns their number. 422 unless either ids or all are selected. */
    remove: (siteId: number, input: ChosenInput): Promise<number> =>
      hits.remove({ siteId, kinds: ['spam_hit'], which: chosenBy(input) }),

    /** Makes them hits, at their own time, and gives their new ids. No webhook is sent. 422 as for `remove`. */
    restore: (siteId: number, input: ChosenInput): Promise<number[]> =>
      hits.restoreSpam({ siteId, which: chosenBy(input) }),
  };
}

export type SpamService = ReturnType<typeof createSpamService>;

function chosenBy({ ids, all }: ChosenInput): { readonly ids: readonly number[] } | 'all' {
  if (ids && all) throw invalidBody('send either ids or all, not both');
  if (all) return 'all';
  if (!ids) throw invalidBody('send the ids of spam hits, or all: true for every one');
  return { ids };
}
