/**
 * What storing a hit costs: the engine's group commit, at several numbers of clients that each wait for their answer,
 * and the two ways that were weighed for it (DuckDB with its own log, a journal line) for groups of one size.
 *
 *     bun scripts/bench/append.ts [--hits 40000]
 */
import { fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { systemClock } from '../../src/core/clock.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import { openHitEngine } from '../../src/stores/duckdb/engine.ts';
import { formatLine } from '../../src/stores/duckdb/journal/journal.ts';
import { loadDuckDb } from '../../src/stores/duckdb/native/native.ts';
import { formatRow, formatRuns, insertSql, type RowRun } from '../../src/stores/duckdb/rows/rows.ts';
import { hitMigrations } from '../../src/stores/duckdb/schema.ts';
import { aHit } from '../../test/support/hit-rows.ts';

const { values } = parseArgs({ options: { hits: { type: 'string', default: '40000' } } });
const HITS = Number(values.hits);
const root = mkdtempSync(join(tmpdir(), 'footfall-bench-'));
const folder = openDataFolder(join(root, 'data'), { clock: systemClock, log: pino({ level: 'silent' }) });

let made = 0;
function hit(): NewHit {
  made += 1;
  return aHit({
    createdAt: systemClock.now(),
    path: `/p/${made % 5000}`,
    referrer: made % 3 === 0 ? `https://ref${made % 97}.example/a` : null,
    country: 'DE',
    browserName: 'Chrome',
    platformName: 'Linux',
    isMobile: false,
    visitorHash: BigInt(made % 50_000),
    visitorScope: 'day',
  });
}

/** Runs `work`, which stores so many hits, and prints what one of them cost. */
async function measure(name: string, work: () => Promise<void> | void, hits = HITS): Promise<void> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const cpu = process.cpuUsage(before);
  const wallUs = ((performance.now() - startedAt) * 1000) / hits;
  process.stdout.write(
    `${name.padEnd(40)} ${wallUs.toFixed(1).padStart(7)} µs a hit, processor ${((cpu.user + cpu.system) / hits).toFixed(1)} µs\n`,
  );
}

const engine = await openHitEngine({ folder });
await engine.append([hit()]);
for (const clients of [1, 16, 64, 256]) {
  const hits = clients === 1 ? HITS / 10 : HITS;
  let left = hits;
  const client = async () => {
    while (left-- > 0) await engine.append([hit()]);
  };
  const all = async () => void (await Promise.all(Array.from({ length: clients }, client)));
  await measure(`engine, ${clients} clients`, all, hits);
}
await measure('engine, batches of 100 on 8 clients', async () => {
  let left = HITS / 100;
  const client = async () => {
    while (left-- > 0) await engine.append(Array.from({ length: 100 }, hit));
  };
  await Promise.all(Array.from({ length: 8 }, client));
});
await engine.close();

const GROUP = 32;
const firsts = { day: 20_000, isUnique: true, isFirstOfDay: true };
const duckdb = await loadDuckDb(folder);
const instance = await duckdb.DuckDBInstance.create(':memory:', { checkpoint_threshold: '1TB' });
const connection = await instance.connect();
await connection.run(`ATTACH '${join(root, 'plain.duckdb')}' AS plain (STORAGE_VERSION 'v1.5.0')`);
await connection.run('USE plain');
await connection.run(hitMigrations[0]?.sql ?? '');
const statement = await connection.prepare(insertSql('hit', 'plain'));
const group = (firstId: number): RowRun => ({
  kind: 'hit',
  firstId,
  rows: Array.from({ length: GROUP }, () => formatRow(hit(), firsts)),
});
await measure(`DuckDB with its own log, groups of ${GROUP}`, async () => {
  for (let n = 1; n <= HITS; n += GROUP) {
    statement.bindVarchar(1, formatRuns([group(n)]));
    await statement.run();
  }
});
const journal = openSync(join(root, 'plain.journal'), 'a');
await measure(`a journal line, groups of ${GROUP}`, () => {
  for (let n = 1; n <= HITS; n += GROUP) {
    writeSync(journal, formatLine({ rows: [group(n)] }));
    fdatasyncSync(journal);
  }
});
rmSync(root, { recursive: true, force: true });
process.exit(0);
