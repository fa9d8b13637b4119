/**
 * Kills a process at random moments while it brings a folder to a newer schema, and right after its start, and opens what
 * is left: every row has to be there, and the next start has to finish the work.
 *
 *     bun scripts/torture/migrations.ts [--rounds 20] [--rows 200000]
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { systemClock } from '../../src/core/clock.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import { openHitEngine } from '../../src/stores/duckdb/engine.ts';
import { hitMigrations } from '../../src/stores/duckdb/schema.ts';
import type { Migration } from '../../src/stores/migrate.ts';
import { openAppDb } from '../../src/stores/sqlite/open.ts';
import { madeHit } from './made-hit.ts';
import { notes } from './notes.ts';

/** Steps that a later version might bring, each long enough to be interrupted. */
const newerHits: readonly Migration[] = [
  ...hitMigrations,
  { name: '9001-length', sql: 'ALTER TABLE hits ADD COLUMN path_length INTEGER' },
  { name: '9002-fill', sql: 'UPDATE hits SET path_length = length(path)' },
  {
    name: '9003-table',
    sql: 'CREATE TABLE path_counts AS SELECT path, count(*) AS hits FROM hits GROUP BY path',
  },
];
const newerNotes: readonly Migration[] = [
  ...notes,
  { name: '9001-length', sql: 'ALTER TABLE notes ADD COLUMN length INTEGER' },
  { name: '9002-fill', sql: 'UPDATE notes SET length = length(body)' },
  { name: '9003-index', sql: 'CREATE INDEX notes_by_length ON notes (length, body)' },
];

const NOTES = 20_000;
const BATCH = 5_000;

/** A folder opened as a start would open it, with the schemas given; answers what was logged as an error. */
async function open(path: string, isNewer: boolean) {
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line.trim()) });
  const folder = openDataFolder(path, { clock: systemClock, log });
  const db = openAppDb(folder, isNewer ? newerNotes : notes);
  const engine = await openHitEngine({ folder, migrations: isNewer ? newerHits : hitMigrations });
  const close = async (): Promise<void> => {
    await engine.close();
    db.close();
    folder.close();
  };
  return { db, engine, errors, close };
}

/** Rows of 50,000 pages, so that the steps have something to group. */
const hit = (n: number): NewHit => ({ ...madeHit(n), path: `/page/${(n * 7919) % 50_000}` });

/** Half of the rows in the file, rounded to whole batches; the others still lie in the journal. */
const rowsInFile = (rows: number): number => (Math.floor(rows / 2 / BATCH) + 1) * BATCH;

/** A folder of the version at hand. */
async function fill(path: string, rows: number): Promise<void> {
  const { db, engine, close } = await open(path, false);
  for (let from = 0; from < rows; from += BATCH) {
    await engine.append(Array.from({ length: BATCH }, (_, n) => hit(from + n)));
    if (from + BATCH === rowsInFile(rows)) await engine.maintain({ force: true });
  }
  db.transaction(tx => {
    for (let n = 0; n < NOTES; n++) tx.run(sql`INSERT INTO notes (body) VALUES (${`note ${n}`})`);
  });
  await close();
}

/** What is wrong with a folder once the newer schema has come to its end. */
async function faultsOf(path: string, rows: number): Promise<string[]> {
  const { db, engine, errors, close } = await open(path, true);
  const faults = [...errors];
  const [found] = await engine.read<{ n: number; ids: number; filled: number }>(
    'SELECT count(*) AS n, count(DISTINCT id) AS ids, count(*) FILTER (path_length = length(path)) AS filled FROM hits',
  );
  if (found?.n !== rows || found.ids !== rows) faults.push(`${found?.n} hits of ${rows}`);
  if (found?.filled !== rows) faults.push(`${found?.filled} hits were brought to the newer schema`);
  const row = db.all<{ n: number; filled: number }>(
    sql`SELECT count(*) AS n, sum(length = length(body)) AS filled FROM notes`,
  )[0];
  if (row?.n !== NOTES || row.filled !== NOTES)
    faults.push(`${row?.n} notes of ${NOTES}, ${row?.filled} filled`);
  await close();
  return faults;
}

/** Starts a process that opens the folder, and kills it after a while; whether it had come to its end. */
async function killWhileOpening(path: string, afterMs: number): Promise<boolean> {
  const child = Bun.spawn([process.execPath, import.meta.path, '--open', path], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  const said = await new Response(child.stdout).text();
  clearTimeout(timer);
  await child.exited;
  return said.includes('open');
}

async function main(rounds: number, rows: number): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'footfall-migrations-'));
  const original = join(root, 'original');
  await fill(original, rows);
  const startedMs = performance.now();
  cpSync(original, join(root, 'whole'), { recursive: true });
  await killWhileOpening(join(root, 'whole'), 120_000);
  const wholeMs = performance.now() - startedMs;
  const faultsAtOnce = await faultsOf(join(root, 'whole'), rows);
  let bad = faultsAtOnce.length === 0 ? 0 : 1;
  let kills = 0;
  let finished = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const path = join(root, 'round');
    cpSync(original, path, { recursive: true });
    // Several in a row: what one left behind is what the next one meets.
    for (let turn = 0; turn < 3; turn += 1) {
      if (await killWhileOpening(path, Math.random() * 1.2 * wholeMs)) finished += 1;
      else kills += 1;
    }
    const faults = await faultsOf(path, rows).catch(error => [String(error)]);
    rmSync(path, { recursive: true, force: true });
    if (faults.length === 0) continue;
    bad += 1;
    process.stdout.write(`round ${round}: ${faults.join('; ')}\n`);
  }
  rmSync(root, { recursive: true, force: true });
  process.stdout.write(
    `${kills} kills (${finished} came too late), ${Math.round(wholeMs)} ms undisturbed, ${bad} rounds with faults\n`,
  );
  return bad === 0 ? 0 : 1;
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    rows: { type: 'string', default: '200000' },
    open: { type: 'string' },
  },
});
if (values.open !== undefined) {
  const { close } = await open(values.open, true);
  process.stdout.write('open\n');
  await close();
} else process.exit(await main(Number(values.rounds), Number(values.rows)));
