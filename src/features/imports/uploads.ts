/** The folder of uploads: each has a file until its import has ended. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { rateLimited } from '../../core/errors.ts';
import { createKey } from '../../lib/token.ts';
import { MAX_UNFINISHED } from './limits.ts';
import type { ImportsStore } from './store.ts';

const ENDING = '.upload';

interface UploadsDeps {
  readonly store: Pick<ImportsStore, 'listUnfinished'>;
  readonly folder: { pathOf(...names: string[]): string };
}

/** An upload that a site may send. */
export interface Upload {
  /** Key of its import. */
  readonly importKey: string;
  readonly path: string;
  /** Gives the reservation back, once the upload is received or refused. */
  release(): void;
}

export function createUploads({ store, folder }: UploadsDeps) {
  /** Uploads that are being received, by site. */
  const reserved = new Map<number, number>();
  const toName = (importKey: string): string => `${importKey}${ENDING}`;
  const pathOf = (importKey: string): string => folder.pathOf('imports', toName(importKey));
  return {
    pathOf,
    /** Reserves an upload. Throws 429 when too many imports of the site have not ended. */
    reserve(siteId: number): Upload {
      const before = reserved.get(siteId) ?? 0;
      if (store.listUnfinished(siteId).length + before >= MAX_UNFINISHED)
        throw rateLimited(`${MAX_UNFINISHED} imports of this site are unfinished: wait for one of them`);
      mkdirSync(folder.pathOf('imports'), { recursive: true, mode: 0o700 });
      reserved.set(siteId, before + 1);
      const importKey = createKey();
      const release = () => void reserved.set(siteId, (reserved.get(siteId) ?? 1) - 1);
      return { importKey, path: pathOf(importKey), release };
    },
    /** Removes uploads of no import that goes on: those that were being received when the server ended. */
    removeAbandoned(): void {
      const parent = folder.pathOf('imports');
      if (!existsSync(parent)) return;
      const kept = new Set(store.listUnfinished().map(({ importKey }) => toName(importKey)));
      for (const name of readdirSync(parent))
        if (name.endsWith(ENDING) && !kept.has(name)) rmSync(folder.pathOf('imports', name), { force: true });
    },
    remove: (importKey: string): Promise<void> => rm(pathOf(importKey), { force: true }),
  };
}
