import { HIT_KINDS, type HitKind } from '../../core/hits/columns.ts';
import type { ByKind } from '../../core/hits/outbox.ts';
import { raw } from '../sql/fragment.ts';
import type { ClickHouse } from './client.ts';

export const mapKinds = <Value>(toValue: (kind: HitKind) => Value): ByKind<Value> =>
  Object.fromEntries(HIT_KINDS.map(kind => [kind, toValue(kind)])) as unknown as ByKind<Value>;

/** Returns the newest id of each kind that ClickHouse has. */
export const findNewestIds = async (db: ClickHouse): Promise<ByKind<number>> => {
  const found = await db.readWith()<{ kind: HitKind; id: number }>(
    raw('select toString(kind) as kind, max(id) as id from rows group by kind'),
  );
  return mapKinds(kind => found.find(row => row.kind === kind)?.id ?? 0);
};
