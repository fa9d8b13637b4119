/**
 * Kills the program at random moments while it brings a folder of an earlier version to the schema of today, and copies it while it
 * runs: what is left has to open, with every row and all of the configuration.
 *
 *     bun scripts/torture/upgrade.ts FOLDER [--rounds 20]
 *
 * FOLDER is only read; an earlier version made it, and may have been killed itself.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { systemClock } from '../../src/core/clock.ts';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import { openHitEngine } from '../../src/stores/duckdb/engine.ts';
import { openAppDb } from '../../src/stores/sqlite/open.ts';

const MAIN = join(import.meta.dir, '../../src/main.ts');
/** Tables of the configuration that people fill. */
const TABLES = ['users', 'api_keys', 'sites', 'imports', 'signals', 'site_groups', 'webhooks'];

const environment = { ...process.env, FOOTFALL_LOG_LEVEL: 'error' };

/** Copies a folder, with a socket that a killed program left; what changes meanwhile is copied as it is found. */
const copyFolder = (from: string, to: string) => Bun.spawnSync(['cp', '-r', from, to]);

/** Starts the program on a folder and kills it after a while, or once it listens; copies the folder at that moment where a path is given. */
async function serve(path: string, afterMs: number, copy?: string): Promise<boolean> {
  const child = Bun.spawn([process.execPath, MAIN, 'serve', '--data', path, '--port', '0'], {
    stdout: 'pipe',
    stderr: 'pipe',
    env: environment,
  });
  let isListening = false;
  const end = () => {
    if (copy) copyFolder(path, copy);
    child.kill('SIGKILL');
  };
  const timer = setTimeout(end, afterMs);
  const decoder = new TextDecoder();
  for await (const piece of child.stdout) {
    if (!decoder.decode(piece).includes('listening')) continue;
    isListening = true;
    clearTimeout(timer);
    // What is worked out after the start is interrupted, too.
    setTimeout(end, Math.random() * 500);
  }
  clearTimeout(timer);
  await child.exited;
  return isListening;
}

/** What a folder holds, once it is of the schema of today: equal for folders that lost nothing. */
async function contentsOf(path: string): Promise<string> {
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line.trim()) });
  const folder = openDataFolder(path, { clock: systemClock, log });
  const db = openAppDb(folder);
  const engine = await openHitEngine({ folder });
  const hits = await engine.read(
    `SELECT count(*)::int AS hits, count(DISTINCT id)::int AS ids, sum(id)::double AS id_sum, count(*) FILTER (is_unique)::int AS uniques,
      bit_xor(hash(created_at, path, country, visitor_hash))::varchar AS rows FROM hits`,
  );
  const rows = TABLES.map(table =>
    db.all(sql.raw(`SELECT '${table}' AS name, count(*) AS n, sum(id) AS ids FROM ${table}`)),
  );
  await engine.close();
  db.close();
  folder.close();
  const checked = Bun.spawnSync([process.execPath, MAIN, 'check', '--data', path], { env: environment });
  return JSON.stringify({ hits, rows, errors, check: checked.exitCode });
}

async function main(original: string, rounds: number): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'footfall-upgrade-'));
  const [whole, round, copy] = ['whole', 'round', 'copy'].map(name => join(root, name)) as [
    string,
    string,
    string,
  ];
  const startedMs = performance.now();
  copyFolder(original, whole);
  await serve(whole, 600_000);
  const wholeMs = performance.now() - startedMs;
  const expected = await contentsOf(whole);
  process.stdout.write(`${expected}\n`);
  const found = { kills: 0, late: 0, bad: 0 };
  for (let number = 1; number <= rounds; number += 1) {
    copyFolder(original, round);
    // Several in a row: what one left behind is what the next one meets.
    for (let turn = 0; turn < 3; turn += 1) {
      const isLate = await serve(round, Math.random() * 1.2 * wholeMs, turn === 1 ? copy : undefined);
      found[isLate ? 'late' : 'kills'] += 1;
    }
    for (const path of [round, copy]) {
      const contents = await contentsOf(path).catch(error => String(error));
      rmSync(path, { recursive: true, force: true });
      if (contents === expected) continue;
      found.bad += 1;
      process.stdout.write(`round ${number}, ${path}: ${contents}\n`);
    }
  }
  rmSync(root, { recursive: true, force: true });
  process.stdout.write(
    `${found.kills} kills before the start, ${found.late} after it, ${rounds} copies, ${Math.round(wholeMs)} ms undisturbed, ${found.bad} folders with faults\n`,
  );
  return found.bad === 0 ? 0 : 1;
}

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '20' } },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) throw new Error('name a folder of an earlier version');
process.exit(await main(folder, Number(values.rounds)));
