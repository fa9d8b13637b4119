/** Imports over HTTP: what is recognised, what is answered, and how everything is taken back. */
import { expect, spyOn, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { AppError } from '../../src/core/errors.ts';
import { createImportsStore, type NewImport } from '../../src/features/imports/store.ts';
import { type ImportOptions, NOTHING_READ } from '../../src/features/imports/tables.ts';
import { createKey } from '../../src/lib/token.ts';
import { temporaryFolder } from '../support/cli.ts';
import { aSite, ended } from '../support/imports.ts';
import { answered, refused } from '../support/refused.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { zip } from '../support/zip.ts';

const server = shareServer();

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const CSV = 'created_at,path,visitor_id\n2026-03-01T00:00:00Z,/a,x\n2026-03-01T00:01:00Z,/b,x\nnever,/c,y\n';
const GOATCOUNTER = `2Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date
/a,A,false,,Firefox 120,Linux,1a,0,news.example/item,h,"1920,1080,1",NL-NH,true,2026-03-02T08:00:00Z
/c,C,0,,Safari 14.0,macOS 10.15,3c,0,Email,g,,RO,1,2026-03-02T07:59:00Z
click-me,,true,,Firefox 120,Linux,1a,0,,,"1920,1080,1",NL,false,2026-03-02T08:00:10Z
/b,B,false,,,,2b,3,,,,,true,2026-03-02T09:00:00Z
`;

/** Options of an import that asks for nothing. */
const AS_FOUND = { format: 'auto', timeZone: null, logFormat: null, overlap: false } as const;

test.each([
  ['as it is', CSV],
  ['with gzip', gzipSync(CSV)],
  ['with zstd', zstdCompressSync(CSV)],
  ['in a zip archive', zip({ 'a/rows.csv': CSV, '__MACOSX/rows.csv': 'x' })],
])('a file %s is imported, listed and taken back', async (_, body) => {
  const site = await aSite({}, server());
  const before = await site.get('/hits?group_by=path');
  const imported = await site.upload('?file_name=history.csv', body);
  expect(imported).toMatchObject({
    format: 'footfall',
    kind: 'rows',
    file_name: 'history.csv',
    status: 'completed',
    progress: 1,
    rows_read: 3,
    rows_imported: 2,
    rows_skipped: 0,
    rows_bad: 1,
    bad_rows: [{ line: 4, error: 'created_at must be an ISO 8601 time, got "never"' }],
    start_date: '2026-03-01',
    end_date: '2026-03-01',
    hits: 2,
    error: null,
  });
  const again = await site.upload('', body);
  expect(again).toMatchObject({ rows_imported: 0, rows_skipped: 2, status: 'completed' });
  const { imports } = await site.get('/imports');
  expect(imports.map((each: { id: number }) => each.id)).toEqual([again.id, imported.id]);
  const { status, body: undone } = await site.server.api('DELETE', `${site.path}/imports/${imported.id}`);
  expect([status, undone.import.status]).toEqual([202, 'undoing']);
  expect((await ended(site.server, `${site.path}/imports/${imported.id}`)).status).toBe('undone');
  expect(await site.get('/hits?group_by=path')).toEqual(before);
});

test('an undo that fails says why, and can be asked for again', async () => {
  const site = await aSite({}, server());
  const { id } = await site.upload('', CSV);
  const path = `${site.path}/imports/${id}`;
  const full = new AppError('unavailable', 'There is no room');
  using _ = spyOn(site.server.services.stores.hits, 'remove').mockRejectedValueOnce(full);
  await site.server.api('DELETE', path);
  expect(await ended(site.server, path)).toMatchObject({
    status: 'completed',
    error: 'it could not be taken back completely, undo it again: There is no room',
  });
  await site.server.api('DELETE', path);
  expect(await ended(site.server, path)).toMatchObject({ status: 'undone', error: null });
});

test('a dry run says what would come of a file, and changes nothing', async () => {
  const site = await aSite({}, server());
  expect(await site.send('?dry_run=true', CSV)).toEqual(
    answered(200, {
      preview: {
        format: 'footfall',
        kind: 'rows',
        rows: 3,
        bad_rows: 1,
        start_date: '2026-03-01',
        end_date: '2026-03-01',
        hits: 2,
        first_bad_rows: [{ line: 4, error: 'created_at must be an ISO 8601 time, got "never"' }],
        left_out: [],
      },
    }),
  );
  expect((await site.get('/imports')).imports).toEqual([]);
  expect((await site.get('/hits')).hits).toEqual([]);
});

test('what is wrong with a damaged file does not say where the server keeps it', async () => {
  const site = await aSite({}, server());
  for (const damaged of ['PAR1garbagePAR1', `PAR1${'x'.repeat(1000)}\xe8\x03\x00\x00PAR1`]) {
    const { status, body } = await site.send('?dry_run=true&file_name=a.parquet', damaged);
    expect(status).toBe(422);
    expect(body.error).toEqual(expect.stringContaining('a.parquet cannot be read as parquet'));
    expect(body.error).not.toContain('/');
  }
});

test('a dry run ends with the one who asked for it, and with the server', async () => {
  await using site = await aSite();
  using folder = temporaryFolder();
  const path = join(folder.path, 'rows.csv');
  writeFileSync(path, CSV);
  const { imports } = site.server.services;
  const preview = (stop: AbortController, onProgress?: () => void) =>
    imports.preview(
      { ...AS_FOUND, siteId: site.id, source: { path, name: path } },
      { signal: stop.signal, ...(onProgress && { onProgress }) },
    );
  const gone = new AbortController();
  await expect(preview(gone, () => gone.abort())).rejects.toThrow('abort');
  await expect(preview(gone)).rejects.toThrow('abort');
  expect(await preview(new AbortController())).toMatchObject({ report: { read: 3 } });
  const left = preview(new AbortController(), () => void imports.stop());
  await expect(left).rejects.toThrow('stopping');
});

test('an export of GoatCounter is recognised; its bots are left out', async () => {
  const site = await aSite({}, server());
  expect(await site.upload('', GOATCOUNTER)).toMatchObject({
    format: 'goatcounter',
    rows_read: 4,
    rows_imported: 3,
    rows_skipped: 1,
    hits: 2,
    left_out: [{ what: 'bots', count: 1, why: expect.any(String) }],
  });
  expect((await site.get('/hits?start_date=2026-03-01')).hits).toMatchObject([
    {
      path: '/a',
      referrer: 'https://news.example/item',
      country: 'NL',
      created_at: '2026-03-02T08:00:00.000Z',
    },
    { path: '/c', referrer: null, source: 'Email', browser_name: 'Safari', platform_name: 'macOS' },
  ]);
  const { events } = await site.get('/events?start_date=2026-03-01');
  expect(events).toMatchObject([{ event: 'goatcounter.click-me' }]);
});

test('page views of an access log are hits with visitors, and their addresses are nowhere', async () => {
  await using site = await aSite({ url: 'https://a.example' });
  const line = (second: string, address: string, path: string, status = 200) =>
    `a.example ${address} - - [02/Mar/2026:08:00:${second} +0000] "GET ${path} HTTP/1.1" ${status} 9 "-" "${CHROME}"\n`;
  const log =
    line('01', '203.0.113.77', '/a') +
    line('02', '203.0.113.77', '/b') +
    line('03', '203.0.113.78', '/a') +
    line('04', '203.0.113.78', '/gone', 404);
  const imported = await site.upload('', log);
  expect(imported).toMatchObject({ format: 'access-log', rows_read: 4, hits: 3, left_out: [{ count: 1 }] });
  const { summary } = await site.get('/hits?start_date=2026-03-01&group_by=path&include_visitors=true');
  expect(summary).toMatchObject({ unique_visitors: 2 });
  await site.server.stop();
  const files = readdirSync(site.server.data, { recursive: true, withFileTypes: true }).filter(file =>
    file.isFile(),
  );
  const found = files.filter(file => readFileSync(join(file.parentPath, file.name)).includes('203.0.113.7'));
  expect(found).toEqual([]);
});

test('agent visits of an access log have the status that they were answered with', async () => {
  const site = await aSite({}, server());
  const line = (second: number, status: number) =>
    `203.0.113.77 - - [02/Mar/2026:08:00:0${second} +0000] "GET /a HTTP/1.1" ${status} 9 "-" "GPTBot/1.2"\n`;
  expect(await site.upload('', line(1, 200) + line(2, 404) + line(3, 404))).toMatchObject({
    rows_imported: 3,
  });
  const ask = (query: string) => site.get(`/agent_visits?start_date=2026-03-01&${query}`);
  const codesOf = (visits: { status_code: number }[]) => visits.map(visit => visit.status_code);
  expect(codesOf((await ask('')).agent_visits)).toEqual([404, 404, 200]);
  expect(codesOf((await ask('status_code=404')).agent_visits)).toEqual([404, 404]);
  expect((await ask('group_by=status_code')).grouped_agent_visits).toMatchObject([
    { status_code: '404', visit_count: 2 },
    { status_code: '200', visit_count: 1 },
  ]);
});

test('a log is recognised behind a first line of any length', async () => {
  const site = await aSite({}, server());
  const line =
    '203.0.113.77 - - [02/Mar/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 9 "-" "Mozilla/5.0 Firefox/128.0"\n';
  for (const length of [70_000, 3_000_000])
    expect((await site.send('?dry_run=true', `${'x'.repeat(length)}\n${line}`)).body.preview).toMatchObject({
      format: 'access-log',
      rows: 2,
      first_bad_rows: [{ line: 1 }],
    });
});

test('a status code that is none makes a bad row', async () => {
  const site = await aSite({}, server());
  const rows = ['200', '99', 'gone', ''].map(
    code => `agent_visit,2026-03-01T00:00:00Z,/${code},GPTBot/1.2,${code}\n`,
  );
  const imported = await site.upload('', `type,created_at,path,user_agent,status_code\n${rows.join('')}`);
  expect(imported).toMatchObject({ rows_imported: 2, bad_rows: [{ line: 3 }, { line: 4 }] });
});

test.each([
  ['', 'hello, world\n', 'is of no format that can be imported (footfall, plausible'],
  ['', 'hello, world\n', 'a log in another form needs its log_format (--log-format)'],
  ...['425a6839314159265359', 'fd377a585a00', '377abcaf271c', '526172211a07'].map(
    signature =>
      [
        '',
        Buffer.from(`${signature}00000000`, 'hex'),
        'packed in a way that is not read: unpack it first',
      ] as const,
  ),
  ['', new Uint8Array(), 'body must be the file to import'],
  ['?format=goatcounter', CSV, 'is no file of the format goatcounter'],
  ['', gzipSync(CSV.repeat(50)).subarray(0, 90), 'is damaged or cut short'],
  ['', zip({ '../../escape.csv': CSV }), 'invalid relative path'],
  ['', Buffer.from('504b03040000', 'hex'), 'cannot be read as a zip archive'],
  ['', zip({}), 'is empty'],
])('%p and a wrong file are 422 with the reason', async (query, body, reason) => {
  const site = await aSite({}, server());
  expect(await site.send(query, body)).toEqual(refused(422, expect.stringContaining(reason)));
  expect(readdirSync(join(site.server.data, 'imports'))).toEqual([]);
});

test.each([
  ['format=fax', 'format'],
  ['time_zone=Mars', 'time_zone'],
  ['dry_run=perhaps', 'dry_run'],
  ['file_name=', 'file_name'],
])('%s is 400 and named', async (query, field) => {
  const site = await aSite({}, server());
  expect(await site.send(`?${query}`, CSV)).toEqual(refused(400, expect.stringContaining(field)));
});

test('an import that is not there is 404', async () => {
  const site = await aSite({}, server());
  expect((await site.server.api('GET', `${site.path}/imports/9`)).status).toBe(404);
  expect((await site.server.api('DELETE', `${site.path}/imports/9`)).status).toBe(404);
});

/** Records an import as a process does that begins one. Returns its id. */
function insertRunning(
  { services }: TestServer,
  siteId: number,
  importKey: string,
  options: Partial<ImportOptions> = {},
): number {
  const begun: NewImport = {
    siteId,
    importKey,
    fileName: `${importKey}.csv`,
    format: 'footfall',
    kind: 'rows',
    status: 'running',
    options: { timeZone: null, logFormat: null, overlap: false, ...options },
    ...NOTHING_READ,
    error: null,
    completedAt: null,
    createdAt: new Date(),
  };
  return createImportsStore(services.stores.db).insert(begun).id;
}

test('a site with ten imports that have not ended takes no more', async () => {
  const site = await aSite({}, server());
  const begin = (importKey: string) => insertRunning(server(), site.id, importKey);
  for (let n = 0; n < 9; n += 1) begin(`key${n}`);
  expect((await site.send('?dry_run=true', CSV)).status).toBe(200);
  begin('key9');
  expect(await site.send('', CSV)).toEqual(refused(429, expect.stringContaining('10 imports of this site')));
});

test('an upload that was damaged before its import was read is not imported', async () => {
  await using first = await startTestServer();
  const { id: siteId } = await first.given.site();
  const { imports, stores } = first.services;
  const { body } = await first.api('POST', `/sites/${siteId}/imports`, {
    body: new TextEncoder().encode(CSV),
    headers: { 'content-type': 'application/octet-stream' },
  });
  await ended(first, `/sites/${siteId}/imports/${body.import.id}`);
  const { checksum = '' } = createImportsStore(stores.db).find(siteId, body.import.id)?.options ?? {};
  const begin = (importKey: string, content: string) => {
    writeFileSync(imports.uploads.pathOf(importKey), content);
    return insertRunning(first, siteId, importKey, { checksum });
  };
  const whole = begin('whole', CSV);
  const damaged = begin('damaged', CSV.replace('/a', '/b'));
  await first.stop();

  await using again = await startTestServer({ data: first.data });
  const ask = (id: number) => ended(again, `/sites/${siteId}/imports/${id}`, first.owner.full);
  expect(await ask(whole)).toMatchObject({ status: 'completed', rows_read: 3 });
  expect(await ask(damaged)).toMatchObject({
    ...{ status: 'failed', rows_read: 0 },
    error: 'the file was damaged before its import was complete, and nothing was imported: import it again',
  });
});

test('an import that a crash interrupted is complete or read again', async () => {
  using folder = temporaryFolder();
  await using first = await startTestServer();
  const { id: siteId } = await first.given.site();
  const { imports, stores } = first.services;
  // What a killed server leaves: rows of the first import, the upload of the second, nothing of the third, a part of an upload.
  const source = { path: join(folder.path, 'rows.csv'), name: 'rows.csv' };
  writeFileSync(source.path, CSV);
  const { row, done } = await imports.start({ siteId, source, ...AS_FOUND }, createKey());
  await done;
  createImportsStore(stores.db).update(row.id, { status: 'running', rowsImported: 0 });
  const second = insertRunning(first, siteId, 'second');
  const upload = imports.uploads.pathOf('second');
  mkdirSync(dirname(upload), { recursive: true });
  writeFileSync(upload, CSV.replaceAll('/a', '/z'));
  const third = insertRunning(first, siteId, 'third');
  const cut = imports.uploads.pathOf('cut');
  writeFileSync(cut, CSV.slice(0, 40));
  const kudo = { siteId, uid: 'u', path: '/a', createdAt: new Date() };
  first.services.kudos.store.importAll([kudo], 'third');
  const note = { title: 'Launch', occurred_at: '2026-03-01T08:00:00Z' };
  first.services.sites.signals.write(siteId, note, 'third');
  await first.stop();

  await using again = await startTestServer({ data: first.data });
  const key = first.owner.full;
  const ask = (id: number) => ended(again, `/sites/${siteId}/imports/${id}`, key);
  expect(await ask(row.id)).toMatchObject({ status: 'completed', rows_imported: 2 });
  expect(await ask(second)).toMatchObject({ status: 'completed', rows_imported: 1, rows_skipped: 1 });
  expect([existsSync(upload), existsSync(cut)]).toEqual([false, false]);
  expect(await ask(third)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('import the file again'),
  });
  for (const report of ['kudos', 'signals']) {
    const { body } = await again.api('GET', `/sites/${siteId}/${report}?start_date=2026-03-01`, { key });
    expect(body[report]).toEqual([]);
  }
});
