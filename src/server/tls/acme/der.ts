/** Certificate requests, and a certificate for the time until there is one. Source: RFC 2986, RFC 5280, X.690. */
import { createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { DAY_MS } from '../../../lib/time-units.ts';

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
/** Context-specific and constructed, with this number. */
const context = (number: number): number => 0xa0 + number;
/** `dNSName` of a `GeneralName`: context-specific, primitive. */
const DNS_NAME = 0x82;

/** Object identifiers, encoded. */
const ID = {
  commonName: '0603550403',
  subjectAltName: '0603551d11',
  extensionRequest: '06092a864886f70d01090e',
  ecdsaWithSha256: '06082a8648ce3d040302',
} as const;
const id = (name: keyof typeof ID): Buffer => Buffer.from(ID[name], 'hex');

/** Encodes a value with its tag and length. */
function encode(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length < 0x80 ? [] : length < 0x100 ? [0x81] : [0x82, length >> 8];
  return Buffer.concat([Buffer.from([tag, ...long, length & 0xff]), content]);
}

const toSpki = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' });

const subjectAltName = (host: string): Buffer =>
  encode(
    SEQUENCE,
    encode(
      SEQUENCE,
      id('subjectAltName'),
      encode(OCTET_STRING, encode(SEQUENCE, encode(DNS_NAME, Buffer.from(host, 'latin1')))),
    ),
  );

const ALGORITHM = encode(SEQUENCE, id('ecdsaWithSha256'));

/** Signs what is encoded. The key is one of an elliptic curve. */
const signed = (content: Buffer, key: KeyObject): Buffer =>
  encode(SEQUENCE, content, ALGORITHM, encode(BIT_STRING, Buffer.from([0]), sign('sha256', content, key)));

/** Makes the request for a certificate of a host, in DER. */
export function createCertificateRequest(host: string, key: KeyObject): Buffer {
  const extensions = encode(SEQUENCE, id('extensionRequest'), encode(SET, subjectAltName(host)));
  const content = encode(
    SEQUENCE,
    encode(INTEGER, Buffer.from([0])),
    encode(SEQUENCE),
    toSpki(key),
    encode(context(0), extensions),
  );
  return signed(content, key);
}

/** Days that such a certificate holds: it is made anew at each start. */
const LIFETIME_DAYS = 7;

/** Makes a certificate that its own key signs, in PEM: no browser trusts it, but the port answers. */
export function createSelfSigned(host: string, key: KeyObject, now: Date): string {
  const name = encode(
    SEQUENCE,
    encode(SET, encode(SEQUENCE, id('commonName'), encode(UTF8_STRING, Buffer.from(host.slice(0, 64))))),
  );
  const time = (at: Date): Buffer =>
    encode(UTC_TIME, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));
  const until = new Date(now.getTime() + LIFETIME_DAYS * DAY_MS);
  const content = encode(
    SEQUENCE,
    encode(context(0), encode(INTEGER, Buffer.from([2]))),
    // Positive: its first bit is not set.
    encode(INTEGER, Buffer.from([1]), randomBytes(8)),
    ALGORITHM,
    name,
    encode(SEQUENCE, time(now), time(until)),
    name,
    toSpki(key),
    encode(context(3), subjectAltName(host)),
  );
  const base64 = signed(content, key)
    .toString('base64')
    .replaceAll(/.{1,64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${base64}-----END CERTIFICATE-----\n`;
}
