/** Shares the state of a site between its crawl and its rechecks. */
import type { ContentStore } from '../store.ts';
import { type CrawlState, createCrawlState } from './crawl-state.ts';

export interface SharedCrawlState {
  readonly state: CrawlState;
  isCrawling: boolean;
  users: number;
}

/** Creates an empty cache. A state is loaded by its first user, and dropped by its last one. */
export function createCrawlStateCache(store: Pick<ContentStore, 'listLinks' | 'listAllIssues'>) {
  const states = new Map<number, SharedCrawlState>();
  return {
    acquire(siteId: number, crawl: number): SharedCrawlState {
      let shared = states.get(siteId);
      if (!shared) {
        const rows = { links: store.listLinks(siteId), issues: store.listAllIssues(siteId) };
        shared = { state: createCrawlState(rows, crawl), isCrawling: false, users: 0 };
        states.set(siteId, shared);
      }
      shared.users++;
      return shared;
    },
    release(siteId: number, shared: SharedCrawlState): void {
      if (--shared.users === 0) states.delete(siteId);
    },
    find: (siteId: number): SharedCrawlState | undefined => states.get(siteId),
    countCrawls: (): number => [...states.values()].filter(({ isCrawling }) => isCrawling).length,
  };
}

export type CrawlStateCache = ReturnType<typeof createCrawlStateCache>;
