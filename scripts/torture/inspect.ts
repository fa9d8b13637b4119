import { sql } from 'drizzle-orm';
import pino from 'pino';
import { systemClock } from '../../src/core/clock.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import { openHitEngine } from '../../src/stores/duckdb/engine.ts';
import { createDuckHitStore } from '../../src/stores/duckdb/hit-store.ts';
import { openAppDb } from '../../src/stores/sqlite/open.ts';
import { SITES } from './made-hit.ts';
import { notes } from './notes.ts';

/** What a writer said it has stored. */
export interface Acknowledged {
  readonly hits: number;
  readonly notes: number;
}

/** The newest whole line of a writer's output. */
export function lastAcknowledged(output: string): Acknowledged {
  const line = output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1) ?? '';
  const [hits = 0, written = 0] = line.split(' ').map(Number);
  return { hits, notes: written };
}

/** Compares sums over visits with sums over hits, each of which has a visitor. */
async function findVisitFaults(store: HitStore): Promise<string[]> {
  const faults: string[] = [];
  for (let siteId = 0; siteId < SITES; siteId += 1) {
    const query = { siteId, kind: 'hit', span: null, filters: [], attribution: 'visit' } as const;
    const measures = ['hits', 'visits'] as const;
    const { hits, visits } = await store.ask({ shape: 'totals', ...query, measures });
    const engagement = await store.ask({ shape: 'totals', of: 'engagement', ...query });
    const pages = { dimension: 'entry_page', offset: 0, limit: 10_000, measures } as const;
    const { rows } = await store.ask({ shape: 'groups', ...query, ...pages });
    const sum = (count: 'hits' | 'visits') => rows.reduce((total, row) => total + row[count], 0);
    const found = [sum('hits'), sum('visits'), engagement.hits, engagement.visits].join();
    const expected = [hits, visits, hits, visits].join();
    if (found !== expected) faults.push(`site ${siteId} has ${found} in its visits instead of ${expected}`);
  }
  return faults;
}

/** Opens a folder as a start would and answers what is wrong with it: nothing, in a good one. */
export async function faultsOf(path: string, acknowledged: Acknowledged): Promise<string[]> {
  const faults: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void faults.push(line.trim()) });
  const folder = openDataFolder(path, { clock: systemClock, log });
  const db = openAppDb(folder, notes);
  const engine = await openHitEngine({ folder });
  const [row] = await engine.read<{ n: number; distinct_ids: number; newest: number; text: number }>(
    'SELECT count(*) AS n, count(DISTINCT id) AS distinct_ids, max(id) AS newest, sum(length(path)) AS text FROM hits',
  );
  const { n = 0, distinct_ids: distinct = 0, newest = 0 } = row ?? {};
  if (n !== distinct) faults.push(`${n - distinct} hits twice`);
  if (n !== newest) faults.push(`${newest - n} hits missing in the middle`);
  if (newest < acknowledged.hits) faults.push(`${acknowledged.hits - newest} acknowledged hits lost`);
  const written = db.all<{ n: number }>(sql`SELECT count(*) AS n FROM notes`)[0]?.n ?? 0;
  if (written < acknowledged.notes) faults.push(`${acknowledged.notes - written} acknowledged notes lost`);
  const store = createDuckHitStore(engine, { maxRawHits: 0 });
  faults.push(...(await engine.check()).faults, ...(await findVisitFaults(store)));
  await store.append([]);
  await store.close();
  db.close();
  folder.close();
  return faults;
}
