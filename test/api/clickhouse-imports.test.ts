/** Imports over HTTP while ClickHouse does not take their rows. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { aSite, ended } from '../support/imports.ts';
import { startTestServer } from '../support/server.ts';
import { shareClickHouse } from '../support/shared-clickhouse.ts';
import { until } from '../support/until.ts';

setDefaultTimeout(300_000);

const clickHouse = shareClickHouse();
const CSV = 'created_at,path\n2026-03-01T00:00:00Z,/a\n2026-03-01T00:01:00Z,/b\n';

test('an import whose rows are refused says what it waits for, and ends once they are taken', async () => {
  const { url } = await clickHouse().createDatabase({ isMigrated: true });
  await using site = await aSite({}, await startTestServer({ settings: { FOOTFALL_HITS_URL: url } }));
  clickHouse().proxy.failWith(statement =>
    statement.startsWith('insert into rows ') ? 'syntax error' : undefined,
  );
  const started = await site.send('', CSV);
  const path = `${site.path}/imports/${started.body.import.id}`;
  const find = async () => (await site.server.api('GET', path)).body.import;
  await until(async () => (await find()).error !== null);
  expect(await find()).toMatchObject({
    status: 'running',
    error:
      'everything is read, and waits until the database of hits takes it: the log of the server says why',
  });
  clickHouse().proxy.failWith(() => undefined);
  expect(await ended(site.server, path)).toMatchObject({ status: 'completed', hits: 2, error: null });
  expect((await site.server.api('GET', `${site.path}/hits`)).body.pagination.total_count).toBe(2);
});
