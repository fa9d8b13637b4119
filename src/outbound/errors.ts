/** Why a request to an address of a user's came to nothing. */
import type { CertificateFacts } from './certificate.ts';

export type OutboundCode =
  | 'refused_target' // the address is none that Footfall calls
  | 'dns' // its name leads nowhere
  | 'connect' // nobody takes the connection
  | 'tls' // the certificate does not hold, or there is no TLS
  | 'timeout' // it took too long
  | 'too_large' // the answer is longer than wanted
  | 'protocol'; // what came back is no proper HTTP, or redirects on and on

/**
 * A request that failed. The message is a sentence for the owner of the address: it names the host and nothing else of
 * the address, whose path and query may hold a secret.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  constructor(
    readonly code: OutboundCode,
    message: string,
    /** The certificate that was shown, with code `tls`, when there was one. */
    readonly certificate: CertificateFacts | null = null,
  ) {
    super(message);
  }
}
