/** TLS of the server's own, with a certificate from files. */
import { expect, test } from 'bun:test';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { temporaryFolder } from '../support/cli.ts';
import { findFreePort } from '../support/free-port.ts';
import { AUTHORITY, certificateAt } from '../support/loopback-servers.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { share } from '../support/share.ts';

const source = (name: string): string => join(import.meta.dir, '../support/tls', name);

/** A folder with a certificate and its key, which another takes the place of. */
function givenFiles() {
  const folder = temporaryFolder();
  const [chain, key] = [join(folder.path, 'chain.pem'), join(folder.path, 'key.pem')];
  const put = (name: string, keyName = name): void => {
    copyFileSync(source(`${name}.pem`), chain);
    copyFileSync(source(`${keyName}.key`), key);
  };
  put('valid');
  return { ...folder, chain, key, put, settings: { FOOTFALL_TLS_CERT: chain, FOOTFALL_TLS_KEY: key } };
}

/** Returns the subject of the certificate that a new connection gets. */
const subjectAt = async (url: string) => (await certificateAt(url)).subject.CN;

const httpPort = findFreePort();
/** A server with files, each of whose tests leaves a valid certificate, and with a port that leads to it. */
const shared = share(async () => {
  const files = givenFiles();
  const server = await startTestServer({
    settings: { ...files.settings, FOOTFALL_HTTP_PORT: String(httpPort) },
  });
  return {
    files,
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      files[Symbol.dispose]();
    },
  };
});

const keyOf = ({ owner }: TestServer) => ({ authorization: `Bearer ${owner.full}`, 'user-agent': 'test' });
const get = (url: string, options: RequestInit = {}) =>
  fetch(url, { ...options, redirect: 'manual', tls: { ca: AUTHORITY } });

test('HTTPS from files: API, links, secure cookies and HSTS', async () => {
  using files = givenFiles();
  await using server = await startTestServer({ settings: files.settings, hasOwner: false });
  expect(server.url).toStartWith('https://127.0.0.1:');
  expect(server.setUpUrl).toStartWith(`${server.url}/setup?token=`);
  const { status, headers } = await get(`${server.url}/healthz`);
  expect([status, headers.get('strict-transport-security')]).toEqual([200, 'max-age=31536000']);
  const token = new URL(server.setUpUrl ?? '').searchParams.get('token');
  const made = await get(`${server.url}/setup`, {
    method: 'POST',
    headers: { origin: server.url },
    body: JSON.stringify({ token, email: 'a@example.org', password: 'correct horse', time_zone: 'UTC' }),
  });
  expect(made.headers.get('set-cookie')).toMatch(/^__Host-footfall=.*; Secure/);
});

test('a changed certificate is used for new connections; those that are open, and what is asked over them, go on', async () => {
  const { files, server } = shared();
  expect(await subjectAt(server.url)).toBe('valid.test');
  // A request that is not sent to its end before the certificate changes.
  const answered = Promise.withResolvers<number>();
  const open = request(
    `${server.url}/api/v1/sites`,
    { method: 'POST', ca: AUTHORITY, agent: false, headers: keyOf(server) },
    answer => answered.resolve(answer.statusCode ?? 0),
  );
  open.on('error', answered.reject);
  await new Promise(resolve => open.write('{"url":', resolve));
  files.put('self-signed');
  await server.job('tls.refresh');
  expect(await subjectAt(server.url)).toBe('self.test');
  open.end('"https://open.example"}');
  expect(await answered.promise).toBe(201);
  files.put('valid');
  await server.job('tls.refresh');
  for (let count = 0; count < 5; count++) expect(await subjectAt(server.url)).toBe('valid.test');
});

test('a bad renewal leaves the certificate in use; operator page and metrics say so until it is repaired', async () => {
  const { files, server } = shared();
  const api = async (path: string) => (await get(`${server.url}${path}`, { headers: keyOf(server) })).text();
  const status = async () => JSON.parse(await api('/api/v1/operator')).tls;
  expect(await status()).toEqual({
    source: 'files',
    names: ['valid.test', '*.valid.test', '127.0.0.1'],
    valid_until: '2120-01-01T00:00:00.000Z',
    last_error: null,
  });
  const bad: readonly [string, () => void, string][] = [
    ['nothing in it', () => writeFileSync(files.chain, ''), 'the certificate is none in PEM'],
    [
      'cut short',
      () => writeFileSync(files.chain, AUTHORITY.slice(0, 200)),
      'the certificate is none in PEM',
    ],
    ['another key', () => files.put('valid', 'expired'), 'the key does not belong'],
    ['expired', () => files.put('expired'), 'it expired on 20'],
    ['gone', () => rmSync(files.key), 'there is no such file'],
  ];
  for (const [what, damage, reason] of bad) {
    damage();
    await server.job('tls.refresh');
    expect([what, (await status()).last_error]).toEqual([what, expect.stringContaining(reason)]);
    expect(await subjectAt(server.url)).toBe('valid.test');
  }
  expect(await api('/metrics')).toContain('footfall_certificate_failing 1');
  files.put('valid');
  await server.job('tls.refresh');
  expect((await status()).last_error).toBeNull();
  const metrics = await api('/metrics');
  expect(metrics).toContain('footfall_certificate_failing 0');
  expect(metrics).toContain(
    `footfall_certificate_expires_timestamp_seconds ${Date.parse('2120-01-01') / 1000}`,
  );
});

