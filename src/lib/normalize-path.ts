/** Normalizes paths, so that a page has one spelling. Source: RFC 3986, section 6.2.2; decisions, section 15. */

/** Rises when a stored path would be spelled in another way. */
export const PATH_RULES_VERSION = 1;

/** Printable ASCII without escapes and dot segments: most paths. */
const PLAIN = /^(?!.*\/\.)[!-$&-~]*$/;
const ESCAPES = /(?:%[\da-f]{2})+/gi;
const UNRESERVED = /^[\w.~-]$/;
/** Nobody sees these, so they stay escaped. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}]/u;
const EACH_UNSEEN = /[\p{Cc}\p{Cf}\p{Z}]/gu;
const FIRST_LETTER_BEYOND_ASCII = '\u00a0';

/**
 * Returns the path in its one spelling: escapes of unreserved characters and of letters beyond ASCII are decoded, others have
 * capital digits, characters that nobody sees are escaped, letters are composed, and dot segments are removed. A query stays
 * where it is, in the same spelling. What it returns it leaves unchanged.
 */
export const normalizePath = (path: string): string =>
  PLAIN.test(path) ? path : removeDotSegments(normalizeText(path));

/** Returns a part of a path in the same spelling; its dots stay. */
export function normalizeText(text: string): string {
  if (PLAIN.test(text)) return text;
  let written = '';
  let end = 0;
  for (const { 0: escapes, index } of text.matchAll(ESCAPES)) {
    written = decodeEscapes(escapes, written + escapeUnseen(text.slice(end, index)));
    end = index + escapes.length;
  }
  return compose(written + escapeUnseen(text.slice(end)));
}

/** Returns a pattern of paths in the same spelling. Segments of dots stay beside wildcards, which may stand for several segments. */
export const normalizePattern = (pattern: string): string =>
  pattern.includes('*') ? normalizeText(pattern) : normalizePath(pattern);

/** Appends a run of escapes to what is written before it. */
function decodeEscapes(escapes: string, before: string): string {
  const written = [before];
  // Kept beside: to look at the end of a text that grows takes longer the longer it is.
  let end = before.slice(-2);
  for (let at = 0; at < escapes.length; ) {
    const [character, length] = decodeCharacter(escapes, at);
    const isShown =
      character !== undefined &&
      (UNRESERVED.test(character)
        ? // Digits after a percent sign that begins no escape would make it begin one.
          !/%[\da-f]?$/i.test(end)
        : character >= FIRST_LETTER_BEYOND_ASCII && !UNSEEN.test(character));
    const next = isShown ? character : escapes.slice(at, at + length).toUpperCase();
    written.push(next);
    end = (end + next).slice(-2);
    at += length;
  }
  return written.join('');
}

/** Returns the character that a run of escapes has at a place, undefined where it is not UTF-8, and the length of its escapes. */
function decodeCharacter(escapes: string, at: number): [string | undefined, number] {
  const first = Number.parseInt(escapes.slice(at + 1, at + 3), 16);
  const bytes = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const length = 3 * bytes;
  try {
    return [decodeURIComponent(escapes.slice(at, at + length)), length];
  } catch {
    return [undefined, 3];
  }
}

const escapeUnseen = (text: string): string => text.replace(EACH_UNSEEN, encodeURIComponent);

/** Composes letters (NFC), but none with the last digit of an escape. */
const compose = (text: string): string =>
  text
    .split(/(%[\dA-F]{2})/)
    .map(part => part.normalize('NFC'))
    .join('');

/** Removes segments of dots from the part before the query. Source: RFC 3986, section 5.2.4. */
function removeDotSegments(path: string): string {
  const end = path.search(/[?#]/);
  const [before, query] = end === -1 ? [path, ''] : [path.slice(0, end), path.slice(end)];
  if (!/\/\.{1,2}(?:\/|$)/.test(before)) return path;
  const kept: string[] = [];
  const segments = before.split('/').slice(1);
  for (const [index, segment] of segments.entries()) {
    const isDots = segment === '.' || segment === '..';
    if (segment === '..') kept.pop();
    if (!isDots) kept.push(segment);
    else if (index === segments.length - 1) kept.push('');
  }
  return `/${kept.join('/')}${query}`;
}
