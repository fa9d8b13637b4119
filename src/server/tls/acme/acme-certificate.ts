/** The certificate that an authority gives the server over ACME, kept in the data folder and renewed in time. */
import { CommandError, getErrorMessage } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/time-units.ts';
import { requestOperator } from '../../../outbound/operator.ts';
import { type Certificate, type CertificateSource, isForHost, parseCertificate } from '../certificate.ts';
import { generateKey, openAcmeStore, toPem } from './acme-store.ts';
import { AcmeError, orderCertificate } from './client.ts';
import { createCertificateRequest, createSelfSigned } from './der.ts';

export interface AcmeCertificateOptions {
  /** Where it is kept. */
  readonly folder: string;
  readonly directoryUrl: string;
  readonly email: string | null;
  /** The host that it is for. */
  readonly host: string;
  readonly challenges: Map<string, string>;
  /** Certificates of authorities trusted instead of the usual ones, in PEM. */
  readonly trust?: readonly string[];
  readonly log: Log;
  readonly now: Date;
}

/** Share of a certificate's lifetime after which it is renewed. */
const RENEWAL_SHARE = 2 / 3;
/** Waiting times after failures in a row. Authorities allow few failures an hour. */
const BACK_OFF_MS = [
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** An authority that asks for more would leave the server without a certificate. */
const MAX_BACK_OFF_MS = 7 * DAY_MS;

const renewalTime = ({ validFrom, validUntil }: Certificate): number =>
  validFrom.getTime() + RENEWAL_SHARE * (validUntil.getTime() - validFrom.getTime());

/** Opens the certificate of the data folder; until there is one, the server has one that nobody trusts. */
export function openAcmeCertificate(options: AcmeCertificateOptions): CertificateSource {
  const { host, log, directoryUrl, email, challenges, trust } = options;
  const store = openAcmeStore(options.folder);
  const stored = store.readCertificate();
  let isTemporary = !stored || !isForHost(stored, host);
  let current = stored && !isTemporary ? stored : createTemporary(host, options.now);
  let lastError: string | null = isTemporary ? 'there is no certificate yet' : null;

  async function order(now: Date, signal: AbortSignal): Promise<Certificate> {
    const account = store.readAccount(directoryUrl);
    const key = generateKey();
    const chain = await orderCertificate(host, createCertificateRequest(host, key), {
      directoryUrl,
      email,
      account,
      onRegistered: url => store.writeAccount(directoryUrl, { ...account, url }),
      challenges,
      request: (url, request) => requestOperator(url, { ...request, ...(trust ? { trust } : {}) }),
      signal,
    });
    const certificate = parseCertificate(chain, toPem(key));
    if (!isForHost(certificate, host) || certificate.validUntil <= now)
      throw new CommandError(`the authority answered a certificate that is not valid for ${host} now`);
    store.writeCertificate(certificate);
    return certificate;
  }

  function fail(error: unknown, now: Date): undefined {
    const { failures } = store.readAttempts();
    const planned = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)] ?? HOUR_MS;
    const asked = error instanceof AcmeError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    const waitMs = Math.max(planned, Math.min(asked, MAX_BACK_OFF_MS));
    const nextAt = new Date(now.getTime() + waitMs).toISOString();
    // The account of a data folder that was moved, or of an authority that was set up anew.
    if (error instanceof AcmeError && error.type === 'accountDoesNotExist')
      store.writeAccount(directoryUrl, { key: generateKey(), url: null });
    store.writeAttempts({ failures: failures + 1, nextAt });
    lastError = getErrorMessage(error);
    log.error(
      { host, reason: lastError, nextAt },
      'no certificate from the authority: the one before it stays in use',
    );
    return undefined;
  }

  return {
    current: () => current,
    status: () => ({ source: 'acme', names: current.names, validUntil: current.validUntil, lastError }),
    async refresh({ now, signal }) {
      if (!isTemporary && now.getTime() < renewalTime(current)) return undefined;
      const { nextAt } = store.readAttempts();
      if (nextAt !== null && now.getTime() < Date.parse(nextAt)) return undefined;
      try {
        current = await order(now, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        return fail(error, now);
      }
      store.writeAttempts({ failures: 0, nextAt: null });
      isTemporary = false;
      lastError = null;
      log.info({ host, validUntil: current.validUntil }, 'new certificate in use');
      return current;
    },
  };
}

function createTemporary(host: string, now: Date): Certificate {
  const key = generateKey();
  return parseCertificate(createSelfSigned(host, key, now), toPem(key));
}
