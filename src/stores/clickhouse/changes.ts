/** Removes rows, and restores spam hits. */
import { coverDays } from '../../core/days.ts';
import type { ImportedHits } from '../../core/hits/import.ts';
import type { Outbox, OutboxRow, RestorationNote } from '../../core/hits/outbox.ts';
import type { Removal, Restoration } from '../../core/hits/store.ts';
import type { Span } from '../../core/span.ts';
import { raw, type Sql, sql } from '../sql/fragment.ts';
import { appendRows, findStored } from './append.ts';
import type { ClickHouse } from './client.ts';
import type { Delivery } from './delivery.ts';
import { holdRows, listMatching } from './hold.ts';
import { SELECTED, toStoredHit } from './queries/read-rows.ts';
import { removeFormer } from './rewrite-paths.ts';
import { toChangedTable, toDeletion, toShardTable } from './schema.ts';
import type { SiteDays } from './site-days.ts';
import { BY_INSTANT, dayOf, within } from './sql.ts';
import type { VisitKeeper } from './visit-keeper.ts';

/** Maximum number of ids in a statement. */
const MAX_STEP_IDS = 5000;

/** What changes of stored rows need. */
interface Changing {
  readonly db: ClickHouse;
  readonly outbox: Outbox;
  readonly delivery: Delivery;
  readonly visits: VisitKeeper;
  readonly days: Pick<SiteDays, 'of' | 'zoneOf'>;
}

/** Returns the conditions for the rows of a removal, one for each statement. */
const toConditions = async (
  { outbox, days }: Pick<Changing, 'outbox' | 'days'>,
  { siteId, kinds, which }: Removal,
): Promise<Sql[]> => {
  const isKind = sql`has(${[...kinds]}, toString(kind))`;
  const rows = sql`site_id = ${siteId} and ${isKind}`;
  if (which === 'all') return [rows];
  if ('before' in which) return [sql`${rows} and created_at < ${which.before}`];
  if ('visitorHash' in which) return [sql`${rows} and visitor_hash = ${which.visitorHash}`];
  if ('heldAs' in which) return [sql`site_id = ${which.heldAs} and ${isKind}`];
  if ('filters' in which)
    return listMatching({ days }, { siteId, kinds, which }).map(({ rows: matching }) => matching);
  if ('importKey' in which) {
    const { importedTo = siteId } = which;
    const ranges = (await outbox.findImported(importedTo, which.importKey)).map(
      ({ kind, firstId, lastId }) => sql`${rows} and kind = ${kind} and id between ${firstId} and ${lastId}`,
    );
    const { followedImport } = which;
    return followedImport === undefined
      ? ranges
      : [...ranges, sql`${rows} and coalesce(followed_import = ${followedImport}, false)`];
  }
  const steps: Sql[] = [];
  for (let start = 0; start < which.ids.length; start += MAX_STEP_IDS)
    steps.push(sql`${rows} and has(${which.ids.slice(start, start + MAX_STEP_IDS)}, id)`);
  return steps;
};

/** Marks the oldest hit of each visitor, path and day that loses its marked one with the rows of a condition, in a span. */
const markAgain = (
  { db, days }: Pick<Changing, 'db' | 'days'>,
  { siteId, span, removed }: { readonly siteId: number; readonly span: Span; readonly removed: Sql },
): Sql => {
  const ofDays = days.of(siteId);
  const hits = sql`site_id = ${siteId} and kind = 'hit' and ${within(coverDays(span, ofDays.zone), ofDays)}`;
  const key = sql`visitor_hash, path, ${dayOf(ofDays)}`;
  return sql`alter table ${toChangedTable(db)} update is_unique = true where ${hits} and id in (
    select argMin(id, (created_at, id)) from ${toShardTable(db)} where ${hits} and visitor_hash is not null and not (${removed})
      and (${key}) in (select ${key} from ${toShardTable(db)} where ${hits} and is_unique and ${removed})
    group by ${key} having not max(is_unique))`;
};

/** Takes the mark from hits that were stored while an import ran, where one of the import has it. */
export async function reconcileMarks(
  { db, days }: Pick<Changing, 'db' | 'days'>,
  { siteId, ids: [firstId, lastId], lastIdBefore, days: span }: ImportedHits,
): Promise<void> {
  const key = sql`visitor_hash, path, ${dayOf(days.of(siteId))}`;
  const marked = sql`site_id = ${siteId} and kind = 'hit' and is_unique
    and ${within(coverDays(span, days.zoneOf(siteId)), BY_INSTANT)}`;
  const isImported = sql`id between ${firstId} and ${lastId}`;
  const later = sql`${marked} and id > ${lastIdBefore} and not (${isImported})`;
  const [found] = await db.readWith()<{ rows: number }>(sql`select count() as rows from rows where ${later}`);
  if (!found || found.rows === 0) return;
  await db.run(sql`alter table ${toChangedTable(db)} update is_unique = false where ${later} and (${key}) in (
    select ${key} from ${toShardTable(db)} where ${marked} and ${isImported}
      and visitor_hash in (select visitor_hash from ${toShardTable(db)} where ${later}))`);
}

