/**
 * Streams a site's rows as a file that `import/` reads back. The engine itself writes the file, into a scratch folder: text
 * formats part by part, so that no more than one lies on the disk; Parquet, whose index comes last, as a whole that is read
 * while it is being written.
 */
import { rmSync } from 'node:fs';
import { columnsOfKind } from '../../../core/hits/columns.ts';
import type { ExportRequest, ExportStream } from '../../../core/hits/export.ts';
import type { HitEngine } from '../engine-types.ts';
import { tableOf } from '../queries/conditions.ts';
import { join, literal, raw, type Sql, sql, within } from '../sql/sql.ts';
import { WRITE_OPTIONS, writeInstant } from './formats.ts';
import { readGrowing, startWriting } from './growing-file.ts';

/** Rows of a part: some 40 MB of JSON. */
const PART_ROWS = 100_000;

/** Columns that are written in another way than they are stored. */
const toWritten = (name: string, { siteUrl, format }: ExportRequest): Sql | undefined => {
  if (name === 'created_at') return raw(writeInstant(name, format));
  if (name === 'url') return sql`coalesce(url, ${siteUrl.replace(/\/+$/, '')} || path)`;
  if (name === 'visitor_hash') return raw("lpad(lower(to_hex(visitor_hash)), 16, '0')");
  return undefined;
};

/** Selects rows in the columns of an import. */
const selectRows = (request: ExportRequest, condition: Sql): Sql => {
  const { kind } = request;
  const names = columnsOfKind(kind).flatMap(({ name, import: imported }) => (imported ? [name] : []));
  const values = names.map(name => sql`${toWritten(name, request) ?? raw(name)} as ${raw(name)}`);
  return sql`select ${literal(kind)} as type, ${join(values, ', ')} from ${tableOf(kind)} where ${condition}`;
};

/** Streams the rows that a request means. */
export async function* exportRows(engine: HitEngine, request: ExportRequest): ExportStream {
  const { file, signal, write, stop } = startWriting(engine, request.signal);
  const { siteId, span, kind, format } = request;
  const own = sql`site_id = ${siteId} and ${within('created_at', span)}`;
  try {
    if (format === 'parquet')
      return yield* readGrowing(file, write(selectRows(request, own), WRITE_OPTIONS.parquet));
    const [newest] = await readRows<{ id: number | null }>(
      engine,
      sql`select max(id) as id from ${tableOf(kind)} where ${own}`,
      signal,
    );
    const lastId = newest?.id ?? 0;
    let count = 0;
    for (let afterId = 0, isFirst = true; isFirst || afterId < lastId; isFirst = false) {
      const rest = sql`${own} and id > ${afterId} and id <= ${lastId}`;
      const [part] = await readRows<{ id: number | null }>(
        engine,
        sql`select max(id) as id from (select id from ${tableOf(kind)} where ${rest} order by id limit ${PART_ROWS})`,
        signal,
      );
      const throughId = part?.id ?? lastId;
      const rows = sql`${selectRows(request, sql`${rest} and id <= ${throughId}`)} order by id`;
      const written = write(
        rows,
        format === 'csv' ? `${WRITE_OPTIONS.csv}, header ${isFirst}` : WRITE_OPTIONS.ndjson,
      );
      count += await written;
      yield* readGrowing(file, written);
      rmSync(file);
      afterId = throughId;
    }
    return count;
  } finally {
    stop();
  }
}

const readRows = <Row>(engine: HitEngine, { text, values }: Sql, signal: AbortSignal): Promise<Row[]> =>
  engine.readAtLength(session => session.read<Row>(text, values), signal);
