import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  formatImportedDay,
  IMPORTED_HEADER,
  type ImportedDay,
  type ImportedDaysReport,
} from '../../src/core/hits/imported-days.ts';
import type { ImportedDays } from '../../src/core/hits/query.ts';
import type { HitStore } from '../../src/core/hits/store.ts';

/** Imports days as a reader of foreign files does: from a scratch file, which is removed. */
export const importDays = async (
  store: Pick<HitStore, 'importDays'>,
  days: readonly ImportedDay[] | string,
  {
    siteId = 1,
    importKey = 'a1',
    clipZone,
    signal,
  }: { siteId?: number; importKey?: string; clipZone?: string; signal?: AbortSignal } = {},
): Promise<ImportedDaysReport> => {
  const folder = await mkdtemp(join(tmpdir(), 'imported-days-'));
  try {
    const file = join(folder, "it's [days]*.csv");
    await writeFile(
      file,
      typeof days === 'string' ? days : IMPORTED_HEADER + days.map(formatImportedDay).join(''),
    );
    return await store.importDays({
      siteId,
      importKey,
      file,
      ...(clipZone && { clipZone }),
      ...(signal && { signal }),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Exports days. */
export const exportDays = async (
  store: Pick<HitStore, 'exportDays'>,
  { siteId = 1, days = 'all' }: { siteId?: number; days?: ImportedDays } = {},
): Promise<ImportedDay[]> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of store.exportDays({ siteId, days, format: 'ndjson' })) pieces.push(piece);
  const lines = Buffer.concat(pieces).toString('utf8').split('\n').slice(0, -1);
  return lines.map(line => JSON.parse(line));
};

/** A day's sums over everything; a test states only what it is about. */
export const aTotal = (day: string, measures: Partial<ImportedDay> = {}): ImportedDay => ({
  day,
  dimension: 'total',
  visitors: 10,
  visits: 12,
  views: 30,
  bounces: 4,
  duration_seconds: 600,
  ...measures,
});
