/** What the server keeps of its certificate and of its account at the authority: files that only their owner may read. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { getErrorCode } from '../../../core/errors.ts';
import { formatCheckedJson, parseCheckedJson } from '../../../lib/checked-json.ts';
import { syncPath } from '../../../stores/durable-file.ts';
import { type Certificate, parseCertificate } from '../certificate.ts';
import type { AcmeAccount } from './client.ts';

/** Failed orders in a row, and when the next one may be tried. */
export interface Attempts {
  readonly failures: number;
  readonly nextAt: string | null;
}

const NO_ATTEMPTS: Attempts = { failures: 0, nextAt: null };
/** The key and the certificate in one file: a crash cannot leave one of each. */
const CERTIFICATE_FILE = 'certificate.pem';
const ACCOUNT_FILE = 'account.json';
const ATTEMPTS_FILE = 'attempts.json';

interface StoredAccount {
  readonly directory: string;
  readonly url: string | null;
  readonly key: string;
}

export const generateKey = (): KeyObject =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;

export const toPem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Opens the folder; made when missing. */
export function openAcmeStore(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  function read(name: string): string | undefined {
    try {
      return readFileSync(join(folder, name), 'utf8');
    } catch (error) {
      if (getErrorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Replaces a file as a whole. */
  function write(name: string, text: string): void {
    const temporary = join(folder, `${name}.tmp`);
    const file = openSync(temporary, 'w', 0o600);
    try {
      writeSync(file, text);
    } finally {
      closeSync(file);
    }
    syncPath(temporary);
    renameSync(temporary, join(folder, name));
    syncPath(folder);
  }

  function readJson<Value extends object>(name: string): Value | undefined {
    try {
      return parseCheckedJson<Value>(read(name) ?? '');
    } catch {
      return undefined;
    }
  }

  return {
    /** Reads the certificate; undefined where there is none that can be used. */
    readCertificate(): Certificate | undefined {
      const text = read(CERTIFICATE_FILE) ?? '';
      const chainStart = text.indexOf('-----BEGIN CERTIFICATE');
      try {
        return chainStart < 0
          ? undefined
          : parseCertificate(text.slice(chainStart), text.slice(0, chainStart));
      } catch {
        return undefined;
      }
    },
    writeCertificate: ({ chain, key }: Pick<Certificate, 'chain' | 'key'>): void =>
      write(CERTIFICATE_FILE, key + chain),
    /** Reads the account at an authority; a new one where there is none. */
    readAccount(directory: string): AcmeAccount {
      const stored = readJson<StoredAccount>(ACCOUNT_FILE);
      try {
        if (stored?.directory === directory) return { key: createPrivateKey(stored.key), url: stored.url };
      } catch {
        // A key that cannot be read is that of no account.
      }
      const key = generateKey();
      write(
        ACCOUNT_FILE,
        formatCheckedJson({ directory, url: null, key: toPem(key) } satisfies StoredAccount),
      );
      return { key, url: null };
    },
    writeAccount: (directory: string, { key, url }: AcmeAccount): void =>
      write(ACCOUNT_FILE, formatCheckedJson({ directory, url, key: toPem(key) } satisfies StoredAccount)),
    readAttempts: (): Attempts => ({ ...NO_ATTEMPTS, ...readJson<Partial<Attempts>>(ATTEMPTS_FILE) }),
    writeAttempts: (attempts: Attempts): void => write(ATTEMPTS_FILE, formatCheckedJson(attempts)),
  };
}
