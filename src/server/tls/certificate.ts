/** A certificate with its key, checked before a server is given it. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { CommandError, getErrorMessage } from '../../core/errors.ts';
import type { CertificateStatus } from '../../features/operator/service.ts';

export interface Certificate {
  /** The certificate and those of the authorities between it and the root, in PEM. */
  readonly chain: string;
  /** Private key in PEM. */
  readonly key: string;
  /** Host names and addresses that it is for. */
  readonly names: readonly string[];
  readonly validFrom: Date;
  readonly validUntil: Date;
}

/** Where the certificate of the server comes from. */
export interface CertificateSource {
  readonly current: () => Certificate;
  /** For the operator. */
  readonly status: () => CertificateStatus;
  /** Looks for a newer certificate, and returns it where there is one. A failure is logged, and stays in the status. */
  readonly refresh: (options: {
    readonly now: Date;
    readonly signal: AbortSignal;
  }) => Promise<Certificate | undefined>;
}

const PEM_BLOCK = /-----BEGIN [^-]+-----[^-]*-----END [^-]+-----/g;

/** Checks a certificate and its key. Throws an error whose message says what is wrong with which of them. */
export function parseCertificate(chain: string, key: string): Certificate {
  const first = attempt('the certificate is none in PEM', () => new X509Certificate(chain));
  const isEncrypted = /ENCRYPTED/.test(key.slice(0, 200));
  const privateKey = attempt(
    isEncrypted ? 'the key is protected by a password: store it without one' : 'the key is none in PEM',
    () => createPrivateKey(key),
  );
  if (!first.checkPrivateKey(privateKey))
    throw new CommandError('the key does not belong to the certificate');
  for (const each of chain.match(PEM_BLOCK) ?? [])
    attempt('the chain of the certificate cannot be read', () => new X509Certificate(each));
  return {
    chain,
    key,
    names: parseNames(first.subjectAltName ?? ''),
    validFrom: new Date(first.validFrom),
    validUntil: new Date(first.validTo),
  };
}

function attempt<Result>(fault: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new CommandError(`${fault} (${getErrorMessage(error)})`);
  }
}

/** Parses names such as `DNS:a.example, IP Address:192.0.2.1`. */
const parseNames = (text: string): string[] =>
  text
    .split(', ')
    .map(name => name.slice(name.indexOf(':') + 1))
    .filter(name => name !== '');

/** Returns whether a certificate is for a host: its name, one with `*` as the first label, or its address. */
export function isForHost({ names }: Pick<Certificate, 'names'>, host: string): boolean {
  const wildcard = host.replace(/^[^.]+/, '*');
  return names.some(name => name.toLowerCase() === host || name.toLowerCase() === wildcard);
}
