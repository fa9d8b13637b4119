/** Length of the prefix that is searched for a `<meta>` charset. Source: HTML standard, prescan. */
const PRESCAN_BYTES = 1024;
const BOMS: readonly (readonly [mark: readonly number[], label: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];

/**
 * Decodes a page in the encoding of its byte order mark, its `Content-Type` or its `<meta>`, in this order; without any,
 * or for an unknown encoding, as UTF-8. Never throws: invalid bytes become the replacement character.
 */
export function decodePage(body: Uint8Array, contentType: string): string {
  const mark = BOMS.find(([bytes]) => bytes.every((byte, at) => body[at] === byte))?.[1];
  const label = mark ?? findCharset(contentType) ?? findCharset(prescanText(body)) ?? 'utf-8';
  return createDecoder(label).decode(body);
}

const findCharset = (text: string): string | undefined =>
  /charset\s*=\s*(?:["']\s*)?([A-Za-z0-9_:.-]{1,40})/i.exec(text)?.[1];

const prescanText = (body: Uint8Array): string =>
  Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, PRESCAN_BYTES)).toString('latin1');

function createDecoder(label: string): { decode(body: Uint8Array): string } {
  try {
    return new TextDecoder(label as ConstructorParameters<typeof TextDecoder>[0]);
  } catch {
    return new TextDecoder();
  }
}
