/** The outbox of hits on the embedded engine. */
import { columnsOfKind, HIT_KINDS, type HitKind } from '../../core/hits/columns.ts';
import type { ExportStream } from '../../core/hits/export.ts';
import type { IdRange, Outbox, OutboxRow, RowSelection } from '../../core/hits/outbox.ts';
import { clearSums } from './aggregates/stale.ts';
import { removeRows } from './changes/remove.ts';
import type { HitEngine } from './engine-types.ts';
import { WRITE_OPTIONS, writeInstant } from './export/formats.ts';
import { readGrowing, startWriting } from './export/growing-file.ts';
import { findImport } from './import/record.ts';
import { sumKinds } from './journal/replay.ts';
import { sumByDay } from './load-history.ts';
import { tableOf } from './queries/conditions.ts';
import { toStoredHit } from './queries/list.ts';
import { join, literal, type Read, raw, type Sql, sql, toRead, toRun, toStatement } from './sql/sql.ts';

/** Returns the condition for rows with ids of a kind. */
const isWithin = (ranges: readonly IdRange[]): Sql =>
  join(
    ranges.map(({ firstId, lastId }) => sql`id between ${firstId} and ${lastId}`),
    ' or ',
  );

/** Reads rows that are not of imports. Most outboxes have none of these, and to look for them in each row takes as long again. */
const readKind = async (read: Read, kind: HitKind, rest: Sql): Promise<OutboxRow[]> => {
  const imported = await read<{ first_id: number; last_id: number }>(
    sql`select first_id, last_id from silent_ids where kind = ${kind}`,
  );
  const table = tableOf(kind);
  const isOwn =
    imported.length === 0
      ? raw('true')
      : sql`not exists (select 1 from silent_ids where kind = ${kind} and ${table}.id between first_id and last_id)`;
  const rows = await read(sql`select * from ${table} where ${isOwn} and ${rest}`);
  const toRow = toStoredHit(kind);
  return rows.map(toRow);
};

/** Maximum number of rows of one transaction. */
const MAX_CHANGE_ROWS = 60_000;

const takeOut = async (engine: HitEngine, ranges: readonly IdRange[]): Promise<void> => {
  const own = HIT_KINDS.map(kind => ({ kind, ranges: ranges.filter(range => range.kind === kind) }));
  const conditions = own
    .filter(({ ranges }) => ranges.length > 0)
    .map(({ kind, ranges }) => ({ kind, rows: isWithin(ranges) }));
  const rows = ranges.reduce((sum, { firstId, lastId }) => sum + lastId - firstId + 1, 0);
  if (rows <= MAX_CHANGE_ROWS)
    return engine.change(async change => {
      for (const { kind, rows } of conditions) {
        const { text, values } = toStatement(rows);
        await change.remove(kind, text, values);
      }
    });
  return engine.rebuild(async copy => {
    for (const { kind, rows } of conditions)
      await toRun(copy)(sql`delete from ${tableOf(kind)} where ${rows}`);
  });
};

const isSelected = ({ firstId, lastId, siteId, day }: RowSelection): Sql => {
  const ids = sql`id between ${firstId} and ${lastId}`;
  const ofSite = siteId === undefined ? ids : sql`${ids} and site_id = ${siteId}`;
  return day === undefined ? ofSite : sql`${ofSite} and created_at::date = ${day}::date`;
};

/** Columns of a row that are written in another way than they are stored. */
const WRITTEN: Readonly<Partial<Record<string, string>>> = {
  created_at: `${writeInstant('created_at', 'parquet')} as created_at`,
};

async function* streamParquet(
  engine: HitEngine,
  selection: RowSelection,
  signal?: AbortSignal,
): ExportStream {
  const { kind } = selection;
  const table = tableOf(kind);
  const names = columnsOfKind(kind).filter(({ name }) => name !== 'is_first_of_day' && name !== 'day');
  const { file, write, stop } = startWriting(engine, signal);
  try {
    const rows = sql`select ${literal(kind)} as kind, id, ${raw(names.map(({ name }) => WRITTEN[name] ?? name).join(', '))},
        exists (select 1 from silent_ids where kind = ${kind} and ${table}.id between first_id and last_id) as is_silent
      from ${table} where ${isSelected(selection)}`;
    return yield* readGrowing(file, write(rows, WRITE_OPTIONS.parquet));
  } finally {
    stop();
  }
}

/** Creates the outbox over an opened engine. */
export const createOutbox = (engine: HitEngine): Outbox => {
  const read = toRead(engine);
  const countRows = async (selection: RowSelection): Promise<number> => {
    const [counted] = await read<{ rows: number }>(
      sql`select count(*) as rows from ${tableOf(selection.kind)} where ${isSelected(selection)}`,
    );
    return counted?.rows ?? 0;
  };
  const readKinds = (restOf: (kind: HitKind) => Sql | undefined): Promise<OutboxRow[]> =>
    engine.readInTransaction(async session => {
      const rows: OutboxRow[] = [];
      for (const kind of HIT_KINDS) {
        const rest = restOf(kind);
        if (rest) rows.push(...(await readKind(toRead(session), kind, rest)));
      }
      return rows;
    });
  return {
    append: rows => engine.append(rows),
    lastIds: () => engine.lastIds(),
    raiseIds: async ids => {
      await engine.raiseIds(ids);
    },
    reserveIds: (kind, count) => engine.reserveIds(kind, count),
    read: (after, limit) => {
      const newest = engine.lastIds();
      return readKinds(kind =>
        newest[kind] > after[kind] ? sql`id > ${after[kind]} order by id limit ${limit}` : undefined,
      );
    },
    readRanges: ranges =>
      readKinds(kind => {
        const own = ranges.filter(range => range.kind === kind);
        return own.length === 0 ? undefined : sql`(${isWithin(own)}) order by id`;
      }),
    count: async () => sumKinds((await engine.facts()).rows),
    takeOut: ranges => takeOut(engine, ranges),
    takeOutAll: through =>
      engine.rebuild(async copy => {
        const run = toRun(copy);
        for (const kind of HIT_KINDS)
          await run(sql`delete from ${tableOf(kind)} where id <= ${through[kind]}`);
        await clearSums(run);
      }),
    listImported: async () => {
      const found = await read<{ kind: HitKind; first_id: number; last_id: number }>(
        raw('select kind, first_id, last_id from silent_ids order by kind, first_id'),
      );
      const left: IdRange[] = [];
      for (const { kind, first_id: firstId, last_id: lastId } of found)
        if ((await countRows({ kind, firstId, lastId })) > 0) left.push({ kind, firstId, lastId });
      return left;
    },
    countRows,
    streamParquet: (selection, signal) => streamParquet(engine, selection, signal),
    sumByDay: through => sumByDay(read, through),
    remove: removal => removeRows(engine, removal),
    findImported: async (siteId, importKey) => {
      const ids = (await findImport(read, siteId, importKey))?.ids ?? {};
      return HIT_KINDS.flatMap(kind => {
        const [firstId, lastId] = ids[kind] ?? [];
        return firstId === undefined || lastId === undefined ? [] : [{ kind, firstId, lastId }];
      });
    },
    siteIds: () => engine.siteIds(),
  };
};
