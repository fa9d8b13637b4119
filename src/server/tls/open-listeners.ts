/** Opens what the server listens on: its port, and with its own TLS the one that redirects to it. */
import type { Network } from '../../compose/context.ts';
import type { Services } from '../../compose/services.ts';
import type { Config } from '../../config/options.ts';
import type { Clock } from '../../core/clock.ts';
import type { Job } from '../../core/job.ts';
import type { Log } from '../../core/log.ts';
import { isDataFolder } from '../../stores/data-folder.ts';
import { lockFolder } from '../../stores/folder-lock.ts';
import { type Address, checkAddress, type Listener, listen } from '../listen.ts';
import { openAcmeCertificate } from './acme/acme-certificate.ts';
import { type CertificateSource, isForHost } from './certificate.ts';
import { openCertificateFiles } from './certificate-files.ts';
import { startHttpListener } from './http-listener.ts';

/** Where authorities ask for their proof. Source: RFC 8555, section 8.3. */
const ACME_HTTP_PORT = 80;

/** Opens the certificate that the settings name by its files; null without. Throws a `CommandError` of one line. */
export function findCertificateFiles(
  { tlsCert, tlsKey, baseUrl }: Config,
  { log, clock }: { readonly log: Log; readonly clock: Clock },
): CertificateSource | null {
  if (tlsCert === null || tlsKey === null) return null;
  const source = openCertificateFiles({ chain: tlsCert, key: tlsKey }, { log, now: clock.now() });
  const host = baseUrl === null ? null : new URL(baseUrl).hostname;
  const { names } = source.current();
  if (host !== null && !isForHost({ names }, host))
    log.warn(
      { host, names },
      'the certificate of FOOTFALL_TLS_CERT is not for the host of FOOTFALL_BASE_URL',
    );
  return source;
}

/** Returns the address with the server's own TLS, or with none, and that without it; null where there is only one. */
function toAddresses({ host, port, httpPort, tls }: Config): {
  readonly main: Address;
  readonly plain: Address | null;
} {
  const plainPort = httpPort ?? (tls === 'acme' ? ACME_HTTP_PORT : null);
  return {
    main: { host, port, flag: 'port' },
    plain: plainPort === null ? null : { host, port: plainPort, flag: 'http-port' },
  };
}

/**
 * Throws a `CommandError` of one line for an address that cannot be listened on. Call it before the data folder is opened: a setting
 * that cannot be used leaves none behind.
 */
export function checkAddresses(config: Config): void {
  const { main, plain } = toAddresses(config);
  try {
    checkAddress(main);
    if (plain) checkAddress(plain);
  } catch (error) {
    // A server that uses the data folder probably has the port as well, and that error says more.
    if (isDataFolder(config.data)) lockFolder(config.data)();
    throw error;
  }
}

interface ListenerOptions {
  readonly services: Services;
  readonly files: CertificateSource | null;
  readonly network: Network;
}

/** Binds the ports. Throws a `CommandError` of one line. */
export async function openListeners({ services, files, network }: ListenerOptions) {
  const { config, log, clock } = services.context;
  const challenges = new Map<string, string>();
  const { host } = new URL(config.baseUrl ?? 'https://localhost');
  const acme =
    config.tls === 'acme'
      ? openAcmeCertificate({
          folder: services.stores.folder.pathOf('tls'),
          directoryUrl: config.acmeUrl,
          email: config.acmeEmail,
          host: host.replace(/:\d+$/, ''),
          challenges,
          ...(network.trust ? { trust: network.trust } : {}),
          log,
          now: clock.now(),
        })
      : null;
  const tls = files ?? acme;
  const { main, plain } = toAddresses(config);
  const { idleTimeoutSeconds } = network;
  const listener = listen(
    { ...main, ...(idleTimeoutSeconds === undefined ? {} : { idleTimeoutSeconds }) },
    tls?.current(),
  );
  const open = [listener];
  try {
    if (plain)
      open.push(
        startHttpListener({
          ...plain,
          origin: config.baseUrl === null ? null : new URL(config.baseUrl).origin,
          securePort: listener.port,
          findChallenge: token => challenges.get(token),
        }),
      );
  } catch (error) {
    await listener.stop(0);
    throw error;
  }
  return {
    listener,
    tls,
    /** Stops accepting, and waits for requests in flight. */
    stopListening: (deadlineMs: number) => Promise.all(open.map(each => each.stop(deadlineMs))),
  };
}

/** Looks for a newer certificate. */
export const certificateJob = (
  source: CertificateSource,
  listener: Pick<Listener, 'setCertificate'>,
): Job => ({
  name: 'tls.refresh',
  description: 'Loads a changed certificate, or renews it when two thirds of its lifetime are over',
  every: '* * * * *',
  async run({ now, signal }) {
    const certificate = await source.refresh({ now, signal });
    if (!certificate) return;
    listener.setCertificate(certificate);
    return { validUntil: certificate.validUntil };
  },
});
