/** The certificate in files that another program renews. */
import { readFileSync } from 'node:fs';
import { CommandError, getErrorCode, getErrorMessage } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { type Certificate, type CertificateSource, parseCertificate } from './certificate.ts';

export interface CertificateFiles {
  /** Path of the certificate and its chain. */
  readonly chain: string;
  /** Path of the key. */
  readonly key: string;
}

/** Reads the certificate of `FOOTFALL_TLS_CERT` and `FOOTFALL_TLS_KEY`. Throws a `CommandError` of one line that ends the start. */
export function openCertificateFiles(
  files: CertificateFiles,
  { log, now }: { readonly log: Log; readonly now: Date },
): CertificateSource {
  let current = loadFirst(files);
  if (current.validUntil < now)
    log.warn({ validUntil: current.validUntil }, 'the certificate of FOOTFALL_TLS_CERT has expired');
  let lastError: string | null = null;

  function fail(reason: string): undefined {
    if (lastError !== reason)
      log.error({ reason }, 'the new certificate cannot be used: the one before it stays in use');
    lastError = reason;
  }

  return {
    current: () => current,
    status: () => ({
      source: 'files',
      names: current.names,
      validUntil: current.validUntil,
      lastError,
    }),
    async refresh({ now }) {
      let found: Certificate;
      try {
        found = load(files);
      } catch (error) {
        return fail(getErrorMessage(error));
      }
      if (found.chain === current.chain && found.key === current.key) {
        lastError = null;
        return undefined;
      }
      if (found.validUntil < now && current.validUntil > now)
        return fail(`${files.chain}: it expired on ${found.validUntil.toISOString()}`);
      lastError = null;
      current = found;
      log.info({ names: found.names, validUntil: found.validUntil }, 'new certificate in use');
      return found;
    },
  };
}

function loadFirst(files: CertificateFiles): Certificate {
  try {
    return load(files);
  } catch (error) {
    throw new CommandError(
      `FOOTFALL_TLS_CERT and FOOTFALL_TLS_KEY cannot be used: ${getErrorMessage(error)}`,
      {
        exitCode: 2,
      },
    );
  }
}

function load({ chain, key }: CertificateFiles): Certificate {
  const texts = [read(chain), read(key)] as const;
  try {
    return parseCertificate(...texts);
  } catch (error) {
    throw new CommandError(`${chain}, ${key}: ${getErrorMessage(error)}`);
  }
}

const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read the file',
  EISDIR: 'it is a folder',
};

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = getErrorCode(error);
    throw new CommandError(`${path}: ${READ_ERRORS[code] ?? `it cannot be read (${code})`}`);
  }
}
