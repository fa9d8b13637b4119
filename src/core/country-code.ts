/** Country of an address that is not found. */
export const UNKNOWN_COUNTRY = 'XX';

/** Returns whether a text has the form of a country code: two capital letters, `XX` (unknown) included. */
export function isCountryCode(text: string): boolean {
  return text.length === 2 && isCapital(text.charCodeAt(0)) && isCapital(text.charCodeAt(1));
}

const isCapital = (code: number): boolean => code >= 65 && code <= 90;
