import { expect, test } from 'bun:test';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { AppError } from '../../src/core/errors.ts';
import { createDuckHitStore } from '../../src/stores/duckdb/hit-store.ts';
import { openAppDb } from '../../src/stores/sqlite/open.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { aHit as hit } from '../support/hit-rows.ts';
import { startTestServer } from '../support/server.ts';
import { openTestFolder, readHits, visitor } from './durability-folder.ts';
import { canMount, mountSmall } from './small-disk.ts';

const SIZE_BYTES = 80 * 1024 ** 2;
const reason = canMount ? '' : ' (skipped: this user may not mount a small file system)';

/** Takes all room there is; answers how to give it back. */
function fill(path: string): () => void {
  const file = join(path, 'ballast');
  for (let sizeBytes = 4096 * 1024; sizeBytes >= 1024; sizeBytes /= 2) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(sizeBytes), { flag: 'a' });
    } catch {
      // Full for pieces of this size; smaller ones may still fit.
    }
  }
  return () => rmSync(file);
}

test.skipIf(!canMount)(
  `with a full disk hits are refused, reading goes on, and collecting resumes by itself${reason}`,
  async () => {
    using small = mountSmall(SIZE_BYTES);
    if (small === undefined) return;
    const folder = openTestFolder(join(small.path, 'data'));
    const engine = await openHitEngine({ folder });
    await engine.append([hit(visitor(1))]);
    const free = fill(small.path);
    let stored = 1;
    let refusal: unknown;
    for (let n = 0; n < 2000 && refusal === undefined; n += 1) {
      await engine.append(Array.from({ length: 10 }, () => hit(visitor(2)))).then(
        ids => (stored += ids.length),
        error => (refusal = error),
      );
    }
    expect(refusal).toBeInstanceOf(AppError);
    expect((refusal as AppError).kind).toBe('unavailable');
    expect(await engine.read('SELECT count(*) AS n FROM hits')).toEqual([{ n: stored }]);
    expect(
      await engine.maintain({ force: true }).then(
        () => 'done',
        error => error.kind,
      ),
    ).toBe('unavailable');
    free();
    expect(await engine.append([hit(visitor(3))])).toEqual([stored + 1]);
    await engine.maintain({ force: true });
    await engine.close();
    expect(
      await readHits(folder, 'SELECT count(*) AS n, count(*) FILTER (is_unique) AS u FROM hits'),
    ).toEqual([{ n: stored + 1, u: stored > 1 ? 3 : 2 }]);
    folder.close();
  },
);

test.skipIf(!canMount)(
  `sums of hits that have nothing in common take little more room than their file${reason}`,
  async () => {
    using small = mountSmall(160 * 1024 ** 2);
    if (small === undefined) return;
    const folder = openTestFolder(join(small.path, 'data'));
    const engine = await openHitEngine({ folder, memoryLimitBytes: 64 * 1024 ** 2 });
    const store = createDuckHitStore(engine, { maxRawHits: 0, rowsPerSlice: 5000 });
    const unlike = (n: number) => Bun.hash(String(n)).toString(36).repeat(14);
    for (let start = 0; start < 60_000; start += 10_000)
      await store.append(
        Array.from({ length: 10_000 }, (_, n) =>
          hit({ path: `/${unlike(start + n)}`, referrer: `https://${unlike(start + n)}.example/` }),
        ),
      );
    await store.maintain({ force: true });
    expect(await engine.read('SELECT watermark FROM sum_state')).toEqual([{ watermark: 60_000 }]);
    expect(engine.health().rewriteFailure).toBeUndefined();
    await store.close();
    folder.close();
  },
);

test.skipIf(!canMount)(
  `with a full disk a change of the configuration is refused and nothing of it stays${reason}`,
  () => {
    using small = mountSmall(SIZE_BYTES);
    if (small === undefined) return;
    const folder = openTestFolder(join(small.path, 'data'));
    const db = openAppDb(folder, [{ name: '0001-notes', sql: 'CREATE TABLE notes (body TEXT NOT NULL)' }]);
    const write = () =>
      db.transaction(tx => void tx.run(sql`INSERT INTO notes VALUES (${'x'.repeat(50_000)})`));
    const count = () => db.all<{ n: number }>(sql`SELECT count(*) AS n FROM notes`)[0]?.n;
    write();
    const free = fill(small.path);
    expect(write).toThrow(AppError);
    expect(count()).toBe(1);
    free();
    write();
    expect(count()).toBe(2);
    db.close();
    folder.close();
  },
);

test.skipIf(!canMount)(
  `a server starts on a full disk: all can be read, hits are refused until there is room${reason}`,
  async () => {
    using small = mountSmall(SIZE_BYTES);
    if (small === undefined) return;
    const data = join(small.path, 'data');
    const first = await startTestServer({ data });
    const { id } = await first.given.site();
    expect((await first.api('POST', `/sites/${id}/hits`, { body: { path: '/' } })).status).toBe(201);
    await first.stop();
    // Half a frame, as a write leaves it that found no room.
    const log = join(data, readdirSync(data).find(name => name.endsWith('.db-wal')) ?? '');
    appendFileSync(log, readFileSync(log).subarray(32, 2000));
    const free = fill(small.path);
    await using again = await startTestServer({ data });
    const key = first.owner.full;
    const reported = await again.api('GET', `/sites/${id}/hits`, { key });
    expect([reported.status, reported.body.hits.length]).toEqual([200, 1]);
    // The block that the journal ends in has room for a few more.
    const send = () => again.api('POST', `/sites/${id}/hits`, { key, body: { path: '/' } });
    const answers: number[] = [];
    while (answers.at(-1) !== 503 && answers.length < 500) answers.push((await send()).status);
    expect(answers.at(-1)).toBe(503);
    const health = async () => {
      const response = await fetch(`${again.url}/healthz`);
      return [response.status, await response.text()];
    };
    expect(await health()).toEqual([503, expect.stringContaining('hits are refused')]);
    free();
    expect((await send()).status).toBe(201);
    expect((await health())[0]).toBe(200);
  },
);
