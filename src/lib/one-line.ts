/** Includes line breaks and characters that change the direction of a text. */
const INVISIBLE =
  /[\p{Cc}\u061c\u200b\u2060-\u2065\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** Converts an untrusted text to one line of visible characters, truncated to `maxLength`. */
export function toOneLine(text: string, maxLength: number): string {
  const clean = text.toWellFormed().replace(INVISIBLE, ' ').trim();
  const characters = [...clean];
  return characters.length <= maxLength ? clean : `${characters.slice(0, maxLength - 1).join('')}…`;
}
