/** Folds the case of texts, so that writings of one word are equal: letter by letter, whatever is beside it. */

/** `İ` has no small letter: its own is two. */
const foldLetter = (letter: string): string => (letter === 'İ' ? letter : letter.toLowerCase());

/** Returns a text in lower case, with one small sigma. The engines fold the same in SQL: see `foldCase` of `stores/sql/dialect.ts`. */
export const foldCase = (text: string): string => Array.from(text, foldLetter).join('').replaceAll('ς', 'σ');
