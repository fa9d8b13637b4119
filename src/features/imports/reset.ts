/** What a reset of a site has to do with its imports. */
import { invalidBody } from '../../core/errors.ts';
import type { FollowedImports } from './followed.ts';
import type { ImportsStore } from './store.ts';

interface ResetDeps {
  readonly store: Pick<ImportsStore, 'listUnfinished' | 'listBefore' | 'remove'>;
  readonly followed: Pick<FollowedImports, 'close'>;
}

export const createImportsReset = ({ store, followed }: ResetDeps) => ({
  /** Throws 422 while an import of a site is not done. */
  checkNoneRuns(siteId: number): void {
    const [running] = store.listUnfinished(siteId);
    if (running) throw invalidBody(`import ${running.id} is ${running.status}: wait until it is done`);
  },
  /** Forgets the imports of a site from before an instant. Further lines of a followed log belong to another one. */
  async removeBefore(siteId: number, instant: Date): Promise<void> {
    for (const row of store.listBefore(siteId, instant)) {
      await followed.close(row);
      store.remove(row.id);
    }
  },
});
