import { checkServerIdentity, type TLSSocket } from 'node:tls';

/** A server's certificate, and whether it is valid for the requested host. */
export interface CertificateFacts {
  readonly validFrom: Date;
  readonly validTo: Date;
  /** Common name of the issuer, else its organization; null without both. */
  readonly issuer: string | null;
  /** Common name of the subject; null without one. */
  readonly subject: string | null;
  /** Subject alternative names, such as `example.org` and `*.example.org`. */
  readonly names: readonly string[];
  /** Whether it is trusted, not expired, and issued for the requested host. */
  readonly isAuthorized: boolean;
  /** OpenSSL's error code (`CERT_HAS_EXPIRED`); null for a valid one. */
  readonly fault: string | null;
}

/** Reads the certificate of a connection; null when the server sent none. */
export function readCertificate(socket: TLSSocket, host: string): CertificateFacts | null {
  const certificate = socket.getPeerCertificate();
  // Without a certificate the platform returns an empty object.
  if (!certificate?.valid_to) return null;
  const nameFault = checkServerIdentity(host, certificate);
  const isAuthorized = socket.authorized && nameFault === undefined;
  const { issuer, subject } = certificate;
  return {
    validFrom: new Date(certificate.valid_from),
    validTo: new Date(certificate.valid_to),
    issuer: toFirst(issuer?.CN) ?? toFirst(issuer?.O),
    subject: toFirst(subject?.CN),
    names: (certificate.subjectaltname ?? '')
      .split(', ')
      .map(name => name.replace(/^(DNS|IP Address):/, ''))
      .filter(name => name !== ''),
    isAuthorized,
    fault: isAuthorized ? null : toCode(socket.authorizationError ?? nameFault),
  };
}

/** Formats why a certificate is invalid. */
export function formatCertificateFault(host: string, facts: CertificateFacts | null): string {
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
      return `the certificate of ${host} is self-signed`;
    default:
      return `the certificate of ${host} is not signed by a trusted authority (${facts?.fault})`;
  }
}

const toFirst = (name: string | string[] | undefined): string | null =>
  (Array.isArray(name) ? name[0] : name) || null;

function toCode(fault: unknown): string {
  if (fault instanceof Error) return 'code' in fault ? String(fault.code) : fault.message;
  return typeof fault === 'string' ? fault : 'UNKNOWN';
}
