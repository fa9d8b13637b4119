import { expect, test } from 'bun:test';
import {
  AUTHORITY,
  failureOf,
  LIMITS,
  loopbackOutbound,
  startTcpServer,
  startTlsServer,
} from '../support/loopback-servers.ts';

const { fetchPublic } = loopbackOutbound({ trust: [AUTHORITY] });
const hello = (_: unknown, response: { end(text: string): void }) => response.end('hello');

test('a valid certificate is returned with the response', async () => {
  await using site = await startTlsServer('valid', hello);
  const answer = await fetchPublic(`https://valid.test:${site.port}/`, LIMITS);
  expect(Buffer.from(answer.body).toString()).toBe('hello');
  expect(answer.remoteAddress).toBe('127.0.0.1');
  expect(answer.certificate).toEqual({
    validFrom: new Date('2020-01-01T00:00:00Z'),
    validTo: new Date('2120-01-01T00:00:00Z'),
    issuer: 'Footfall test authority',
    subject: 'valid.test',
    names: ['valid.test', '*.valid.test', '127.0.0.1'],
    isAuthorized: true,
    fault: null,
  });
  expect(answer.timings.tlsMs).toBeNumber();
});

test('a certificate may be valid for a wildcard, a trailing dot and an IP address', async () => {
  await using site = await startTlsServer('valid', hello);
  for (const host of ['shop.valid.test', 'valid.test.', '127.0.0.1', '2130706433']) {
    const { status } = await fetchPublic(`https://${host}:${site.port}/`, LIMITS);
    expect([host, status]).toEqual([host, 200]);
  }
});

test.each([
  ['valid', 'other.test', 'ERR_TLS_CERT_ALTNAME_INVALID', 'is for another name'],
  ['valid', 'a.b.valid.test', 'ERR_TLS_CERT_ALTNAME_INVALID', 'is for another name'],
  ['expired', 'expired.test', 'CERT_HAS_EXPIRED', 'has expired'],
  ['self-signed', 'self.test', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'is self-signed'],
] as const)('a certificate (%s) does not hold for %s: %s', async (certificate, host, fault, reason) => {
  await using site = await startTlsServer(certificate, hello);
  const failure = await failureOf(fetchPublic(`https://${host}:${site.port}/secret`, LIMITS));
  expect(failure).toMatchObject({
    code: 'tls',
    message: `the certificate of ${host} ${reason}`,
    certificate: { isAuthorized: false, fault },
  });
  expect(site.requests).toEqual([]);
});

test('a certificate of an untrusted authority is rejected', async () => {
  await using site = await startTlsServer('valid', hello);
  const failure = await failureOf(loopbackOutbound().fetchPublic(`https://valid.test:${site.port}/`, LIMITS));
  expect(failure).toMatchObject({
    code: 'tls',
    message: expect.stringMatching(/^the certificate of valid.test is not signed by a trusted authority/),
    certificate: { isAuthorized: false, validTo: new Date('2120-01-01T00:00:00Z') },
  });
  expect(site.requests).toEqual([]);
});

test('a redirect to a server with an invalid certificate is not followed', async () => {
  await using bad = await startTlsServer('expired', hello);
  await using site = await startTlsServer('valid', (_, response) =>
    response.writeHead(302, { location: `https://expired.test:${bad.port}/` }).end(),
  );
  const request = fetchPublic(`https://valid.test:${site.port}/`, { ...LIMITS, redirects: 5 });
  expect(await failureOf(request)).toMatchObject({ code: 'tls' });
  expect(bad.requests).toEqual([]);
});

test('a server without TLS, or one that closes the connection, has no certificate', async () => {
  await using plain = await startTcpServer(socket => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  await using closing = await startTcpServer(socket => socket.once('data', () => socket.destroy()));
  for (const { port } of [plain, closing]) {
    const failure = await failureOf(fetchPublic(`https://valid.test:${port}/`, LIMITS));
    expect(failure).toMatchObject({
      code: 'tls',
      message: 'valid.test does not speak TLS as it should',
      certificate: null,
    });
  }
});

test('each certificate of a redirect chain is reported, invalid ones too', async () => {
  await using bad = await startTlsServer('expired', hello);
  await using site = await startTlsServer('valid', (_, response) =>
    response.writeHead(302, { location: `https://expired.test:${bad.port}/` }).end(),
  );
  const seen: [string, boolean][] = [];
  const request = fetchPublic(`https://valid.test:${site.port}/`, {
    ...LIMITS,
    redirects: 5,
    onCertificate: (host, { isAuthorized }) => void seen.push([host, isAuthorized]),
  });
  expect(await failureOf(request)).toMatchObject({ code: 'tls' });
  expect(seen).toEqual([
    ['valid.test', true],
    ['expired.test', false],
  ]);
});
