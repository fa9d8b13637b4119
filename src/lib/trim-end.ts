/**
 * Returns a text without the run of one character at its end. A regular expression (`/,+$/`) would try every run in the
 * text from each of its characters, which takes time in proportion to the square of its length.
 */
export function trimTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