test('files that cannot be used end the start with one line, before the data folder is made', async () => {
  using files = givenFiles();
  const fault = async (settings: Record<string, string>) =>
    await startTestServer({ settings: { ...files.settings, ...settings } }).then(
      () => 'started',
      error => [error.exitCode, error.message],
    );
  const start = 'FOOTFALL_TLS_CERT and FOOTFALL_TLS_KEY cannot be used: ';
  expect(await fault({ FOOTFALL_TLS_CERT: '/nothing.pem' })).toEqual([
    2,
    `${start}/nothing.pem: there is no such file`,
  ]);
  expect(await fault({ FOOTFALL_TLS_CERT: tmpdir() })).toEqual([2, `${start}${tmpdir()}: it is a folder`]);
  expect(await fault({ FOOTFALL_TLS_KEY: source('expired.key') })).toEqual([
    2,
    `${start}${files.chain}, ${source('expired.key')}: the key does not belong to the certificate`,
  ]);
  writeFileSync(
    files.key,
    '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMII=\n-----END ENCRYPTED PRIVATE KEY-----\n',
  );
  expect((await fault({}))[1]).toContain('the key is protected by a password: store it without one');
});

test('settings of TLS that do not go together end the start with a line each', () => {
  const fault = (environment: Record<string, string>): string => {
    try {
      loadConfig({ flags: {}, environment });
      return 'loaded';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const acme = { FOOTFALL_TLS: 'acme', FOOTFALL_BASE_URL: 'https://stats.example.org' };
  const files = { FOOTFALL_TLS_CERT: 'a', FOOTFALL_TLS_KEY: 'b' };
  expect([fault(acme), fault(files)]).toEqual(['loaded', 'loaded']);
  expect(fault({ FOOTFALL_TLS_CERT: 'a' })).toBe('FOOTFALL_TLS_KEY is required with FOOTFALL_TLS_CERT');
  expect(fault({ FOOTFALL_TLS_KEY: 'a' })).toBe('FOOTFALL_TLS_CERT is required with FOOTFALL_TLS_KEY');
  expect(fault({ ...acme, ...files })).toBe('FOOTFALL_TLS=acme and FOOTFALL_TLS_CERT exclude each other');
  expect(fault({ ...files, FOOTFALL_BASE_URL: 'http://a.example' })).toStartWith(
    'FOOTFALL_BASE_URL must begin with https://',
  );
  for (const address of ['https://192.0.2.1', 'https://[::1]', 'https://localhost'])
    expect(fault({ ...acme, FOOTFALL_BASE_URL: address })).toStartWith(
      'FOOTFALL_BASE_URL is required with FOOTFALL_TLS=acme',
    );
  expect(fault({ FOOTFALL_TLS: 'acme' })).toStartWith('FOOTFALL_BASE_URL is required with FOOTFALL_TLS=acme');
  expect(fault({ FOOTFALL_HTTP_PORT: '80' })).toStartWith(
    'FOOTFALL_HTTP_PORT is for a server with its own TLS',
  );
});

test('the port without TLS redirects to the one with it, whatever is asked and with its method', async () => {
  const { files, server } = shared();
  const redirect = async (port: number, path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init });
    return `${answer.status} ${answer.headers.get('location')}`;
  };
  const host = 'stats.example.org';
  for (const path of ['/sites/1?a=b', '/.well-known/acme-challenge/x'])
    expect(await redirect(httpPort, path)).toBe(`308 ${server.url}${path}`);
  const { port } = new URL(server.url);
  expect(await redirect(httpPort, '/', { headers: { host } })).toBe(`308 https://${host}:${port}/`);
  const other = findFreePort();
  const settings = { FOOTFALL_BASE_URL: `https://${host}/stats`, FOOTFALL_HTTP_PORT: String(other) };
  await using _ = await startTestServer({ settings: { ...files.settings, ...settings } });
  const told = { headers: { host: 'evil.example' } };
  expect(await redirect(other, '/stats/docs', told)).toBe(`308 https://${host}/stats/docs`);
  expect(await redirect(other, '//evil.example/', { method: 'POST', ...told })).toBe(
    `308 https://${host}/evil.example/`,
  );
});

test('a port that another program has ends the start, also with TLS', async () => {
  const { files, server } = shared();
  const { port } = new URL(server.url);
  const settings = { ...files.settings, FOOTFALL_PORT: port };
  expect(startTestServer({ settings })).rejects.toThrow(
    `cannot listen on 127.0.0.1 port ${port}: another program has it`,
  );
  const httpSettings = { ...files.settings, FOOTFALL_HTTP_PORT: port };
  expect(startTestServer({ settings: httpSettings })).rejects.toThrow('choose another with --http-port');
});
