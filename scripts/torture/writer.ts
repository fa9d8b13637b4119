/**
 * Writes hits, events and configuration to a server's storage, without the server, at a given rate, and removes some events.
 * Prints what was acknowledged, one line `<newest hit> <rows of configuration>` for each group. Killed by the process that started it.
 *
 *     bun scripts/torture/writer.ts FOLDER [--compact-ms 150] [--rate 8000]
 */
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { systemClock } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import { openHitEngine } from '../../src/stores/duckdb/engine.ts';
import { createDuckHitStore } from '../../src/stores/duckdb/hit-store.ts';
import { openAppDb } from '../../src/stores/sqlite/open.ts';
import { madeEvent, madeHit, SITES } from './made-hit.ts';
import { notes } from './notes.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'compact-ms': { type: 'string', default: '0' }, rate: { type: 'string', default: '8000' } },
});
const GROUP = 100;
/** Rows after which the events of a site are removed. */
const REMOVAL_ROWS = 3_000;
const rate = Number(values.rate);
const compactMs = Number(values['compact-ms']);

const folder = openDataFolder(positionals[0] ?? '', { clock: systemClock, log: createLog('warn') });
const db = openAppDb(folder, notes);
// Sums are kept from the first hit on.
const store = createDuckHitStore(await openHitEngine({ folder }), { maxRawHits: 0 });

async function compactForever(): Promise<void> {
  for (;;) {
    await Bun.sleep(compactMs);
    await store.maintain({ force: true });
    await db.checkpoint({ force: true });
  }
}

if (compactMs > 0) void compactForever();
const startedAt = performance.now();
for (let done = 0; ; done += GROUP) {
  const ids = await Promise.all(
    Array.from({ length: GROUP / 4 }, async (_, index) => {
      const n = done + index * 4;
      const hits = [madeHit(n), madeHit(n + 1), madeHit(n + 2), madeHit(n + 3)];
      const ids = await store.append([madeEvent(n), ...hits]);
      return ids.at(-1) ?? 0;
    }),
  );
  if (done % REMOVAL_ROWS === 0)
    await store.remove({ siteId: (done / REMOVAL_ROWS) % SITES, kinds: ['event'], which: 'all' });
  const body = `note ${done}`;
  const written = db.transaction(tx =>
    tx.all<{ id: number }>(sql`INSERT INTO notes (body) VALUES (${body}) RETURNING id`),
  );
  writeSync(1, `${Math.max(...ids)} ${written[0]?.id}\n`);
  const aheadMs = (done / rate) * 1000 - (performance.now() - startedAt);
  if (aheadMs > 1) await Bun.sleep(aheadMs);
}
