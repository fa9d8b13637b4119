/** Entity tags and conditional requests. Source: RFC 9110, sections 8.8.3 and 13.1.2. */

/** Returns the strong entity tag of a content: it changes with every byte. */
export const toEtag = (content: string | Uint8Array<ArrayBuffer>): string =>
  `"${Bun.hash(content).toString(36)}"`;

/** Returns the weak entity tag of a content: it holds for every encoding of it. */
export const toWeakEtag = (content: string | Uint8Array<ArrayBuffer>): string => `W/${toEtag(content)}`;

/** Returns whether a client has the version with this entity tag already, so that 304 suffices. */
export function isNotModified(request: Request, etag: string): boolean {
  const header = request.headers.get('if-none-match');
  if (header === null) return false;
  const stripWeak = (tag: string): string => tag.trim().replace(/^W\//, '');
  return header.split(',').some(tag => tag.trim() === '*' || stripWeak(tag) === stripWeak(etag));
}
