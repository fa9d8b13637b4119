/** Facts for the operator. */
import type { StoreFacts } from '../../../core/hits/answers.ts';
import { raw } from '../../sql/fragment.ts';
import type { Read } from '../client.ts';

export async function queryFacts(read: Read): Promise<StoreFacts> {
  const rows = await read<{ kind: string; rows: number }>(
    raw('select kind, count() as rows from rows group by kind'),
  );
  const [size] = await read<{ bytes: number }>(
    raw('select sum(bytes_on_disk) as bytes from system.parts where database = currentDatabase() and active'),
  );
  return {
    rows: {
      hit: 0,
      event: 0,
      agent_visit: 0,
      spam_hit: 0,
      engagement: 0,
      ...Object.fromEntries(rows.map(row => [row.kind, row.rows])),
    },
    sizeBytes: size?.bytes ?? 0,
    schemaVersion: 0,
  };
}
