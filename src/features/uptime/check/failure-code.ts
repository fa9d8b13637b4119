/** Why a check failed, in a word that pages have a sentence for in each language. */
import type { OutboundError } from '../../../outbound/errors.ts';

export const FAILURE_CODES = [
  'status',
  'keyword',
  'record',
  'heartbeat',
  'dns',
  'connect',
  'timeout',
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_wrong_name',
  'certificate_self_signed',
  'certificate_untrusted',
  'tls',
  'protocol',
  'too_large',
  'refused_target',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** By the fault that TLS found; any other means that no authority is trusted that signed it. */
const CERTIFICATE_CODES: Readonly<Record<string, FailureCode>> = {
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_wrong_name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
};

/** Returns why a request without an answer failed. */
export function toFailureCode({ code, certificate }: OutboundError): FailureCode {
  const fault = certificate?.fault ?? null;
  return fault === null ? code : (CERTIFICATE_CODES[fault] ?? 'certificate_untrusted');
}
