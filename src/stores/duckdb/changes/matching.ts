/** Removes or holds what matches conditions: hits with their engagement, and events. */
import type { HitKind } from '../../../core/hits/columns.ts';
import type { MatchingRows, Removal } from '../../../core/hits/store.ts';
import type { HitEngine } from '../engine-types.ts';
import { tableOf, toWhere } from '../queries/conditions.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import { addToSite, changeRows, type Session } from './session.ts';

type MatchingRemoval = Omit<Removal, 'which'> & { readonly which: MatchingRows };

/** Removes rows of a kind. */
type RemoveKind = (
  session: Session,
  kind: HitKind,
  batch: { readonly rows: Sql; readonly toDelete: Sql; readonly others: Sql },
) => Promise<number>;

/** Selects the ids of the engagement of some hits: each report is of the last hit before it, of its visitor, page and day. */
const selectEngagement = (siteId: number, hits: Sql): Sql => {
  const columns = raw('id, visitor_hash, path, day, created_at');
  const visitors = sql`site_id = ${siteId} and visitor_hash in (select visitor_hash from hits where ${hits})`;
  return sql`select report.id from (select ${columns} from engagements where ${visitors}) as report
    asof join (select ${columns}, ${hits} as is_meant from hits where ${visitors}) as hit
    on report.visitor_hash = hit.visitor_hash and report.path = hit.path and report.day = hit.day
      and report.created_at >= hit.created_at
    where hit.is_meant`;
};

/** Selects the ids of rows of a kind that match. */
const selectIds = ({ siteId, which }: Pick<MatchingRemoval, 'siteId' | 'which'>, kind: HitKind): Sql => {
  const ofRows = kind === 'engagement' ? 'hit' : kind;
  const matching = sql`coalesce(${toWhere({ siteId, kind: ofRows, ...which })}, false)`;
  return kind === 'engagement'
    ? selectEngagement(siteId, matching)
    : sql`select id from ${tableOf(kind)} where ${matching}`;
};

/** Removes what matches conditions, all at once. Returns how many rows. */
export const removeMatchingRows = async (
  engine: HitEngine,
  { heldAs, ...removal }: MatchingRemoval,
  removeKind: RemoveKind,
): Promise<number> => {
  const kinds = [...new Set(removal.kinds)];
  const selected = kinds.map(kind => selectIds(removal, kind));
  const all = await changeRows(engine, selected, async session => {
    const hold: Session['remove'] = (kind, rows) =>
      session.run(sql`update ${tableOf(kind)} set site_id = ${heldAs ?? 0} where ${rows}`);
    const changing = heldAs === undefined ? session : { ...session, remove: hold };
    // All are found first: engagement is found by the hits that it is of.
    const rowsOf = new Map<HitKind, Sql | undefined>();
    for (const kind of kinds) rowsOf.set(kind, await session.find(kind, selectIds(removal, kind)));
    const ofSite = sql`site_id = ${removal.siteId}`;
    let removed = 0;
    for (const [kind, found] of rowsOf) {
      if (found === undefined) continue;
      const all = { table: tableOf(kind), rows: sql`${ofSite} and ${found}`, read: ofSite };
      removed += await session.inSlices(all, async slice => {
        const rows = sql`${all.rows} and ${slice}`;
        const others = sql`${ofSite} and ${slice}`;
        const count = await removeKind(changing, kind, { rows, toDelete: rows, others });
        if (heldAs !== undefined)
          await addToSite(session, {
            kind,
            rows: sql`site_id = ${heldAs} and ${found} and ${slice}`,
            sign: 1,
          });
        return count;
      });
    }
    return removed;
  });
  return all ?? 0;
};
