/** Also those that turn the direction of a text around, and ends of lines. */
const INVISIBLE =
  /[\p{Cc}\u061c\u200b\u2060-\u2065\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** A text from elsewhere as one line of letters that show, cut when it is long. */
export function oneLine(text: string, maxLength: number): string {
  const clean = text.toWellFormed().replace(INVISIBLE, ' ').trim();
  const characters = [...clean];
  return characters.length <= maxLength ? clean : `${characters.slice(0, maxLength - 1).join('')}…`;
}
