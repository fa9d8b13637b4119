import { withAnswerCache } from '../../src/stores/answer-cache.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { describeHitStore } from './hit-store-contract.ts';

/** Rows of one test are too few for a refresh of what is worked out from rows, those of many are not. */
const paceOf = ({ isShared }: { readonly isShared: boolean }) =>
  isShared ? { refreshPace: { rows: Number.POSITIVE_INFINITY, pauses: 0 } } : {};

describeHitStore('hits store in memory', async () => createMemoryHitStore());
describeHitStore('hits store on DuckDB, from raw rows', (folder, options) =>
  openDuckHitStore(folder, undefined, paceOf(options)),
);
describeHitStore('hits store on DuckDB, from sums', (folder, options) =>
  openDuckHitStore(folder, undefined, { maxRawHits: 0, maxTextShare: 1, ...paceOf(options) }),
);
describeHitStore('hits store with kept answers', async () => withAnswerCache(createMemoryHitStore()));
