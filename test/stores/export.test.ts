/** Exports of the hits store. */
import { setDefaultTimeout } from 'bun:test';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { describeExport } from './export-contract.ts';

setDefaultTimeout(300_000);

describeExport('export of the store in memory', async () => createMemoryHitStore(), ['ndjson']);
describeExport('export of DuckDB', folder => openDuckHitStore(folder), ['ndjson', 'csv', 'parquet']);
