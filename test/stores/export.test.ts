/** Exports of the hits store. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportRequest } from '../../src/core/hits/export.ts';
import { temporaryFolder } from '../support/cli.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { describeExport, randomRows } from './export-contract.ts';

setDefaultTimeout(300_000);

describeExport('export of the store in memory', async () => createMemoryHitStore(), ['ndjson']);
describeExport('export of DuckDB', folder => openDuckHitStore(folder), ['ndjson', 'csv', 'parquet']);

const REQUEST = { siteId: 1, siteUrl: 'https://example.com', kind: 'hit', span: null } as const;

/** A store with rows, and a path in its data folder. */
async function aFilledStore() {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const store = await openDuckHitStore(data);
  await store.append(randomRows(1));
  mkdirSync(join(data, 'tmp/wanted'));
  return {
    store,
    file: join(data, 'tmp/wanted/hits.parquet'),
    listScratch: () => readdirSync(join(data, 'tmp')).filter(name => name.startsWith('export-')),
    read: async (request: ExportRequest) => {
      const pieces: Uint8Array[] = [];
      const stream = store.exportRows(request);
      for (;;) {
        const { done, value } = await stream.next();
        if (done) return { rows: value, bytes: Buffer.concat(pieces) };
        pieces.push(value);
      }
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      folder[Symbol.dispose]();
    },
  };
}

test('Parquet is written to a file that is named, the same as is streamed; text is streamed in any case', async () => {
  await using given = await aFilledStore();
  const { file } = given;
  const streamed = await given.read({ ...REQUEST, format: 'parquet' });
  const written = await given.read({ ...REQUEST, format: 'parquet', file });
  expect(written).toEqual({ rows: streamed.rows, bytes: Buffer.alloc(0) });
  expect(Buffer.from(await Bun.file(file).bytes())).toEqual(streamed.bytes);
  const csv = await given.read({ ...REQUEST, format: 'csv', file: `${file}.csv` });
  expect(csv.bytes.length).toBeGreaterThan(0);
  expect(existsSync(`${file}.csv`)).toBe(false);
  expect(given.listScratch()).toEqual([]);
});

test('an export to a file that is cancelled fails, and leaves no scratch folder', async () => {
  await using given = await aFilledStore();
  const signal = AbortSignal.abort(new Error('cancelled'));
  await expect(given.read({ ...REQUEST, format: 'parquet', file: given.file, signal })).rejects.toThrow();
  expect(given.listScratch()).toEqual([]);
});
