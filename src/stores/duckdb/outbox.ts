/** The outbox of hits on the embedded engine. */
import { HIT_KINDS, type HitKind } from '../../core/hits/columns.ts';
import type { IdRange, Outbox, OutboxRow } from '../../core/hits/outbox.ts';
import { removeRows } from './changes/remove.ts';
import type { HitEngine } from './engine-types.ts';
import { findImport } from './import/record.ts';
import { sumKinds } from './journal/replay.ts';
import { tableOf } from './queries/conditions.ts';
import { toStoredHit } from './queries/list.ts';
import { join, type Read, type Sql, sql, toRead } from './sql/sql.ts';

/** Returns the condition for rows with ids of a kind. */
const isWithin = (ranges: readonly IdRange[]): Sql =>
  join(
    ranges.map(({ firstId, lastId }) => sql`id between ${firstId} and ${lastId}`),
    ' or ',
  );

const readKind = async (read: Read, kind: HitKind, rest: Sql): Promise<OutboxRow[]> => {
  const table = tableOf(kind);
  const rows = await read(sql`select * from ${table}
    where not exists (select 1 from silent_ids where kind = ${kind} and ${table}.id between first_id and last_id)
    and ${rest}`);
  const toRow = toStoredHit(kind);
  return rows.map(row => ({ ...toRow(row), isUnique: row['is_unique'] === true }));
};

/** Creates the outbox over an opened engine. */
export const createOutbox = (engine: HitEngine): Outbox => {
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
    read: (after, limit) => readKinds(kind => sql`id > ${after[kind]} order by id limit ${limit}`),
    readRanges: ranges =>
      readKinds(kind => {
        const own = ranges.filter(range => range.kind === kind);
        return own.length === 0 ? undefined : sql`(${isWithin(own)}) order by id`;
      }),
    count: async () => sumKinds((await engine.facts()).rows),
    takeOut: async ranges => {
      await engine.change(async change => {
        for (const kind of HIT_KINDS) {
          const own = ranges.filter(range => range.kind === kind);
          if (own.length === 0) continue;
          const { text, values } = isWithin(own);
          await change.remove(kind, text, values);
        }
      });
    },
    remove: removal => removeRows(engine, removal),
    findImported: async (siteId, importKey) => {
      const read: Read = statement => engine.read(statement.text, statement.values);
      const ids = (await findImport(read, siteId, importKey))?.ids ?? {};
      return HIT_KINDS.flatMap(kind => {
        const [firstId, lastId] = ids[kind] ?? [];
        return firstId === undefined || lastId === undefined ? [] : [{ kind, firstId, lastId }];
      });
    },
    siteIds: () => engine.siteIds(),
  };
};
