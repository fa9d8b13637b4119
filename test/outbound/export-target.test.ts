/** Buckets that answer too much, never, or what is none: a file is stored, or there is a clear error. */
import { expect, test } from 'bun:test';
import { truncateSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createExportTarget } from '../../src/outbound/export-target.ts';
import { temporaryFolder } from '../support/cli.ts';
import { startLoopbackServer } from '../support/loopback-servers.ts';
import { startS3Server } from '../support/s3-server.ts';

const MIB = 1024 ** 2;

/** Stores a file of so many bytes in a bucket. */
async function store(endpoint: string, bytes: number, key = 'S3RVER') {
  using folder = temporaryFolder();
  const path = join(folder.path, 'file');
  writeFileSync(path, 'begin');
  truncateSync(path, bytes);
  const access = { endpoint, region: null, accessKeyId: key, secretAccessKey: key };
  const target = createExportTarget({ kind: 'bucket', bucket: 'stats', prefix: 'footfall/' }, access);
  return await target.put('a b/(1)+ü.parquet', { path }, new AbortController().signal);
}

test.each([0, 1000, 16 * MIB, 16 * MIB + 1, 40 * MIB])('%d bytes are stored, whole', async bytes => {
  await using s3 = await startS3Server();
  const stored = await store(s3.settings.FOOTFALL_S3_ENDPOINT, bytes);
  const read = await s3.read('a b/(1)+ü.parquet');
  expect([stored.bytes, read?.length]).toEqual([bytes, bytes]);
  expect(new Bun.CryptoHasher('sha256').update(read ?? '').digest('hex')).toBe(stored.sha256);
});

test('a key that is wrong is refused in the words of the bucket', async () => {
  await using s3 = await startS3Server();
  const stored = store(s3.settings.FOOTFALL_S3_ENDPOINT, 10, 'other');
  await expect(stored).rejects.toThrow('the bucket of FOOTFALL_EXPORT_URL answered InvalidAccessKeyId');
});

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

const error =
  (code: string, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code><Message>so\r\nit is</Message></Error>`);
/** Takes an upload in parts up to one request. */
const partsUntil =
  (stop: (request: IncomingMessage) => boolean, then: Answer): Answer =>
  (request, response) => {
    if (stop(request)) return then(request, response);
    if (request.url?.endsWith('?uploads=')) return response.end('<UploadId>1</UploadId>');
    return response.setHeader('etag', '"x"').end();
  };
const endless: Answer = (_, response) => {
  while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
  if (!response.destroyed) response.once('drain', () => endless(_, response));
};
const isEnd = ({ method, url }: IncomingMessage) => method === 'POST' && url?.endsWith('uploadId=1') === true;

test.each<readonly [what: string, bytes: number, answer: Answer, message: string]>([
  ['HTML', 10, (_, response) => response.end('<html>'), 'stored nothing: its answer has no ETag'],
  [
    'HTML to an upload in parts',
    20 * MIB,
    (_, response) => response.end('<html>'),
    'begins no upload in parts',
  ],
  ['an error with 200', 10, error('InternalError'), 'answered InternalError: so it is'],
  ['a refusal', 10, error('AccessDenied', 403), 'answered AccessDenied: so it is'],
  ['no end', 10, endless, 'cannot be used: the service answered too much'],
  [
    'a redirect',
    10,
    (_, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    'answered 307',
  ],
  ['by hanging up', 10, ({ socket }) => socket.destroy(), 'cannot be used: the service could not be reached'],
  [
    'an error with 200 at the end',
    20 * MIB,
    partsUntil(isEnd, error('InternalError')),
    'answered InternalError: so it is',
  ],
  [
    'nothing at the end',
    20 * MIB,
    partsUntil(isEnd, (_, response) => response.end()),
    'does not say that it stored the parts',
  ],
  [
    'a part without a tag',
    20 * MIB,
    partsUntil(
      ({ url }) => /partNumber=2/.test(url ?? ''),
      (_, response) => response.end(),
    ),
    'stored nothing: its answer has no ETag',
  ],
])('a bucket that answers %s has not stored a file of %d bytes', async (_, bytes, answer, message) => {
  await using bucket = await startLoopbackServer((request, response) => {
    request.resume().on('end', () => answer(request, response));
  });
  const stored = store(`http://127.0.0.1:${bucket.port}`, bytes);
  await expect(stored).rejects.toThrow(`the bucket of FOOTFALL_EXPORT_URL ${message}`);
  const begun = bucket.requests.some(({ url }) => url.includes('uploadId=1'));
  expect(bucket.requests.at(-1)?.method === 'DELETE').toBe(begun);
});
