import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { describeFollowedImports } from './followed-import-contract.ts';
import { describeImport } from './import-contract.ts';

describeImport('import into memory', async () => createMemoryHitStore());
describeFollowedImports('followed into memory', async () => createMemoryHitStore());
describeImport('import into DuckDB', folder => openDuckHitStore(folder));
describeFollowedImports('followed into DuckDB', folder => openDuckHitStore(folder));
