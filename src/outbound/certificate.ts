import { checkServerIdentity, type TLSSocket } from 'node:tls';

/** What a server's certificate says, and whether it holds for the name that was asked for. */
export interface CertificateFacts {
  readonly validFrom: Date;
  readonly validTo: Date;
  /** Common name of who signed it, else its organization; null when it names neither. */
  readonly issuer: string | null;
  /** Common name of whom it is for; null when it has none. */
  readonly subject: string | null;
  /** Names and addresses it is for, such as `example.org` and `*.example.org`. */
  readonly names: readonly string[];
  /** Whether it is signed by an authority trusted here, in its time, and for the name that was asked for. */
  readonly isAuthorized: boolean;
  /** Why it does not hold, as OpenSSL names it (`CERT_HAS_EXPIRED`); null when it does. */
  readonly fault: string | null;
}

/** Facts of the certificate on a connection to a host; null when the server showed none. */
export function certificateOf(socket: TLSSocket, host: string): CertificateFacts | null {
  const certificate = socket.getPeerCertificate();
  // Without a certificate the platform hands out an empty object.
  if (!certificate?.valid_to) return null;
  const nameFault = checkServerIdentity(host, certificate);
  const isAuthorized = socket.authorized && nameFault === undefined;
  const { issuer, subject } = certificate;
  return {
    validFrom: new Date(certificate.valid_from),
    validTo: new Date(certificate.valid_to),
    issuer: firstOf(issuer?.CN) ?? firstOf(issuer?.O),
    subject: firstOf(subject?.CN),
    names: (certificate.subjectaltname ?? '')
      .split(', ')
      .map(name => name.replace(/^(DNS|IP Address):/, ''))
      .filter(name => name !== ''),
    isAuthorized,
    fault: isAuthorized ? null : codeOf(socket.authorizationError ?? nameFault),
  };
}

/** A sentence on a certificate that does not hold. */
export function certificateFault(host: string, facts: CertificateFacts | null): string {
  switch (facts?.fault) {
    case undefined:
    case null:
      return `${host} shows no certificate`;
    case 'CERT_HAS_EXPIRED':
      return `the certificate of ${host} has expired`;
    case 'CERT_NOT_YET_VALID':
      return `the certificate of ${host} is not valid yet`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate of ${host} is for another name`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return `the certificate of ${host} is signed by nobody but itself`;
    default:
      return `the certificate of ${host} is signed by nobody who is trusted here (${facts?.fault})`;
  }
}

const firstOf = (name: string | string[] | undefined): string | null =>
  (Array.isArray(name) ? name[0] : name) || null;

function codeOf(fault: unknown): string {
  if (fault instanceof Error) return 'code' in fault ? String(fault.code) : fault.message;
  return typeof fault === 'string' ? fault : 'UNKNOWN';
}
