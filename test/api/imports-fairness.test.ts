/** Imports of several accounts: nobody's waits for all those of another. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { receiveUpload } from '../../src/features/imports/upload.ts';
import { temporaryFolder } from '../support/cli.ts';
import { writeParquet } from '../support/duckdb.ts';
import { givenSite } from '../support/given-site.ts';
import { ended } from '../support/imports.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const headers = { 'content-type': 'application/octet-stream' };
const LINE =
  '203.0.113.9 - - [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"\n';
/** Ten megabytes in 60 KB. */
const LARGE = gzipSync(LINE.repeat(75_000));
const ROW = (path: string) => JSON.stringify({ created_at: '2026-03-01T00:00:00Z', path });

/** A site of the owner, or of a new user. */
async function siteOf(email?: string) {
  const user = email === undefined ? server().owner : await server().given.user(email);
  const site = await givenSite(server(), {}, user);
  const send = (query: string, body: string | Uint8Array) =>
    server().api('POST', `${site.path}/imports${query}`, { key: user.full, body, headers });
  const listStatuses = async (): Promise<string[]> =>
    (await site.get('/imports')).imports.map((each: { status: string }) => each.status);
  return {
    ...site,
    send,
    listStatuses,
    ended: (id: number) => ended(server(), `${site.path}/imports/${id}`, user.full),
  };
}

test('a small file, its preview and its undo pass the large files of others, and a preview one’s own', async () => {
  const busy = await siteOf();
  const other = await siteOf('small@example.org');
  for (let n = 0; n < 6; n++) expect((await busy.send('?format=access-log', LARGE)).status).toBe(202);
  const sent = await other.send('', ROW('/small'));
  expect((await other.send('?dry_run=true', ROW('/small'))).status).toBe(200);
  expect((await busy.send('?dry_run=true', ROW('/small'))).status).toBe(200);
  expect((await other.ended(sent.body.import.id)).status).toBe('completed');
  await other.call('DELETE', `/imports/${sent.body.import.id}`);
  expect((await other.ended(sent.body.import.id)).status).toBe('undone');
  expect(await busy.listStatuses()).toContain('running');
});

test('an upload to another account than the operator’s may have five million rows', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'rows.parquet');
  const select = (rows: number) =>
    `select '2026-03-01T00:00:00Z' as created_at, '/' as path from range(${rows})`;
  await writeParquet(file, select(5_000_001));
  const other = await siteOf('many@example.org');
  const { status, body } = await other.send('?dry_run=true&file_name=rows.parquet', readFileSync(file));
  expect([status, body.error]).toEqual([
    422,
    'rows.parquet has 5000001 rows, and an upload may have 5000000: split it, or have the operator import it with `footfall import`',
  ]);
});

test('the uploads of an account take half of the free space at most', async () => {
  using folder = temporaryFolder();
  const uploads = server().services.imports.uploads;
  const owner = await server().given.user('uploads@example.org');
  const first = await givenSite(server(), {}, owner);
  const second = await givenSite(server(), {}, owner);
  const stranger = await siteOf('disk@example.org');
  const reserved = uploads.reserve(first.id);
  await Bun.write(reserved.path, 'x'.repeat(1000));
  const sizes = [first, second, stranger].map(({ id }) => {
    const upload = uploads.reserve(id);
    const bytes = upload.otherBytes();
    upload.release();
    return bytes;
  });
  reserved.release();
  expect(sizes).toEqual([1000, 1000, 0]);
  const request = new Request('http://x.example/', { method: 'POST', body: 'x' });
  const receive = (otherBytes: number) =>
    receiveUpload(request, {
      importKey: 'a',
      path: join(folder.path, 'a'),
      otherBytes: () => otherBytes,
      release() {},
    });
  await expect(receive(2 ** 50)).rejects.toThrow('more than half of the free space');
  await receive(0);
});
