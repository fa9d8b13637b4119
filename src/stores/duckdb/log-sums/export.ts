/** Streams log sums as a file that `loadExportedSums` reads back. */
import type { ExportStream } from '../../../core/hits/export.ts';
import { type ExportSumsRequest, LOG_SUM_COLUMNS } from '../../../core/hits/log-sums.ts';
import type { HitEngine } from '../engine-types.ts';
import { WRITE_OPTIONS } from '../export/formats.ts';
import { readGrowing, startWriting } from '../export/growing-file.ts';
import { isWithin } from '../imported-days/reads.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import { selectAll } from './rows.ts';

/** Selects sums, with a number for each log and part of one: a log's own key means nothing elsewhere. */
const selectSums = ({ siteId, days, pending }: ExportSumsRequest): Sql => sql`
  with own as (select * from (${selectAll(siteId, pending)}) where ${isWithin(days)}),
    parts as (select import_key, own.part as own_part,
        row_number() over (order by min(day), import_key, own.part) as part
      from own group by import_key, own.part)
  select ${raw(LOG_SUM_COLUMNS.map(name => (name === 'part' ? 'parts.part as part' : name)).join(', '))}
  from own join parts on own.import_key = parts.import_key and own.part = parts.own_part
  order by parts.part, day, kind, name, detail`;

export async function* exportLogSums(engine: HitEngine, request: ExportSumsRequest): ExportStream {
  const { file, write, stop } = startWriting(engine, request.signal);
  const header = request.format === 'csv' ? ', header true' : '';
  try {
    return yield* readGrowing(file, write(selectSums(request), `${WRITE_OPTIONS[request.format]}${header}`));
  } finally {
    stop();
  }
}
