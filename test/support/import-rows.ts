/** Rows that are imported from a file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportReport, ImportRequest } from '../../src/core/hits/import.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { plainDerivations } from '../stores/import-contract.ts';

/** Imports rows into site 1 from a scratch file, which is removed. */
export async function importRows(
  store: Pick<HitStore, 'importFile'>,
  rows: readonly object[],
  options: Partial<ImportRequest> = {},
): Promise<ImportReport> {
  const folder = await mkdtemp(join(tmpdir(), 'import-rows-'));
  const file = join(folder, 'rows.ndjson');
  await Bun.write(file, rows.map(row => JSON.stringify(row)).join('\n'));
  try {
    return await store.importFile({
      siteId: 1,
      siteUrl: 'https://example.com/',
      file,
      format: 'ndjson',
      derive: plainDerivations,
      now: new Date('2026-03-20T12:00:00Z'),
      ...options,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
