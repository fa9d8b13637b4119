import { withAnswerCache } from '../../src/stores/answer-cache.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { describeHitStore } from './hit-store-contract.ts';

describeHitStore('hits store in memory', async () => createMemoryHitStore());
describeHitStore('hits store on DuckDB', folder => openDuckHitStore(folder));
describeHitStore('hits store with kept answers', async () => withAnswerCache(createMemoryHitStore()));
