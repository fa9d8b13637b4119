/** As far as a page's own word on its encoding is looked for. Source: HTML standard, prescan. */
const PRESCAN_BYTES = 1024;
const BOMS: readonly (readonly [mark: readonly number[], label: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];

/**
 * A page as text, in the encoding that its first bytes, its `Content-Type` or its `<meta>` names, in this order; else,
 * and for encodings that are unknown here, UTF-8. Never throws: what cannot be read becomes the replacement character.
 */
export function textOfPage(body: Uint8Array, contentType: string): string {
  const mark = BOMS.find(([bytes]) => bytes.every((byte, at) => body[at] === byte))?.[1];
  const label = mark ?? charsetIn(contentType) ?? charsetIn(beginningOf(body)) ?? 'utf-8';
  return decoderOf(label).decode(body);
}

const charsetIn = (text: string): string | undefined =>
  /charset\s*=\s*(?:["']\s*)?([A-Za-z0-9_:.-]{1,40})/i.exec(text)?.[1];

const beginningOf = (body: Uint8Array): string =>
  Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, PRESCAN_BYTES)).toString('latin1');

function decoderOf(label: string): { decode(body: Uint8Array): string } {
  try {
    return new TextDecoder(label as ConstructorParameters<typeof TextDecoder>[0]);
  } catch {
    return new TextDecoder();
  }
}
