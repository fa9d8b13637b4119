/** Authorities that answer too much, never, in another order, or what is none: each says why, and the server tries again in time. */
import { expect, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createLog } from '../../src/core/log.ts';
import { DAY_MS } from '../../src/lib/time-units.ts';
import { openAcmeCertificate } from '../../src/server/tls/acme/acme-certificate.ts';
import { temporaryFolder } from '../support/cli.ts';
import { startLoopbackServer } from '../support/loopback-servers.ts';

const HOST = 'stats.footfall.test';
const NOW = new Date('2026-03-10T12:00:00Z');

/** Answers of an authority by the resource that is asked for. `at` is its address. */
const usual = (at: string): Record<string, { body?: object; location?: string }> => ({
  directory: { body: { newNonce: `${at}/nonce`, newAccount: `${at}/account`, newOrder: `${at}/order` } },
  nonce: {},
  account: { body: {}, location: `${at}/account/1` },
  order: {
    body: { authorizations: [`${at}/authorization`], finalize: `${at}/finalize` },
    location: `${at}/order-1`,
  },
  authorization: { body: { status: 'valid' } },
  finalize: { body: {} },
  'order-1': { body: { status: 'valid', certificate: `${at}/certificate` } },
  certificate: { body: {} },
});

/** `csr` is the certificate request that came before. */
type Step = (response: ServerResponse, at: string, csr: Uint8Array) => unknown;

/** Asks an authority for a certificate that answers one step otherwise. */
async function orderFrom(step: string, answer: Step) {
  let csr: Uint8Array = new Uint8Array();
  await using authority = await startLoopbackServer(async (request, response) => {
    const sent = request.method === 'POST' ? JSON.parse((await request.toArray()).join('')) : {};
    const { csr: given } = JSON.parse(Buffer.from(sent.payload || 'e30', 'base64url').toString());
    if (given) csr = Buffer.from(given, 'base64url');
    const name = request.url?.slice(1) ?? '';
    const at = `http://127.0.0.1:${authority.port}`;
    response.setHeader('replay-nonce', 'n');
    if (name === step) return void answer(response, at, csr);
    const { body = {}, location } = usual(at)[name] ?? {};
    if (location !== undefined) response.setHeader('location', location);
    response.end(JSON.stringify(body));
  });
  using folder = temporaryFolder();
  const source = openAcmeCertificate({
    ...{ folder: folder.path, host: HOST, email: null, challenges: new Map(), log: createLog('silent') },
    ...{ directoryUrl: `http://127.0.0.1:${authority.port}/directory`, now: NOW },
  });
  const refresh = (afterMs: number) =>
    source.refresh({ now: new Date(NOW.getTime() + afterMs), signal: new AbortController().signal });
  expect(await refresh(0)).toBeUndefined();
  const requests = authority.requests.length;
  // At once it does not try again, after a week it does.
  await refresh(60_000);
  expect(authority.requests.length).toBe(requests);
  const { lastError } = source.status();
  await refresh(7 * DAY_MS);
  expect(authority.requests.length).toBeGreaterThan(requests);
  return lastError;
}

const json =
  (body: unknown, headers: Record<string, string> = {}, status = 200): Step =>
  response =>
    response.writeHead(status, headers).end(JSON.stringify(body));
const without =
  (step: string, field: string): Step =>
  (response, at) => {
    const { body = {}, location } = usual(at)[step] ?? {};
    response.writeHead(200, field === 'location' || location === undefined ? {} : { location });
    response.end(JSON.stringify({ ...body, [field]: undefined }));
  };
const endless: Step = response => {
  const piece = 'x'.repeat(64 * 1024);
  const more = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
};
const refuse = (retryAfter: string): Step =>
  json(
    { type: 'urn:ietf:params:acme:error:rateLimited', detail: 'too\r\nmany' },
    { 'retry-after': retryAfter },
    429,
  );
const challenge = (token: unknown): Step =>
  json({ status: 'pending', challenges: [{ type: 'http-01', url: 'http://127.0.0.1:1/', token }] });

/** Most machines have it. */
const openssl = Bun.which('openssl');

/** Signs the request without the host that it names. */
const otherCertificate: Step = (response, _, csr) => {
  using folder = temporaryFolder();
  const [request, key, own] = ['csr', 'key', 'own'].map(name => join(folder.path, name));
  writeFileSync(request ?? '', csr);
  const run = (command: string) =>
    execFileSync(openssl ?? '', command.split(' '), { stdio: ['ignore', 'pipe', 'ignore'] });
  run(`req -x509 -newkey rsa:2048 -nodes -keyout ${key} -out ${own} -subj /CN=authority`);
  response.end(run(`x509 -req -inform DER -in ${request} -CA ${own} -CAkey ${key} -days 90`));
};

const TOO_MANY = 'the authority refuses: too many (rateLimited)';
const NO_DIRECTORY = 'the authority has no directory at FOOTFALL_ACME_URL: it answered';

test.each<readonly [what: string, step: string, answer: Step, error: string]>([
  ['HTML', 'directory', response => response.end('<html>'), `${NO_DIRECTORY} 200`],
  ['a redirect', 'directory', json({}, { location: 'http://10.0.0.1/' }, 302), `${NO_DIRECTORY} 302`],
  ['an endless directory', 'directory', endless, 'the service answered too much'],
  [
    'no nonces',
    'directory',
    without('directory', 'newNonce'),
    'the authority names no address of http: for: newNonce',
  ],
  [
    'an account without address',
    'account',
    without('account', 'location'),
    'the authority names no address of http: for: account',
  ],
  [
    'an order without address',
    'order',
    without('order', 'location'),
    'the authority names no address of http: for: order',
  ],
  [
    'an order that cannot be finalized',
    'order',
    without('order', 'finalize'),
    'the authority names no address of http: for: finalize',
  ],
  [
    'an order of another kind of address',
    'order',
    json({ authorizations: ['file:///etc/passwd'] }, { location: 'http://a/' }),
    'the authority names no address of http: for: authorization',
  ],
  ['an endless order', 'order', endless, 'the service answered too much'],
  ['no challenge', 'authorization', json({}), 'the authority offers no challenge over HTTP (http-01)'],
  [
    'a token with a path',
    'authorization',
    challenge('../../x'),
    'the authority offers a challenge without a valid token',
  ],
  [
    'a connection that is cut',
    'finalize',
    response => response.destroy(),
    'the service could not be reached (ECONNRESET)',
  ],
  [
    'an order that fails',
    'order-1',
    json({ status: 'invalid', error: { detail: `a\n${'b'.repeat(9000)}` } }),
    `the authority could not check the host: a ${'b'.repeat(298)}`,
  ],
  [
    'an order without certificate',
    'order-1',
    json({ status: 'valid' }),
    'the authority names no address of http: for: certificate',
  ],
  [
    'a certificate that is none',
    'certificate',
    response => response.end('<html>'),
    'the certificate is none in PEM',
  ],
  ['a wait of years', 'order', refuse('99999999999999999'), TOO_MANY],
  ['a wait of a century', 'order', refuse('3155760000'), TOO_MANY],
  ['a wait that is negative', 'order', refuse('-5'), TOO_MANY],
])('%s', async (_, step, answer, error) => {
  expect(await orderFrom(step, answer)).toStartWith(error);
});

test.skipIf(openssl === null)('a certificate without the host', async () => {
  const error = `the authority answered a certificate that is not valid for ${HOST} now`;
  expect(await orderFrom('certificate', otherCertificate)).toBe(error);
});
