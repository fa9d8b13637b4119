/** A store for each test of a file or suite, in a folder where the test may write files. */
import { afterEach, beforeEach } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportReport, ImportRequest } from '../../src/core/hits/import.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { toImport } from './import-rows.ts';

/** Opens a store before each test, and closes it afterwards. */
export function storeOfEach<Store extends HitStore>(open: (folder: string) => Promise<Store>) {
  let folder = '';
  let store: Store;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'store-'));
    store = await open(join(folder, 'data'));
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  const inside = (name: string) => join(folder, name);
  return {
    inside,
    get store() {
      return store;
    },
    /** Imports a file of the folder, which is written first where content is given. */
    async importFile(
      name: string,
      content?: string | Uint8Array,
      more?: Partial<ImportRequest>,
    ): Promise<ImportReport> {
      if (content !== undefined) await Bun.write(inside(name), content);
      return store.importFile(toImport(inside(name), more));
    },
  };
}
