/** A store that dies while it imports a file in parts of ten rows, after some of them: `dies-while-importing.ts FOLDER FILE`. */
import { plainDerivations } from '../stores/import-contract.ts';
import { openDuckHitStore } from './duck-hit-store.ts';

const [, , folder = '', file = ''] = process.argv;
let reports = 0;
const store = await openDuckHitStore(folder, undefined, { rowsPerSlice: 10 });
await store.importFile({
  siteId: 1,
  siteUrl: 'https://example.com',
  file,
  format: 'ndjson',
  derive: plainDerivations,
  now: new Date('2026-03-20T12:00:00Z'),
  onProgress: () => {
    reports += 1;
    // Two come before the first part, and one after each kind that is stored at once.
    if (reports > 5) process.kill(process.pid, 'SIGKILL');
  },
});
