/** Detects images that pages may show by their first bytes, whatever media type their sender names. */

type Signature = readonly (number | null)[];

const bytesOf = (text: string): number[] => [...text].map(letter => letter.charCodeAt(0));
const ANY = [null, null, null, null];

/** SVG is absent on purpose: it is a document, with scripts. */
const SIGNATURES: Readonly<Record<string, readonly Signature[]>> = {
  'image/png': [[0x89, ...bytesOf('PNG\r\n\x1a\n')]],
  'image/x-icon': [[0, 0, 1, 0]],
  'image/gif': [bytesOf('GIF87a'), bytesOf('GIF89a')],
  'image/jpeg': [[0xff, 0xd8, 0xff]],
  'image/webp': [[...bytesOf('RIFF'), ...ANY, ...bytesOf('WEBP')]],
};

const begins = (bytes: Uint8Array, signature: Signature): boolean =>
  bytes.length > signature.length && signature.every((byte, index) => byte === null || bytes[index] === byte);

/** An icon has no more; a few bytes of PNG can be a picture of a gigabyte. */
const MAX_PNG_PX = 1024;

/** Returns the media type of an image; null if the bytes are not an image. */
export function imageTypeOf(bytes: Uint8Array): string | null {
  const type = typeBySignature(bytes);
  return type === 'image/png' && !isSmallPng(bytes) ? null : type;
}

function isSmallPng(bytes: Uint8Array): boolean {
  if (bytes.length < 24) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint32(16) <= MAX_PNG_PX && view.getUint32(20) <= MAX_PNG_PX;
}

const typeBySignature = (bytes: Uint8Array): string | null =>
  Object.entries(SIGNATURES).find(([, signatures]) =>
    signatures.some(signature => begins(bytes, signature)),
  )?.[0] ?? null;
