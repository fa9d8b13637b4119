/** Reads the version of the table of rows, which every insert, update and deletion changes, whoever makes it. */

import { raw, sql } from '../../sql/fragment.ts';
import type { Read } from '../client.ts';

/**
 * The newest number of a block or change, that of a change, the number of rows, and of those which the newest change has still to
 * come to. Merges change none of these.
 */
export type TableVersion = readonly [block: number, change: number, rows: number, pending: number];

/** Selects the version, as one value. A part's name ends with the number of the change that it has been through. */
export const TABLE_VERSION = raw(`(select (greatest(block, change), change, parts_rows, pending) from (
  select max(max_block_number) as block, max(toUInt64OrZero(splitByChar('_', name)[5])) as change, sum(rows) as parts_rows,
    arraySum((row_count, version) -> if(version < change, row_count, 0), groupArray(rows), groupArray(data_version)) as pending
  from system.parts where database = currentDatabase() and table = 'rows' and active))`);

/** Whether one version is another one and some inserted rows. */
export const matchesVersion = (
  [block, change, rows, pending]: TableVersion,
  [blockBefore, changeBefore, rowsBefore, pendingBefore]: TableVersion,
  added: { readonly rows: number; readonly blocks: number },
): boolean =>
  block === blockBefore + added.blocks &&
  change === changeBefore &&
  rows === rowsBefore + added.rows &&
  pending === pendingBefore;

/** Reads the version. */
export const readTableVersion = async (read: Read): Promise<TableVersion> => {
  const [found] = await read<{ version: TableVersion }>(sql`select ${TABLE_VERSION} as version`);
  return found?.version ?? [0, 0, 0, 0];
};
