/** Streams imported days as a file that `load.ts` reads back. */

import type { ExportStream } from '../../../core/hits/export.ts';
import { type ExportDaysRequest, IMPORTED_COLUMNS } from '../../../core/hits/imported-days.ts';
import type { ImportedDays } from '../../../core/hits/query.ts';
import type { HitEngine } from '../engine-types.ts';
import { WRITE_OPTIONS } from '../export/formats.ts';
import { readGrowing, startWriting } from '../export/growing-file.ts';
import { join, raw, type Sql, sql } from '../sql/sql.ts';
import { isCounted, isWithin } from './reads.ts';
import type { Clip, KnownSpans } from './spans.ts';

/** Selects days, with a number for each import that they are of: an import's own key means nothing elsewhere. */
const selectDays = (siteId: number, days: ImportedDays, clips: readonly Clip[]): Sql => {
  const columns = join(
    IMPORTED_COLUMNS.map(name => raw(name)),
    ', ',
  );
  return sql`with own as (select * from imported_days where site_id = ${siteId} and ${isWithin(days)} and ${isCounted(clips)}),
      parts as (select import_key, row_number() over (order by min(day), import_key) as part
        from own group by import_key)
    select ${columns} from own join parts using (import_key) order by part, dimension, day, value`;
};

/** Streams the days that a request means. */
export async function* exportDays(
  engine: HitEngine,
  { siteId, days, format, signal }: ExportDaysRequest,
  spans: KnownSpans,
): ExportStream {
  const { clips } = await spans.findCounted(siteId);
  const { file, write, stop } = startWriting(engine, signal);
  const header = format === 'csv' ? ', header true' : '';
  try {
    return yield* readGrowing(
      file,
      write(selectDays(siteId, days, clips), `${WRITE_OPTIONS[format]}${header}`),
    );
  } finally {
    stop();
  }
}
