import { invalidParameter } from '../../core/errors.ts';
import type { StoredHit } from '../../core/hits/row.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import { toHex64 } from '../../lib/hash.ts';
import { isLongerThan } from '../../lib/text.ts';

/** Kinds of rows that have a visitor. */
export const VISITOR_KINDS = ['hit', 'event', 'spam_hit'] as const;
export type VisitorKind = (typeof VISITOR_KINDS)[number];

/** Rows that are read, and held in memory, at a time. */
const SLICE_ROWS = 5_000;

export interface VisitorsDeps {
  /** For reads, which wait in the account's queue. */
  readonly reads: Pick<HitStore, 'ask'>;
  readonly hits: Pick<HitStore, 'remove'>;
  /** Hashes a given visitor id on a site. */
  readonly hashVisitor: (siteId: number, visitorId: string) => bigint;
}

/** Finds and removes what was written with a visitor id. Anonymous visitors cannot be found: nobody has their salt any more. */
export function createVisitorsService({ reads, hits, hashVisitor }: VisitorsDeps) {
  /** Returns the hash of a visitor id. Throws 400 for one that no write can have. */
  const toHash = (siteId: number, visitorId: string): bigint => {
    if (visitorId === '' || isLongerThan(visitorId, MAX_LENGTH.visitor_id))
      throw invalidParameter(
        `visitor_id in the path must have 1 to ${MAX_LENGTH.visitor_id} characters, got ${[...visitorId].length}`,
      );
    return hashVisitor(siteId, visitorId);
  };
  /** Returns whether anything is stored with a hash. A report, so that asking for nobody delays no change. */
  const isKnown = async (siteId: number, visitorHash: string): Promise<boolean> => {
    for (const kind of VISITOR_KINDS) {
      const query = { siteId, kind, visitorHash, includesHeld: true, offset: 0, limit: 1 };
      const rows = await reads.ask({ shape: 'rows', of: 'visitor', ...query });
      if (rows.length > 0) return true;
    }
    return false;
  };
  return {
    findHash: (siteId: number, visitorId: string): string => toHex64(toHash(siteId, visitorId)),
    /** Reads all rows of a kind, oldest first, slice by slice. */
    async *read(
      query: { readonly siteId: number; readonly kind: VisitorKind; readonly visitorHash: string },
      signal: AbortSignal,
    ): AsyncGenerator<StoredHit[], void> {
      for (let offset = 0; ; offset += SLICE_ROWS) {
        const slice = { offset, limit: SLICE_ROWS };
        const held = { includesHeld: true } as const;
        const rows = await reads.ask(
          { shape: 'rows', of: 'visitor', ...query, ...held, ...slice },
          { signal },
        );
        yield rows;
        if (rows.length < SLICE_ROWS) return;
      }
    },
    /** Removes all rows, from the journal and the file of hits too. Returns how many. */
    async remove(siteId: number, visitorId: string): Promise<number> {
      const visitorHash = toHash(siteId, visitorId);
      if (!(await isKnown(siteId, toHex64(visitorHash)))) return 0;
      return hits.remove({ siteId, kinds: [...VISITOR_KINDS, 'engagement'], which: { visitorHash } });
    },
  };
}

export type VisitorsService = ReturnType<typeof createVisitorsService>;
