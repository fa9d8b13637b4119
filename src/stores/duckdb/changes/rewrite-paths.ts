/** Gives rows and imported days of a site other paths, and those that they had: each in one rebuild of the file. */
import { columnsOfKind, type HitKind } from '../../../core/hits/columns.ts';
import type { PathRewriting } from '../../../core/hits/rewriting.ts';
import type { HeldRestoration } from '../../../core/hits/store.ts';
import {
  hasFormer,
  isNewest,
  NEWEST,
  WITHOUT_NEWEST,
  withoutChange,
  withPresent,
} from '../../sql/former-values.ts';
import { any } from '../../sql/fragment.ts';
import { updateInSlices } from '../aggregates/day-slices.ts';
import type { HitEngine, Rebuild } from '../engine-types.ts';
import { updateSpans } from '../imported-days/spans.ts';
import { tableOf } from '../queries/conditions.ts';
import { exists, type Run, raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';
import { holderOf, OLDEST } from './marks.ts';
import {
  dropRenamedValues,
  hasValuesOf,
  kindsWith,
  RENAMED,
  renameImportedDays,
  storeRenamedValues,
} from './renamed-values.ts';
import { addToSite, rebuildRows } from './session.ts';

type Change = Pick<PathRewriting, 'siteId' | 'heldAs'>;

const PATH_KINDS = kindsWith('path');

/** Rows of a kind that get other values. */
interface ChangedRows {
  readonly kind: HitKind;
  /** The condition for them. */
  readonly rows: Sql;
  /** Selects the id, path, url and mark that each row of some gets. */
  readonly select: (rows: Sql) => Sql;
  /** What each changed row, also one whose mark alone changes, has as its former values. */
  readonly former: Sql;
  readonly marks: MarkRules;
}

const CHANGED = raw('temp.main.changed_rows');

/** Returns the columns of a kind, null for those that it lacks. */
const columnOf = (kind: HitKind) => {
  const names = new Set<string>(columnsOfKind(kind).map(({ name }) => name));
  return (name: 'url' | 'is_unique', type: string): Sql => raw(names.has(name) ? name : `null::${type}`);
};

/** How the marks of hits on the pages of changed ones follow, by aggregates over the hits of a visitor, page and day. */
interface MarkRules {
  /** The hit that has the mark; null where each keeps `is_unique`. */
  readonly holder: Sql;
  /** The mark that a hit of a page with a holder has, otherwise. */
  readonly others: Sql;
}

/** The oldest that has the mark keeps it, and the oldest of all gets it where none has. */
const MERGED: MarkRules = {
  holder: holderOf('is_unique'),
  others: raw('false'),
};

const MAY_TAKE = raw('(is_late or (is_changed and was_unique and not is_unique))');
/**
 * Hits have the marks of before. Where none has one, its hits are gone: a hit takes it that has taken it meanwhile, or that came later;
 * of those that came later, none has it otherwise.
 */
const RESTORED: MarkRules = {
  holder: sql`case when not bool_or(is_unique and not is_late) then
    coalesce(${OLDEST} filter (where ${MAY_TAKE} and was_unique), ${OLDEST} filter (where ${MAY_TAKE})) end`,
  others: raw('is_unique and not is_late'),
};

/** Selects the same of hits, with the marks that all hits of their pages get. `hits` is the condition for the hits of the days. */
const selectMarked = (changed: Sql, hits: Sql, { holder, others }: MarkRules): Sql => sql`
    with changed as (${changed}),
    stored as (select id, created_at, visitor_hash, day, path, url, is_unique from hits where ${hits}),
    pages as (
      select visitor_hash, day, stored.path from stored join changed using (id) where visitor_hash is not null
      union select visitor_hash, day, changed.path from stored join changed using (id) where visitor_hash is not null),
    present as (
      select stored.id, created_at, visitor_hash, day, coalesce(changed.path, stored.path) as path,
        case when changed.id is null then stored.url else changed.url end as url,
        coalesce(changed.is_unique, stored.is_unique) as is_unique, stored.is_unique as was_unique, changed.id is not null as is_changed,
        changed.id is null and stored.id > (select max(id) from changed) as is_late
      from stored left join changed using (id)),
    holders as (
      select visitor_hash, day, path, ${holder} as holder
      from present join pages using (visitor_hash, day, path) group by all),
    marked as (
      select id, path, url, is_changed, was_unique,
        case when holders.visitor_hash is null then is_unique else ${others} or coalesce(id = holder, false) end as is_unique
      from present left join holders using (visitor_hash, day, path))
    select id, path, url, is_unique from marked where is_changed or is_unique is distinct from was_unique`;

/** Changes rows of a kind, and the sums that they are in. */
const changeKind = (
  copy: Rebuild,
  { siteId }: Change,
  { kind, rows, select, former, marks }: ChangedRows,
): Promise<number> => {
  const [run, table] = [toRun(copy), tableOf(kind)];
  const columns = new Set<string>(columnsOfKind(kind).map(({ name }) => name));
  const values = ['path', 'url', 'is_unique'].filter(name => columns.has(name));
  return updateInSlices(copy, { table, rows, read: isOfSite(siteId) }, async slice => {
    const changed = select(sql`${rows} and ${slice}`);
    await run(sql`create or replace temp table changed_rows as
      ${kind === 'hit' ? selectMarked(changed, sql`site_id = ${siteId} and ${slice}`, marks) : changed}`);
    const isChanged = sql`site_id = ${siteId} and ${slice} and id in (select id from ${CHANGED})`;
    await addToSite({ run }, { kind, rows: isChanged, sign: -1 });
    // First: what is set below is what they are made of.
    await run(sql`update ${table} set former_values = ${former} where ${isChanged}`);
    const count = await run(sql`update ${table} as stored
      set ${raw(values.map(name => `${name} = changed.${name}`).join(', '))} from ${CHANGED} as changed where stored.id = changed.id`);
    await addToSite({ run }, { kind, rows: isChanged, sign: 1 });
    return count;
  });
};

const isOfSite = (siteId: number): Sql => sql`site_id = ${siteId}`;
const DAY_LISTS = raw('(import_key, day, dimension)');

/** Gives imported days the paths that rows get, and holds those of before. What was done is not done again. */
const renameDays = async (copy: Rebuild, { siteId, heldAs }: Change): Promise<void> => {
  const run = toRun(copy);
  if (await exists(toRead(copy), sql`from imported_days where ${isOfSite(heldAs)}`)) return;
  // Whole lists: undoing replaces them.
  const held = await run(sql`insert into imported_days by name
    select * replace (${heldAs}::integer as site_id) from imported_days where ${isOfSite(siteId)} and ${DAY_LISTS} in (
      select ${DAY_LISTS} from imported_days where ${isOfSite(siteId)} and ${hasValuesOf('path')} and value in (select given from ${RENAMED}))`);
  if (held === 0) return;
  const lists = sql`select ${DAY_LISTS} from imported_days where ${isOfSite(heldAs)}`;
  await renameImportedDays(run, 'path', sql`${isOfSite(siteId)} and ${DAY_LISTS} in (${lists})`);
  await updateSpans(run, sql`site_id in (${siteId}, ${heldAs})`);
};

const restoreDays = async (run: Run, { siteId, heldAs }: Change): Promise<void> => {
  const lists = sql`select ${DAY_LISTS} from imported_days where ${isOfSite(heldAs)}`;
  await run(sql`delete from imported_days where ${isOfSite(siteId)} and ${DAY_LISTS} in (${lists})`);
  await run(sql`update imported_days set site_id = ${siteId} where ${isOfSite(heldAs)}`);
  await updateSpans(run, sql`site_id in (${siteId}, ${heldAs})`);
};

const isRewritten = ({ siteId, before, heldAs }: PathRewriting): Sql =>
  sql`${isOfSite(siteId)} and created_at < ${before} and not ${isNewest(heldAs)}`;

/** Rewrites the paths of some kinds of rows, and of imported days. */
export const rewritePaths = async (
  engine: HitEngine,
  rewriting: PathRewriting,
  kinds: readonly HitKind[] = PATH_KINDS,
): Promise<void> => {
  const { siteId, heldAs, rename } = rewriting;
  await rebuildRows(engine, async copy => {
    const run = toRun(copy);
    if ((await storeRenamedValues(copy, { column: 'path', rows: isOfSite(siteId), rename })) > 0) {
      for (const kind of kinds) {
        const column = columnOf(kind);
        const [url, isUnique] = [column('url', 'varchar'), column('is_unique', 'boolean')];
        await changeKind(copy, rewriting, {
          kind,
          rows: sql`${isRewritten(rewriting)} and path in (select given from ${RENAMED})`,
          select:
            rows => sql`select id, renamed.value as path, coalesce(stored.url, renamed.url) as url, is_unique
            from (select id, path, ${url} as url, ${isUnique} as is_unique from ${tableOf(kind)} where ${rows}) as stored
            join ${RENAMED} as renamed on stored.path = renamed.given`,
          former: withPresent(heldAs, { path: raw('path'), url, isUnique }),
          marks: MERGED,
        });
      }
      await renameDays(copy, rewriting);
    }
    await dropRenamedValues(run);
  });
};

const KEPT_TABLES = PATH_KINDS.map(tableOf);

/** Returns whether anything is kept of a rewriting. */
const isKept = (engine: HitEngine, { siteId, heldAs }: Change): Promise<boolean> =>
  exists(
    toRead(engine),
    sql`from (select 1 where ${any([
      ...KEPT_TABLES.map(
        table => sql`exists (select 1 from ${table} where ${isOfSite(siteId)} and ${hasFormer(heldAs)})`,
      ),
      sql`exists (select 1 from imported_days where ${isOfSite(heldAs)})`,
    ])})`,
  );

/** Gives rows and imported days what they had before a rewriting. */
export const restorePaths = async (engine: HitEngine, held: HeldRestoration): Promise<void> => {
  if (!(await isKept(engine, held))) return;
  const { siteId, heldAs } = held;
  const isRestored = sql`${isOfSite(siteId)} and ${isNewest(heldAs)}`;
  await rebuildRows(engine, async copy => {
    for (const kind of PATH_KINDS) {
      const column = columnOf(kind);
      const url = column('url', 'varchar');
      await changeKind(copy, held, {
        kind,
        rows: isRestored,
        select:
          rows => sql`select id, ${NEWEST.path} as path, case when ${NEWEST.isOwnUrl} then null else ${url} end as url,
            ${NEWEST.isUnique} as is_unique
          from ${tableOf(kind)} where ${rows}`,
        former: sql`case when ${isNewest(heldAs)} then ${WITHOUT_NEWEST} else former_values end`,
        marks: RESTORED,
      });
    }
    await restoreDays(toRun(copy), held);
  });
};

/** Removes what is kept of a rewriting. */
export const removeFormer = async (engine: HitEngine, change: Change): Promise<void> => {
  if (!(await isKept(engine, change))) return;
  const { siteId, heldAs } = change;
  await rebuildRows(engine, async copy => {
    const run = toRun(copy);
    const rows = sql`${isOfSite(siteId)} and ${hasFormer(heldAs)}`;
    for (const table of KEPT_TABLES)
      await updateInSlices(copy, { table, rows }, slice =>
        run(sql`update ${table} set former_values = ${withoutChange(heldAs)} where ${rows} and ${slice}`),
      );
    await run(sql`delete from imported_days where ${isOfSite(heldAs)}`);
    await updateSpans(run, isOfSite(heldAs));
  });
};
