/** Removes rows permanently, subtracts them from the sums, and marks the remaining rows that are now the first of their visitor. */
import { dateOf } from '../../../core/days.ts';
import { FOLLOWED_KINDS, type HitKind } from '../../../core/hits/columns.ts';
import type { MatchingRows, Removal } from '../../../core/hits/store.ts';
import { dropSums } from '../aggregates/stale.ts';
import type { HitEngine } from '../engine-types.ts';
import { findImport } from '../import/record.ts';
import { tableOf } from '../queries/conditions.ts';
import { isOneOf, raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';
import { markVisitsStale } from '../visits/fresh.ts';
import { MARK_KEYS, type Mark, OLDEST, updateMarks } from './marks.ts';
import { removeMatchingRows } from './matching.ts';
import { removeSums } from './remove-sums.ts';
import { removeFormer } from './rewrite-paths.ts';
import { addToSite, inChange, inRebuild, rebuildRows, type Session } from './session.ts';

/** Maximum number of rows of one transaction: DuckDB would write larger ones into the base file at once. */
const MAX_CHANGE_ROWS = 60_000;
/** From this number of rows on, a rebuild without them costs less than a series of transactions. */
const MIN_REBUILD_ROWS = 240_000;
const MAX_CHANGE_IDS = 10_000;

/** A removal of one kind. */
interface KindRemoval {
  readonly siteId: number;
  readonly kind: HitKind;
  readonly which:
    | Exclude<Removal['which'], { readonly importKey: string } | MatchingRows | { readonly heldAs: number }>
    /** Consecutive ids, any number of them. */
    | { readonly firstId: number; readonly lastId: number }
    | { readonly followedImport: number };
}

/** A part of a removal that is carried out at once. */
interface Batch {
  /** The condition for its rows. */
  readonly rows: Sql;
  /** The condition for all rows to be removed. */
  readonly toDelete: Sql;
  /** The condition for rows that may change with them. */
  readonly others: Sql;
}

/** Returns the condition for the rows of a removal. */
const toCondition = ({ siteId, which }: Pick<KindRemoval, 'siteId' | 'which'>): Sql => {
  if (which === 'all') return sql`site_id = ${siteId}`;
  if ('before' in which) return sql`site_id = ${siteId} and created_at < ${which.before}`;
  if ('visitorHash' in which) return sql`site_id = ${siteId} and visitor_hash = ${which.visitorHash}`;
  if ('firstId' in which) return sql`site_id = ${siteId} and id between ${which.firstId} and ${which.lastId}`;
  if ('followedImport' in which)
    // Must be false, not null, for other rows: those that stay are selected by its negation.
    return sql`site_id = ${siteId} and followed_import is not distinct from ${which.followedImport}`;
  return sql`site_id = ${siteId} and ${isOneOf(which.ids)}`;
};

/** Selects the hits that become the first of a visitor and day (and path), because the batch has the marked one. */
const selectNewFirstHits = (mark: Mark, { rows, toDelete, others }: Batch): Sql => {
  const key = MARK_KEYS[mark];
  return sql`
    with lost as (select distinct ${key} from hits where ${rows} and ${raw(mark)}),
    left_over as (
      select id, created_at, ${raw(mark)} as has_mark, ${key} from hits
      where ${others} and not (${toDelete})
        and day between (select min(day) from lost) and (select max(day) from lost))
    select ${OLDEST} as id from left_over join lost using (${key})
    group by ${key} having not bool_or(has_mark)`;
};

/** Removes rows of a kind. No hit that is left takes a mark of one that is not. */
const removeMarked = async (session: Session, kind: HitKind, rows: Sql): Promise<number> => {
  await addToSite(session, { kind, rows, sign: -1 });
  return session.remove(kind, rows);
};

/** Removes rows of a kind; hits that are left take the marks of those that are not. */
const removeKind = async (session: Session, kind: HitKind, batch: Batch): Promise<number> => {
  if (kind === 'hit') await updateMarks(session, batch.others, mark => selectNewFirstHits(mark, batch));
  return removeMarked(session, kind, batch.rows);
};

/** Removes the rows of one step. `slice` is the condition for the days that they are of. */
const removeStep = (
  session: Session,
  removal: KindRemoval,
  { rows, slice = raw('true') }: { readonly rows: Sql; readonly slice?: Sql },
): Promise<number> => {
  const { kind, siteId, which } = removal;
  if (which === 'all') return removeMarked(session, kind, sql`${rows} and ${slice}`);
  const others = sql`site_id = ${siteId} and ${slice}`;
  return removeKind(session, kind, {
    rows: sql`${rows} and ${slice}`,
    toDelete: toCondition(removal),
    others,
  });
};

const removeByChange = (engine: HitEngine, removal: KindRemoval, rows: Sql): Promise<number> =>
  engine.change(change => removeStep(inChange(change), removal, { rows }));

const removeByRebuild = (engine: HitEngine, removal: KindRemoval): Promise<number> =>
  rebuildRows(engine, async copy => {
    const session = inRebuild(copy);
    const rows = toCondition(removal);
    if (removal.kind !== 'hit' || removal.which !== 'all') {
      const all = { table: tableOf(removal.kind), rows, read: sql`site_id = ${removal.siteId}` };
      return session.inSlices(all, slice => removeStep(session, removal, { rows, slice }));
    }
    await dropSums(session.run, removal.siteId);
    await markVisitsStale(session.run, 'hit', rows);
    return session.remove('hit', rows);
  });

/** Removes rows older than an instant or all, in steps by ascending id, or by a rebuild when they are many. */
const removeMatching = async (engine: HitEngine, removal: KindRemoval): Promise<number> => {
  const table = tableOf(removal.kind);
  const toDelete = toCondition(removal);
  const count = sql`select count(*) as rows from ${table} where ${toDelete}`;
  const [counted] = await toRead(engine)<{ rows: number }>(count);
  if ((counted?.rows ?? 0) >= MIN_REBUILD_ROWS) return removeByRebuild(engine, removal);
  let removed = 0;
  for (;;) {
    const next = sql`select max(id) as last from
      (select id from ${table} where ${toDelete} order by id limit ${MAX_CHANGE_ROWS})`;
    const [step] = await toRead(engine)<{ last: number | null }>(next);
    if (typeof step?.last !== 'number') return removed;
    removed += await removeByChange(engine, removal, sql`${toDelete} and id <= ${step.last}`);
  }
};

/** Removes rows by their ids, in steps. */
const removeByIds = async (
  engine: HitEngine,
  removal: Omit<KindRemoval, 'which'>,
  ids: readonly number[],
): Promise<number> => {
  let removed = 0;
  for (let start = 0; start < ids.length; start += MAX_CHANGE_IDS) {
    const step = { ...removal, which: { ids: ids.slice(start, start + MAX_CHANGE_IDS) } };
    removed += await removeByChange(engine, step, toCondition(step));
  }
  return removed;
};

/** A removal of what an import added. */
type ImportRemoval = Omit<Removal, 'which'> & Extract<Removal['which'], { readonly importKey: string }>;

/** Removes what is left of an import's rows. Its record goes last: until then, an interrupted removal can be repeated. */
const removeImported = async (
  engine: HitEngine,
  { kinds, siteId, importKey, followedImport, importedTo = siteId }: ImportRemoval,
): Promise<number> => {
  const read = toRead(engine);
  const ids = (await findImport(read, importedTo, importKey))?.ids ?? {};
  let removed = 0;
  for (const kind of new Set(kinds)) {
    const [firstId, lastId] = ids[kind] ?? [];
    if (firstId !== undefined && lastId !== undefined)
      removed += await removeMatching(engine, { kind, siteId, which: { firstId, lastId } });
    if (followedImport !== undefined && FOLLOWED_KINDS.includes(kind))
      removed += await removeMatching(engine, { kind, siteId, which: { followedImport } });
  }
  await removeSums(engine, {
    table: 'log_sums',
    rows: sql`site_id = ${siteId} and import_key = ${importKey}`,
  });
  await forgetImports(engine, sql`site_id = ${siteId} and import_key = ${importKey}`);
  return removed;
};

const forgetImports = (engine: HitEngine, condition: Sql): Promise<number> =>
  engine.change(change => toRun(change)(sql`delete from imports where ${condition}`));

/** Returns the condition for the log sums that go with the hits of a removal; undefined where none do. */
const toSumsCondition = (which: Removal['which'], zone: string): Sql | undefined => {
  if (which === 'all') return sql`true`;
  return 'before' in which ? sql`day < ${dateOf(which.before, zone)}` : undefined;
};

/** Removes rows permanently, at most 60,000 in a transaction, or holds them. Returns how many. */
export const removeRows = async (engine: HitEngine, removal: Removal): Promise<number> => {
  const { kinds, siteId, which } = removal;
  if (which !== 'all' && 'importKey' in which) return removeImported(engine, { kinds, siteId, ...which });
  if (which !== 'all' && 'filters' in which)
    return removeMatchingRows(engine, { ...removal, which }, removeKind);
  if (which !== 'all' && 'heldAs' in which) {
    await removeFormer(engine, { siteId, heldAs: which.heldAs });
    return removeRows(engine, { kinds, siteId: which.heldAs, which: 'all' });
  }
  let removed = 0;
  for (const kind of new Set(kinds)) {
    removed +=
      which !== 'all' && 'ids' in which
        ? await removeByIds(engine, { kind, siteId }, which.ids)
        : await removeMatching(engine, { kind, siteId, which });
  }
  const sums = kinds.includes('hit') ? toSumsCondition(which, engine.zoneOf(siteId)) : undefined;
  if (sums) await removeSums(engine, { table: 'log_sums', rows: sql`site_id = ${siteId} and ${sums}` });
  if (which === 'all') await forgetImports(engine, sql`site_id = ${siteId}`);
  else if ('visitorHash' in which && removed > 0) engine.purge();
  return removed;
};
