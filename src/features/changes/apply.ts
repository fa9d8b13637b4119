/** Applies and reverts changes, by their kind. All of it can be repeated. */
import { HIT_KINDS } from '../../core/hits/columns.ts';
import type { PathRewriting } from '../../core/hits/rewriting.ts';
import type { HeldRestoration, HitStore } from '../../core/hits/store.ts';
import type { FindSiteZone } from '../../core/site.ts';
import { isRenaming, toRename } from './renaming.ts';
import { type Selection, selectRows } from './selection.ts';
import type { ChangeRow } from './store.ts';

export interface ApplyDeps {
  readonly hits: Pick<HitStore, 'remove' | 'rewritePaths' | 'restoreHeld'>;
  readonly kudos: {
    rewritePaths(rewriting: PathRewriting): Promise<void>;
    restorePaths(held: HeldRestoration): Promise<void>;
    /** Forgets the paths of before. */
    removeFormer(held: HeldRestoration): Promise<void>;
    /** Removes all kudos of a site that were given before an instant. */
    removeBefore(siteId: number, instant: Date): Promise<void>;
  };
  readonly imports: {
    /** Throws 422 while rows of a site are imported, or an import is undone. */
    checkNoneRuns(siteId: number): void;
    /** Forgets the imports of a site that were begun before an instant. */
    removeBefore(siteId: number, instant: Date): Promise<void>;
  };
  readonly findZone: FindSiteZone;
}

/** Returns the end of all that came until an instant. */
export const afterInstant = (instant: Date): Date => new Date(+instant + 1);

/** Returns the rows of a removal. */
export type Select = (row: Pick<ChangeRow, 'siteId' | 'request' | 'createdAt'>) => Selection;

export type Appliers = ReturnType<typeof createAppliers>;

/** Creates the functions that apply a change, revert it, and remove what it holds. */
export function createAppliers({ hits, kudos, imports, findZone }: ApplyDeps) {
  const select: Select = ({ siteId, request, createdAt }) =>
    selectRows(request, { zone: findZone(siteId), now: createdAt });
  const heldBy = ({ siteId, storageId: heldAs }: ChangeRow): HeldRestoration => ({ siteId, heldAs });
  return {
    select,
    async change(row: ChangeRow): Promise<void> {
      const { siteId, kind, request, createdAt } = row;
      const { heldAs } = heldBy(row);
      if (kind === 'reset') {
        await kudos.removeBefore(siteId, afterInstant(createdAt));
        await imports.removeBefore(siteId, afterInstant(createdAt));
        return;
      }
      if (!isRenaming(kind)) {
        const { kinds, ...which } = select(row);
        await hits.remove({ siteId, kinds, which, heldAs });
        return;
      }
      const rename = toRename(kind, request);
      const rewriting = { siteId, heldAs, rename, before: afterInstant(createdAt) };
      await hits.rewritePaths(rewriting);
      await kudos.rewritePaths(rewriting);
    },
    async restore(row: ChangeRow): Promise<void> {
      await hits.restoreHeld(heldBy(row));
      if (isRenaming(row.kind)) await kudos.restorePaths(heldBy(row));
    },
    /** Removes for good what is held of a change. */
    async removeHeld(row: ChangeRow): Promise<void> {
      const { siteId, heldAs } = heldBy(row);
      await hits.remove({ siteId, kinds: HIT_KINDS, which: { heldAs } });
      if (isRenaming(row.kind)) await kudos.removeFormer({ siteId, heldAs });
    },
  };
}
