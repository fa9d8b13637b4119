/** Why a request to an address of a user failed. */
import { invalidBody } from '../core/errors.ts';
import type { CertificateFacts } from './certificate.ts';

export type OutboundCode =
  | 'refused_target' // the address is not allowed
  | 'dns' // the name does not resolve
  | 'connect' // no connection
  | 'tls' // invalid certificate, or no TLS
  | 'timeout' // the deadline passed
  | 'too_large' // the response is over its limit
  | 'protocol'; // invalid HTTP, or too many redirects

/**
 * A request that failed. The message is a sentence for the owner of the address: it names the host only, since path
 * and query may contain a secret.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  constructor(
    readonly code: OutboundCode,
    message: string,
    /** The invalid certificate, with code `tls`. */
    readonly certificate: CertificateFacts | null = null,
  ) {
    super(message);
  }
}

/**
 * Awaits the check of a target that a body names. Throws 422, with the sentence that `describe` makes of the reason, for
 * one that is never called. A name that does not resolve passes: it may do so later.
 */
export async function rejectRefusedTarget(
  check: Promise<void>,
  describe: (reason: string) => string,
): Promise<void> {
  try {
    await check;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.code === 'refused_target') throw invalidBody(describe(error.message));
  }
}
