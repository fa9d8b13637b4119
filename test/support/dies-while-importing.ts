/** A store that dies while it imports a file in parts of ten rows, after some of them: `dies-while-importing.ts FOLDER FILE`. */
import { openDuckHitStore } from './duck-hit-store.ts';
import { toImport } from './import-rows.ts';

const [, , folder = '', file = ''] = process.argv;
let reports = 0;
const store = await openDuckHitStore(folder, undefined, { rowsPerSlice: 10 });
const onProgress = () => {
  reports += 1;
  // Two come before the first part, and one after each kind that is stored at once.
  if (reports > 5) process.kill(process.pid, 'SIGKILL');
};
await store.importFile(toImport(file, { format: 'ndjson', onProgress }));
