/** Countries as other tools write them. */

/** What stands for a country that is not known. */
const UNKNOWN_COUNTRY = 'XX';

/** Returns a country's code, from that of the country or of a part of it, such as `NL-NH`; null when it is unknown. */
export function toCountryCode(code: string): string | null {
  const country = /^[A-Z]{2}(?=$|-)/.exec(code.trim().toUpperCase())?.[0];
  if (country === undefined || country === 'ZZ' || country === UNKNOWN_COUNTRY) return null;
  // Simple Analytics has it in places.
  return country === 'UK' ? 'GB' : country;
}

/** Returns a country's code as sums by day have it: `XX` when it is unknown. */
export const toCountryValue = (code: string): string => toCountryCode(code) ?? UNKNOWN_COUNTRY;

let countries: ReadonlyMap<string, string> | undefined;

/** Returns the code of a country by its English name; `XX` when it is unknown. */
export function findCountryByName(name: string): string {
  countries ??= listCountries();
  return countries.get(name.trim().toLowerCase()) ?? UNKNOWN_COUNTRY;
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

function listCountries(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap(first => LETTERS.map(second => `${first}${second}`));
  // Codes of states that are no more have the names of those that are: they are written otherwise in canonical form.
  const current = codes.filter(code => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);
  return new Map([
    ...current.map((code): [string, string] => [names.of(code)?.toLowerCase() ?? '', code]),
    ['turkey', 'TR'],
    ['myanmar', 'MM'],
  ]);
}
