import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { rateLimited } from '../../core/errors.ts';
import type { ExportFormat, ExportStream } from '../../core/hits/export.ts';
import type { ExportDaysRequest } from '../../core/hits/imported-days.ts';
import type { LogPart, LogSumsStore } from '../../core/hits/log-sums.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Span } from '../../core/span.ts';
import type { ConvertTable } from '../../core/table-file.ts';
import { quoteField } from '../../lib/csv-records.ts';
import { findWholeDays } from '../../reports/imported.ts';
import { type FolderType, KUDO_COLUMNS, STORED_KINDS } from './kinds.ts';
import { ALL_TIME } from './span.ts';

/** Exports of an account that run at the same time: each has a part of its file on the disk. */
const MAX_RUNNING = 4;
const RETRY_AFTER_SECONDS = 10;
/** Kudos that are read at once, on the main thread. */
const PAGE_ROWS = 500;

/** A kudo, as an export writes it. */
export interface ExportedKudo {
  readonly createdAt: Date;
  readonly path: string;
  readonly uid: string;
}

export interface ExportDeps<Kudo extends ExportedKudo> {
  readonly hits: Pick<HitStore, 'exportRows' | 'exportDays'>;
  readonly logSums: Pick<LogSumsStore, 'exportSums'>;
  /** Lists sums of followed logs that are not in the store yet. */
  readonly listPendingSums: (siteId: number) => Promise<LogPart[]>;
  /** Lists kudos after one of them, oldest first. */
  readonly listKudosAfter: (
    query: { readonly siteId: number; readonly span: Span },
    after: Kudo | undefined,
    limit: number,
  ) => Kudo[];
  readonly convert: ConvertTable;
  /** Creates a folder for files that are on their way. */
  readonly createScratch: () => { readonly path: string; remove(): void };
}

/** What to export. */
export interface ExportOrder {
  readonly site: { readonly id: number; readonly url: string };
  readonly type: FolderType;
  readonly format: ExportFormat;
  /** Null: all time. */
  readonly span: Span | null;
  readonly signal?: AbortSignal;
}

/** Streams what a site has, as files that an import reads back. */
export function createExportService<Kudo extends ExportedKudo>(deps: ExportDeps<Kudo>) {
  const { hits, convert, createScratch } = deps;
  /** Number of running exports by account. */
  const running = new Map<number, number>();

  async function* writeKudos({ site, span, format }: ExportOrder): ExportStream {
    const encoder = new TextEncoder();
    const query = { siteId: site.id, span: span ?? ALL_TIME };
    if (format === 'csv') yield encoder.encode(`${Object.keys(KUDO_COLUMNS).join(',')}\n`);
    let count = 0;
    for (let last: Kudo | undefined; ; ) {
      const page = deps.listKudosAfter(query, last, PAGE_ROWS);
      if (page.length > 0) yield encoder.encode(page.map(kudo => formatKudo(kudo, format)).join(''));
      count += page.length;
      last = page.at(-1);
      if (page.length < PAGE_ROWS) return count;
      await nextTurn();
    }
  }

  /** Writes kudos as text, and converts that: only the engine of hits writes Parquet. */
  async function* writeKudosAsParquet(order: ExportOrder): ExportStream {
    const scratch = createScratch();
    try {
      const from = { file: `${scratch.path}/kudos.ndjson`, format: 'ndjson' } as const;
      const to = { file: `${scratch.path}/kudos.parquet`, format: 'parquet' } as const;
      const text = await open(from.file, 'w', 0o600);
      try {
        for await (const bytes of writeKudos({ ...order, format: 'ndjson' })) await text.writeFile(bytes);
      } finally {
        await text.close();
      }
      const count = await convert({ from, to, columns: KUDO_COLUMNS });
      yield* createReadStream(to.file);
      return count;
    } finally {
      scratch.remove();
    }
  }

  async function* writeLogSums(order: ExportOrder): ExportStream {
    const pending = await deps.listPendingSums(order.site.id);
    return yield* deps.logSums.exportSums({ ...toDaysRequest(order), pending });
  }

  const start = (order: ExportOrder, file?: string): ExportStream => {
    const { site, type, format, span, signal } = order;
    if (type === 'kudos') return format === 'parquet' ? writeKudosAsParquet(order) : writeKudos(order);
    if (type === 'imported_days') return hits.exportDays(toDaysRequest(order));
    if (type === 'log_sums') return writeLogSums(order);
    const kind = STORED_KINDS[type];
    return hits.exportRows({
      siteId: site.id,
      siteUrl: site.url,
      kind,
      span,
      format,
      ...(file !== undefined && { file }),
      ...(signal && { signal }),
    });
  };

  return {
    /** Streams one type of rows, for the operator: as many at a time as there are callers. */
    start: (order: ExportOrder): ExportStream => start(order),
    /** Writes the same to a new file in the data folder, which the engine does itself where it can. Returns the number of rows. */
    write: (order: ExportOrder, file: string): Promise<number> => writeStream(start(order, file), file),
    /** Streams one type of rows of an account. Rejects with 429 while too many of its exports run. */
    async *stream(order: ExportOrder, accountId: number): ExportStream {
      const others = running.get(accountId) ?? 0;
      if (others >= MAX_RUNNING)
        throw rateLimited(
          `at most ${MAX_RUNNING} exports of an account run at the same time: try again in ${RETRY_AFTER_SECONDS} seconds`,
          RETRY_AFTER_SECONDS,
        );
      running.set(accountId, others + 1);
      try {
        return yield* start(order);
      } finally {
        const left = (running.get(accountId) ?? 1) - 1;
        if (left > 0) running.set(accountId, left);
        else running.delete(accountId);
      }
    },
  };
}

export type ExportService = ReturnType<typeof createExportService>;

const toDaysRequest = ({ site, span, format, signal }: ExportOrder): ExportDaysRequest => ({
  siteId: site.id,
  // Every span of an export is one of whole days.
  days: span === null ? 'all' : (findWholeDays(span, 'UTC') ?? 'all'),
  format,
  ...(signal && { signal }),
});

/** Writes a stream to a file, unless its source has done so. Returns the number of rows. */
async function writeStream(stream: ExportStream, path: string): Promise<number> {
  let file: FileHandle | undefined;
  try {
    for (;;) {
      const { done, value } = await stream.next();
      if (done) return value;
      file ??= await open(path, 'wx', 0o600);
      await file.writeFile(value);
    }
  } finally {
    await stream.return(0);
    await file?.close();
  }
}

function formatKudo({ createdAt, path, uid }: ExportedKudo, format: ExportFormat): string {
  const row = { type: 'kudo', created_at: createdAt.toISOString(), path, uid };
  return format === 'csv'
    ? `${Object.values(row)
        .map(field => quoteField(field))
        .join(',')}\n`
    : `${JSON.stringify(row)}\n`;
}
