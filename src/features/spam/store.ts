import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { spamList } from './tables.ts';

/** A fetched list of spam hosts. */
export interface FetchedList {
  /** Hash of the address it came from. */
  readonly source: string;
  /** One on a line. */
  readonly hosts: string;
  readonly fetchedAt: Date;
}

/** Keeps the last good list over restarts. */
export const createSpamListStore = (db: AppDb) => ({
  find: (): FetchedList | undefined => db.select().from(spamList).get(),
  replace(list: FetchedList): void {
    db.insert(spamList)
      .values({ id: 1, ...list })
      .onConflictDoUpdate({ target: spamList.id, set: list })
      .run();
  },
});

export type SpamListStore = ReturnType<typeof createSpamListStore>;
