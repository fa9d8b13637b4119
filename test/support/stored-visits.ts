import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { raw, toStatement } from '../../src/stores/duckdb/sql/sql.ts';
import { selectVisitValues, VISIT_COLUMNS } from '../../src/stores/duckdb/visits/sessions.ts';

const ALL = selectVisitValues({ hits: raw('true'), events: raw('true') });
const COLUMNS = VISIT_COLUMNS.join(', ');

/**
 * Returns the rows whose stored visits are not those that all rows together give, and the faults that a check finds; nothing
 * once a rebuild has seen every row.
 */
export const findWrongVisits = async (engine: Pick<HitEngine, 'read' | 'check'>): Promise<unknown[]> => {
  const wrong = await engine.read(`
    with stored as (
      select false as is_event, id, ${COLUMNS} from hits where visitor_hash is not null union all
      select true, id, ${COLUMNS} from events where visitor_hash is not null),
    expected as (select is_event, id, ${COLUMNS} from (${toStatement(ALL).text}))
    (select 'stored' as side, * from (from stored except all from expected)
      union all select 'expected', * from (from expected except all from stored))
    order by is_event, id, side`);
  return [...wrong, ...(await engine.check()).faults];
};
