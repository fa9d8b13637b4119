/** Gives kudos other paths: today's spelling, what a change of the site makes of them, and what they had before. */
import { and, asc, eq, isNull, like, lt, notLike, or, type SQL, sql } from 'drizzle-orm';
import type { PathRewriting } from '../../../core/hits/rewriting.ts';
import type { HeldRestoration } from '../../../core/hits/store.ts';
import { normalizePath } from '../../../lib/normalize-path.ts';
import type { AppDb } from '../../../stores/sqlite/app-db.ts';
import { listRows } from '../../../stores/sqlite/rows.ts';
import { BATCH_ROWS, changeCount, WHOLE_SITE } from '../counts/store.ts';
import { type FormerPath, kudoCounts, kudos } from '../tables.ts';

/** Counts that are looked at before requests have their turn. */
const PAGE_COUNTS = 2000;

/** A kudo, and what it gets. */
interface Moved {
  readonly path: string;
  readonly formerPaths: readonly FormerPath[] | null;
}
type MovedKudo = Moved & { readonly id: number; readonly siteId: number };

/** Of which the first is of a change: as it is stored. */
const startsWith = (heldAs: number): string => `[{"heldAs":${heldAs},%`;

export const createPathChanges = (db: AppDb) => {
  /** Gives some of the kudos that meet a condition another path; false if there were none left. */
  const moveSome = (where: SQL | undefined, move: (kudo: MovedKudo) => Moved): boolean =>
    db.transaction(tx => {
      const { id, siteId, path, formerPaths } = kudos;
      const some = tx
        .select({ id, siteId, path, formerPaths })
        .from(kudos)
        .where(where)
        .limit(BATCH_ROWS)
        .all();
      for (const kudo of some) {
        const moved = move(kudo);
        tx.update(kudos).set(moved).where(eq(kudos.id, kudo.id)).run();
        if (moved.path === kudo.path) continue;
        changeCount(tx, { siteId: kudo.siteId, path: kudo.path }, -1);
        changeCount(tx, { siteId: kudo.siteId, path: moved.path }, 1);
      }
      return some.length > 0;
    });
  const moveAll = async (where: SQL | undefined, move: (kudo: MovedKudo) => Moved): Promise<void> => {
    while (moveSome(where, move)) await Bun.sleep(0);
  };
  /** Gives the kudos of pages what their paths become. */
  const rename = async (
    ofSites: SQL | undefined,
    toPath: (path: string) => string,
    move: (page: { readonly siteId: number; readonly path: string }, to: string) => Promise<void>,
  ): Promise<void> => {
    let last = { siteId: -1, path: '' };
    for (;;) {
      const isAfter = sql`(${kudoCounts.siteId}, ${kudoCounts.path}) > (${last.siteId}, ${last.path})`;
      const order = [asc(kudoCounts.siteId), asc(kudoCounts.path)];
      const counts = listRows(db, kudoCounts, {
        where: and(ofSites, isAfter),
        orderBy: order,
        limit: PAGE_COUNTS,
      });
      for (const { siteId, path } of counts) {
        const to = path === WHOLE_SITE ? path : toPath(path);
        if (to !== path) await move({ siteId, path }, to);
      }
      const next = counts.at(-1);
      if (!next) return;
      last = next;
      await Bun.sleep(0);
    }
  };
  const isOf = ({ siteId, path }: { readonly siteId: number; readonly path: string }) =>
    and(eq(kudos.siteId, siteId), eq(kudos.path, path));
  return {
    /** Gives the kudos of earlier versions paths in today's spelling. Rejects when the signal aborts. */
    normalizePaths: (signal: AbortSignal): Promise<void> =>
      rename(undefined, normalizePath, (page, path) => {
        signal.throwIfAborted();
        return moveAll(isOf(page), ({ formerPaths }) => ({ path, formerPaths }));
      }),
    /** Gives kudos from before an instant what a change makes of their paths. What was done is not done again. */
    rewritePaths: ({ siteId, before, rename: toRenamed, heldAs }: PathRewriting): Promise<void> =>
      rename(
        eq(kudoCounts.siteId, siteId),
        path => toRenamed(path)?.path ?? path,
        (page, to) =>
          moveAll(
            and(
              isOf(page),
              lt(kudos.createdAt, before),
              or(isNull(kudos.formerPaths), notLike(kudos.formerPaths, startsWith(heldAs))),
            ),
            ({ path, formerPaths }) => ({
              path: to,
              formerPaths: [{ heldAs, path }, ...(formerPaths ?? [])],
            }),
          ),
      ),
    /** Gives kudos the paths that they had before a change. */
    restorePaths: ({ siteId, heldAs }: HeldRestoration): Promise<void> =>
      moveAll(
        and(eq(kudos.siteId, siteId), like(kudos.formerPaths, startsWith(heldAs))),
        ({ path, formerPaths }) => {
          const [newest, ...rest] = formerPaths ?? [];
          return { path: newest?.path ?? path, formerPaths: rest.length === 0 ? null : rest };
        },
      ),
    /** Forgets the paths that kudos had before a change. */
    removeFormer: ({ siteId, heldAs }: HeldRestoration): Promise<void> =>
      moveAll(
        and(eq(kudos.siteId, siteId), like(kudos.formerPaths, `%{"heldAs":${heldAs},%`)),
        ({ path, formerPaths }) => {
          const rest = (formerPaths ?? []).filter(each => each.heldAs !== heldAs);
          return { path, formerPaths: rest.length === 0 ? null : rest };
        },
      ),
  };
};