interface RemovedRows {
  readonly rows: number;
  readonly first: number;
  readonly last: number;
}

/** Removes rows from ClickHouse. Returns how many. */
async function removeStored(
  { db, visits, days }: Pick<Changing, 'db' | 'visits' | 'days'>,
  removal: Removal,
  condition: Sql,
): Promise<number> {
  const [removed] = await db.readWith()<RemovedRows>(sql`
    select count() as rows, toUnixTimestamp64Milli(min(created_at)) as first, toUnixTimestamp64Milli(max(created_at)) as last
    from rows where ${condition}`);
  if (!removed || removed.rows === 0) return 0;
  const span = { start: new Date(removed.first), end: new Date(removed.last + 1) };
  // First: a removal that is interrupted is found and repeated as long as its rows are there.
  const isWhole = removal.which === 'all' || 'heldAs' in removal.which;
  if (removal.kinds.includes('hit') && !isWhole)
    await db.run(markAgain({ db, days }, { siteId: removal.siteId, span, removed: condition }));
  await visits.forget(removal.siteId, condition);
  await db.run(toDeletion(db, condition));
  return removed.rows;
}

/** Removes rows, or holds them. Returns how many. */
export const removeRows = (changing: Changing, removal: Removal): Promise<number> =>
  changing.delivery.runSettled(async () => {
    const { which, heldAs } = removal;
    if (heldAs !== undefined && which !== 'all' && 'filters' in which)
      return holdRows(changing, { ...removal, which, heldAs });
    const { outbox } = changing;
    if (which !== 'all' && 'heldAs' in which)
      await removeFormer(changing, { siteId: removal.siteId, heldAs: which.heldAs });
    let removed = 0;
    for (const condition of await toConditions(changing, removal))
      removed += await removeStored(changing, removal, condition);
    // Last: the record of an import goes with it, so that an interrupted removal can be repeated.
    return removed + (await outbox.remove(removal));
  });

/** Restores the spam hits that a note names, as far as that has not happened. */
export async function restoreNoted(
  { db, days }: Pick<Changing, 'db' | 'days'>,
  note: RestorationNote,
): Promise<void> {
  const { siteId, spamIds, firstId } = note;
  const isMeant = sql`site_id = ${siteId} and kind = 'spam_hit' and has(${spamIds}, id)`;
  const found = await db.readWith()<Record<string, unknown>>(
    sql`select ${SELECTED} from rows where ${isMeant}`,
  );
  if (found.length === 0) return;
  const key = sql`visitor_hash, path, ${dayOf(days.of(siteId))}`;
  const places = new Map(spamIds.map((id, index) => [id, index]));
  const rows = found.map(toStoredHit('spam_hit')).map(
    (row): OutboxRow => ({
      ...row,
      kind: 'hit',
      reason: null,
      id: firstId + (places.get(row.id) ?? 0),
    }),
  );
  await db.run(sql`alter table ${toChangedTable(db)} update is_unique = false where site_id = ${siteId} and kind = 'hit' and is_unique
    and (${key}) in (select ${key} from ${toShardTable(db)} where ${isMeant})
    and id in (select hit_id from
      (select cityHash64(${key}) as place, id as hit_id, created_at as hit_at from ${toShardTable(db)}
        where site_id = ${siteId} and kind = 'hit' and is_unique) as hits
      inner join (select cityHash64(${key}) as place, min(created_at) as at from ${toShardTable(db)}
        where ${isMeant} group by ${key}) as spam using (place)
      where hit_at > at)`);
  const inOrder = rows.sort((a, b) => a.id - b.id);
  const stored = await findStored(db, inOrder);
  await appendRows(db, inOrder, {
    zoneOf: days.zoneOf,
    token: `restored ${firstId}`,
    stored,
    isSilent: true,
  });
  await db.run(toDeletion(db, isMeant));
}

/** Moves spam hits to the hits. Returns their new ids. */
export const restoreSpam = (
  { db, outbox, delivery, days }: Omit<Changing, 'visits'>,
  { siteId, which }: Restoration,
): Promise<number[]> =>
  delivery.runSettled(async () => {
    const isMeant = which === 'all' ? raw('true') : sql`has(${[...which.ids]}, id)`;
    const found = await db.readWith()<{ id: number }>(
      sql`select id from rows where site_id = ${siteId} and kind = 'spam_hit' and ${isMeant} order by created_at, id`,
    );
    const ids: number[] = [];
    for (let start = 0; start < found.length; start += MAX_STEP_IDS) {
      const spamIds = found.slice(start, start + MAX_STEP_IDS).map(row => row.id);
      const firstId = await outbox.reserveIds('hit', spamIds.length);
      const note = { kind: 'restoration', siteId, spamIds, firstId } as const;
      await delivery.runNoted(note, () => restoreNoted({ db, days }, note));
      ids.push(...spamIds.map((_, index) => firstId + index));
    }
    return ids;
  });
