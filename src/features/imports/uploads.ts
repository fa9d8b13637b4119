/** The folder of uploads: each has a file until its import has ended. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { rateLimited } from '../../core/errors.ts';
import { createKey } from '../../lib/token.ts';
import { MAX_UNFINISHED } from './limits.ts';
import type { ImportsStore } from './store.ts';

const ENDING = '.upload';

interface UploadsDeps {
  readonly findOwner: (siteId: number) => number | undefined;
  readonly store: Pick<ImportsStore, 'listUnfinished'>;
  readonly folder: { pathOf(...names: string[]): string };
}

/** An upload that a site may send. */
export interface Upload {
  /** Key of its import. */
  readonly importKey: string;
  readonly path: string;
  /** Counts the bytes of other uploads of the account that wait, run or are being received. */
  otherBytes(): number;
  /** Gives the reservation back, once the upload is received or refused. */
  release(): void;
}

export function createUploads({ findOwner, store, folder }: UploadsDeps) {
  /** Keys of uploads that are being received, and their sites. */
  const reserved = new Map<string, number>();
  const toName = (importKey: string): string => `${importKey}${ENDING}`;
  const pathOf = (importKey: string): string => folder.pathOf('imports', toName(importKey));

  /** Lists the keys of all uploads of an account. */
  function listKeys(owner: number | undefined): string[] {
    const unfinished = store.listUnfinished().map(({ importKey, siteId }) => [importKey, siteId] as const);
    return [...new Map([...unfinished, ...reserved])]
      .filter(([, siteId]) => findOwner(siteId) === owner)
      .map(([importKey]) => importKey);
  }

  return {
    pathOf,
    /** Reserves an upload. Throws 429 when too many imports of the site have not ended. */
    reserve(siteId: number): Upload {
      const before = [...reserved.values()].filter(other => other === siteId).length;
      if (store.listUnfinished(siteId).length + before >= MAX_UNFINISHED)
        throw rateLimited(`${MAX_UNFINISHED} imports of this site are unfinished: wait for one of them`);
      mkdirSync(folder.pathOf('imports'), { recursive: true, mode: 0o700 });
      const importKey = createKey();
      reserved.set(importKey, siteId);
      return {
        importKey,
        path: pathOf(importKey),
        otherBytes: () =>
          listKeys(findOwner(siteId))
            .filter(key => key !== importKey)
            .reduce((sum, key) => sum + (statSync(pathOf(key), { throwIfNoEntry: false })?.size ?? 0), 0),
        release: () => void reserved.delete(importKey),
      };
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
