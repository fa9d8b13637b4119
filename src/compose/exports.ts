/** Composes exports. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createExportService } from '../features/export/service.ts';
import type { Kudos } from './kudos.ts';
import type { Stores } from './stores.ts';

export function composeExports({ stores, kudos }: { readonly stores: Stores; readonly kudos: Kudos }) {
  const createScratch = () => {
    const path = mkdtempSync(stores.folder.temporary('export-'));
    return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
  };
  return createExportService({
    hits: stores.hits,
    listKudosAfter: kudos.store.listAfter,
    convert: stores.convertTable,
    createScratch,
  });
}
