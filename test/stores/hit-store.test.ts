import { withAnswerCache } from '../../src/stores/answer-cache.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { describeHitStore } from './hit-store-contract.ts';

describeHitStore('hits store in memory', async () => createMemoryHitStore());
describeHitStore('hits store on DuckDB, from raw rows', folder => openDuckHitStore(folder));
describeHitStore('hits store on DuckDB, from roll-ups', folder =>
  openDuckHitStore(folder, undefined, { maxRawHits: 0, maxTextShare: 1 }),
);
describeHitStore('hits store with kept answers', async () => withAnswerCache(createMemoryHitStore()));
