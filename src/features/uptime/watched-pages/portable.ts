/** The settings of watched pages in an exported folder; their monitors are not, they are chosen by visitors. */
import { unlessRefused } from '../../../core/errors.ts';
import type { Site } from '../../../core/site.ts';
import { validateBody } from '../../../http/validate.ts';
import { UpdateWatchedPages, type WatchedPagesInput } from './schema.ts';
import type { WatchedPagesService } from './service.ts';

/** Creates the export of a site's settings, and their way back. */
export const createPortableWatchedPages = ({
  find,
  update,
}: Pick<WatchedPagesService, 'find' | 'update'>) => ({
  /** Null where they were never set. */
  describe({ id }: Pick<Site, 'id'>) {
    const row = find(id);
    return row ? { count: row.count, excluded_paths: [...row.excludedPaths] } : null;
  },

  /** Sets those that a site lacks. What is invalid is passed over. */
  restore({ id }: Pick<Site, 'id'>, given: unknown): void {
    if (find(id) || typeof given !== 'object' || given === null) return;
    unlessRefused(() => update(id, validateBody(UpdateWatchedPages, given) as WatchedPagesInput));
  },
});
