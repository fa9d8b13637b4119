/** Debian's pebble: a certificate authority for tests that checks hosts over HTTP as the real ones do. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';

export const hasPebble = Bun.which('pebble') !== null && Bun.which('pebble-challtestsrv') !== null;

const tls = (name: string): string => join(import.meta.dir, 'tls', name);

/** Starts it; every name resolves to loopback. It asks for proofs at `httpPort`, and refuses some nonces. */
export async function startPebble() {
  const [httpPort, port, managementPort, dnsPort, dnsManagementPort] = [
    findFreePort(),
    findFreePort(),
    findFreePort(),
    findFreePort(),
    findFreePort(),
  ];
  const folder = mkdtempSync(join(tmpdir(), 'footfall-pebble-'));
  const config = join(folder, 'pebble.json');
  writeFileSync(
    config,
    JSON.stringify({
      pebble: {
        listenAddress: `127.0.0.1:${port}`,
        managementListenAddress: `127.0.0.1:${managementPort}`,
        certificate: tls('valid.pem'),
        privateKey: tls('valid.key'),
        httpPort,
        tlsPort: 1,
      },
    }),
  );
  const quiet = { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' } as const;
  const off = ['http01', 'https01', 'tlsalpn01'].flatMap(name => [`-${name}`, '']);
  const names = Bun.spawn(
    [
      'pebble-challtestsrv',
      ...off,
      '-dns01',
      `127.0.0.1:${dnsPort}`,
      '-management',
      `127.0.0.1:${dnsManagementPort}`,
      '-defaultIPv4',
      '127.0.0.1',
      '-defaultIPv6',
      '',
    ],
    quiet,
  );
  const pebble = Bun.spawn(['pebble', '-config', config, '-dnsserver', `127.0.0.1:${dnsPort}`], {
    ...quiet,
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '30' },
  });
  const directoryUrl = `https://127.0.0.1:${port}/dir`;
  while (!((await isUp(directoryUrl)) && (await isUp(`http://127.0.0.1:${dnsManagementPort}/`)))) {
    if (pebble.exitCode !== null || names.exitCode !== null) throw new Error('pebble has ended');
    await Bun.sleep(50);
  }
  return {
    directoryUrl,
    httpPort,
    async [Symbol.asyncDispose]() {
      pebble.kill();
      names.kill();
      await Promise.all([pebble.exited, names.exited]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isUp = (url: string): Promise<boolean> =>
  fetch(url, { tls: { rejectUnauthorized: false } }).then(
    () => true,
    () => false,
  );
