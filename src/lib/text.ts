/** Lengths, characters and ends of texts. */

/** Removes leading byte order marks: they are invisible, and the hit store would drop the first one. */
export function stripByteOrderMarks(text: string): string {
  let start = 0;
  while (text.charCodeAt(start) === 0xfeff) start++;
  return start === 0 ? text : text.slice(start);
}

/**
 * Copies a text, or a JSON value. A substring keeps the whole string that it was cut out of in memory: a word that is kept in a cache
 * would keep the block of the file that it came from.
 */
export const copyTexts = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** Returns whether a text has more characters (code points) than allowed; counts them only near the limit. */
export function isLongerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  if (text.length > 2 * max) return true;
  let count = 0;
  for (const _ of text) count++;
  return count > max;
}

/** Returns whether a text contains a control character (Unicode category Cc: line breaks, NUL, escape). */
export function hasControlCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true;
  }
  return false;
}

/**
 * Returns a text without the run of one character at its end. A regular expression (`/,+$/`) would try every run in the
 * text from each of its characters, which takes time in proportion to the square of its length.
 */
export function trimTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}

/** Includes line breaks and characters that change the direction of a text. */
const INVISIBLE =
  /[\p{Cc}\u061c\u200b\u2060-\u2065\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** Converts an untrusted text to one line of visible characters, truncated to `maxLength`. */
export function toOneLine(text: string, maxLength: number): string {
  const clean = text.toWellFormed().replace(INVISIBLE, ' ').trim();
  const characters = [...clean];
  return characters.length <= maxLength ? clean : `${characters.slice(0, maxLength - 1).join('')}…`;
}
