/** `footfall check` on folders that are not whole: each fault is a line on standard error, and the exit code is 1. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run, temporaryFolder } from '../support/cli.ts';
import { DAMAGES, madeFolder, otherFolder } from '../support/damages.ts';
import { startTestServer } from '../support/server.ts';

setDefaultTimeout(300_000);

/** Damages a new data folder in the named way, and returns the output of the check. */
async function checkAfter(folder: string, what: string) {
  const data = join(folder, 'data');
  const other = join(folder, 'other');
  await madeFolder(data);
  await otherFolder(other);
  DAMAGES.find(damage => damage.what === what)?.inflict(data, other);
  return await run('check', { data });
}

test('hits that the configuration has recorded and that are missing', async () => {
  using folder = temporaryFolder();
  const { code, out, err } = await checkAfter(folder.path, 'half their journal');
  expect([code, err]).toEqual([1, 'footfall: missing: 1 hit that the configuration has recorded']);
  expect(out).toContain('rows: 1 hits');
  expect(out).not.toMatch(/\bok\b/);
});

test.each(['user list', 'site list', 'backup DIR', 'import 1 rows.csv'])(
  'what check finds missing is not made up for by %s',
  async command => {
    using folder = temporaryFolder();
    const data = join(folder.path, 'data');
    await madeFolder(data);
    for (const name of readdirSync(data)) if (name.startsWith('hits.')) rmSync(join(data, name));
    const line = command.replace('DIR', join(folder.path, 'copy'));
    expect(await run(line, { data })).toMatchObject({
      code: 1,
      err: `footfall: the hits (hits.*.duckdb) are missing in ${data}: restore a copy of the folder, or start the server to go on without them`,
    });
    expect((await run('check', { data })).code).toBe(1);
  },
);

test('a command does not take a journal that was cut for all there was', async () => {
  using folder = temporaryFolder();
  const { code } = await checkAfter(folder.path, 'half their journal');
  const data = join(folder.path, 'data');
  expect(await run(`backup ${join(folder.path, 'copy')}`, { data })).toMatchObject({
    code: 1,
    err: `footfall: 1 hits that were stored before are not in the files of ${data}: restore a copy of the folder, or start the server to go on without them`,
  });
  expect([code, (await run('check', { data })).code]).toEqual([1, 1]);
});

test('two folders mixed', async () => {
  using folder = temporaryFolder();
  const { code, err } = await checkAfter(folder.path, 'the hits, for those of another folder');
  expect(code).toBe(1);
  expect(err.split('\n')).toContain(
    'footfall: the configuration and the hits come from two different data folders',
  );
});

test('hits of sites that are not known, for good once their loss was accepted', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  await madeFolder(data);
  for (const name of readdirSync(data).filter(each => each.endsWith('-wal'))) rmSync(join(data, name));
  const [older, orphans] = (await run('check', { data })).err.split('\n');
  expect(older).toMatch(/^footfall: the configuration lacks \d+ changes? to/);
  expect(orphans).toBe('footfall: hits of sites that the configuration does not know: 1 such sites');
  await (await startTestServer({ data, acceptsLoss: true })).stop();
  for (const at of [data, join(folder.path, 'copy')]) {
    if (at !== data) cpSync(data, at, { recursive: true });
    expect(await run('check', { data: at })).toMatchObject({ code: 1, err: orphans });
  }
});

test('rows of the configuration that refer to a site that is not there', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  {
    await using server = await startTestServer({ data });
    const { id } = await server.given.site();
    const body = { signal: { title: 'Sale', occurred_at: '2026-03-01T00:00:00Z', external_id: 'sale' } };
    expect((await server.api('POST', `/sites/${id}/signals`, { body })).status).toBeLessThan(300);
    server.services.stores.db.run('pragma foreign_keys = off');
    server.services.stores.db.run('update signals set site_id = 99');
  }
  expect(await run('check', { data })).toMatchObject({
    code: 1,
    err: 'footfall: the configuration has 1 rows in signals that refer to sites that are not there',
  });
});
