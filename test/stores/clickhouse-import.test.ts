/** Imports into a store on ClickHouse: what every store must do, beside rows that are there and not in the data folder. */
import { afterAll, beforeAll, setDefaultTimeout } from 'bun:test';
import { type ChdbServer, startChdbServer } from '../support/chdb.ts';
import { createDatabase, openClickHouseHitStore } from '../support/clickhouse-hit-store.ts';
import { describeExport } from './export-contract.ts';
import { describeImport } from './import-contract.ts';

setDefaultTimeout(60_000);

let server: ChdbServer;
beforeAll(async () => {
  server = await startChdbServer();
});
afterAll(() => server.stop());

let databases = 0;
const open = async (folder: string) => {
  const database = `import_${++databases}`;
  await createDatabase(server.url, database);
  return openClickHouseHitStore(folder, { url: server.url, database });
};

describeImport('import into ClickHouse', open);
describeExport('export from ClickHouse', open, ['ndjson', 'csv', 'parquet']);
