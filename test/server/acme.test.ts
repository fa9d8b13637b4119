/** A certificate from an authority, over ACME: Debian's pebble. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/cli.ts';
import { findFreePort } from '../support/free-port.ts';
import { AUTHORITY, certificateAt as readCertificate } from '../support/loopback-servers.ts';
import { hasPebble, startPebble } from '../support/pebble.ts';
import { prepareFolder } from '../support/prepared-folder.ts';
import {
  createMovableClock,
  type MovableClock,
  startTestServer,
  type TestServer,
} from '../support/server.ts';
import { share } from '../support/share.ts';

const pebble = hasPebble ? share(startPebble) : undefined;

/** The clock of the authority is the machine's. */
const now = () => createMovableClock(new Date().toISOString());

/** A folder as a first start leaves it, with the owner's key. */
const copyStarted = prepareFolder(async data => {
  const server = await startTestServer({ data, clock: now() });
  await server.stop();
  return server.owner.full;
});

/** A data folder, and servers of `stats.footfall.test` on it. */
async function givenFolder() {
  const folder = temporaryFolder();
  const data = folder.path;
  const { filled: key } = await copyStarted(data);
  const authority = pebble?.();
  const files = join(data, 'tls');
  return {
    ...folder,
    files,
    key,
    /** Reads a file that the server wrote. */
    read: (name: string) => readFileSync(join(files, name), 'utf8'),
    start: (clock: MovableClock, settings: Record<string, string> = {}) =>
      startTestServer({
        data,
        clock,
        trust: [AUTHORITY],
        settings: {
          FOOTFALL_TLS: 'acme',
          FOOTFALL_BASE_URL: 'https://stats.footfall.test',
          FOOTFALL_ACME_URL: authority?.directoryUrl ?? '',
          FOOTFALL_ACME_EMAIL: 'operator@example.org',
          FOOTFALL_HTTP_PORT: String(authority?.httpPort),
          ...settings,
        },
      }),
  };
}

const certificateAt = (url: string) => readCertificate(url, 'stats.footfall.test');
const issuer = async (url: string) => String((await certificateAt(url)).issuer.CN);

test.skipIf(!hasPebble)(
  'a first start answers at once, and has a certificate of the authority soon after; the next one orders none',
  async () => {
    using folder = await givenFolder();
    const clock = now();
    let serial: string;
    {
      await using server = await folder.start(clock);
      expect(await issuer(server.url)).toBe('stats.footfall.test');
      const { services } = server;
      expect(services.context.config.tls).toBe('acme');
      await server.job('tls.refresh');
      expect(await issuer(server.url)).toStartWith('Pebble Intermediate');
      const certificate = await certificateAt(server.url);
      expect(certificate.subjectaltname).toBe('DNS:stats.footfall.test');
      serial = certificate.serialNumber;
    }
    for (const name of readdirSync(folder.files))
      expect([name, (statSync(join(folder.files, name)).mode & 0o777).toString(8)]).toEqual([name, '600']);
    const account = folder.read('account.json');
    // An order would need the authority, which is not there.
    await using again = await folder.start(clock, { FOOTFALL_ACME_URL: JSON.parse(account).directory });
    expect((await certificateAt(again.url)).serialNumber).toBe(serial);
    await again.job('tls.refresh');
    expect((await certificateAt(again.url)).serialNumber).toBe(serial);
  },
);

test.skipIf(!hasPebble)(
  'a certificate is renewed when two thirds of its lifetime are over, with the same account',
  async () => {
    using folder = await givenFolder();
    const clock = now();
    await using server = await folder.start(clock);
    await server.job('tls.refresh');
    const first = await certificateAt(server.url);
    const account = folder.read('account.json');
    const lifetimeMs = Date.parse(first.valid_to) - Date.parse(first.valid_from);
    clock.advance({ ms: (lifetimeMs * 2) / 3 - 60_000 });
    await server.job('tls.refresh');
    expect((await certificateAt(server.url)).serialNumber).toBe(first.serialNumber);
    clock.advance({ minutes: 2 });
    await server.job('tls.refresh');
    expect((await certificateAt(server.url)).serialNumber).not.toBe(first.serialNumber);
    expect(folder.read('account.json')).toBe(account);
  },
);

test.skipIf(!hasPebble)(
  'an authority that cannot reach the server is asked less and less often, also after a restart',
  async () => {
    using folder = await givenFolder();
    const clock = now();
    // The proof is given at another port than the authority asks.
    const settings = { FOOTFALL_HTTP_PORT: String(findFreePort()) };
    const nextAt = () => JSON.parse(folder.read('attempts.json')).nextAt;
    const status = async ({ url }: TestServer) => {
      const headers = { authorization: `Bearer ${folder.key}`, 'user-agent': 'test' };
      const answer = await fetch(`${url}/api/v1/operator`, { tls: { rejectUnauthorized: false }, headers });
      return (await answer.json()).tls;
    };
    {
      await using server = await folder.start(clock, settings);
      expect((await status(server)).last_error).toBe('there is no certificate yet');
      await server.job('tls.refresh');
      expect((await status(server)).last_error).toStartWith('the authority could not check the host: ');
      expect(Date.parse(nextAt()) - clock.now().getTime()).toBe(5 * 60_000);
    }
    const planned = nextAt();
    await using server = await folder.start(clock, settings);
    await server.job('tls.refresh');
    expect(nextAt()).toBe(planned);
    clock.advance({ minutes: 6 });
    await server.job('tls.refresh');
    expect(Date.parse(nextAt()) - clock.now().getTime()).toBe(15 * 60_000);
  },
);

test('an authority that is away, or none, leaves the server working; its refusal is told in its words', async () => {
  using folder = await givenFolder();
  const clock = now();
  using authority = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response('{}', { status: 500 }),
  });
  await using server = await folder.start(clock, {
    FOOTFALL_ACME_URL: `https://127.0.0.1:${authority.port}/dir`,
    FOOTFALL_HTTP_PORT: String(findFreePort()),
  });
  await server.job('tls.refresh');
  expect(await issuer(server.url)).toBe('stats.footfall.test');
});
