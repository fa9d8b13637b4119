/**
 * Writes hits and configuration to a server's storage, without the server, at a given rate. Prints what was acknowledged,
 * one line `<newest hit> <rows of configuration>` for each group. Killed by the process that started it.
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
import { openAppDb } from '../../src/stores/sqlite/open.ts';
import { madeHit } from './made-hit.ts';
import { notes } from './notes.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'compact-ms': { type: 'string', default: '0' }, rate: { type: 'string', default: '8000' } },
});
const GROUP = 100;
const rate = Number(values.rate);
const compactMs = Number(values['compact-ms']);

const folder = openDataFolder(positionals[0] ?? '', { clock: systemClock, log: createLog('warn', 'json') });
const db = openAppDb(folder, notes);
const engine = await openHitEngine({ folder });

async function compactForever(): Promise<void> {
  for (;;) {
    await Bun.sleep(compactMs);
    await engine.maintain({ force: true });
    await db.checkpoint({ force: true });
  }
}

if (compactMs > 0) void compactForever();
const startedAt = performance.now();
for (let done = 0; ; done += GROUP) {
  const ids = await Promise.all(
    Array.from({ length: GROUP / 4 }, (_, n) =>
      engine.append([madeHit(n), madeHit(n + 1), madeHit(n + 2), madeHit(n + 3)]),
    ),
  );
  const body = `note ${done}`;
  const written = db.transaction(tx =>
    tx.all<{ id: number }>(sql`INSERT INTO notes (body) VALUES (${body}) RETURNING id`),
  );
  writeSync(1, `${Math.max(...ids.flat())} ${written[0]?.id}\n`);
  const aheadMs = (done / rate) * 1000 - (performance.now() - startedAt);
  if (aheadMs > 1) await Bun.sleep(aheadMs);
}
