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

/** Returns a name without what tools write in several ways: `The Bahamas`, `Myanmar (Burma)`, `Bosnia and Herzegovina`. */
const toKey = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/^the /, '')
    .replace(/ \(.*\)$/, '')
    .replaceAll(' and ', ' & ')
    .replaceAll('’', "'");

/** Returns the code of a country by its English name; `XX` when it is unknown. */
export function findCountryByName(name: string): string {
  countries ??= listCountries();
  return countries.get(toKey(name)) ?? UNKNOWN_COUNTRY;
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes of former states, and of regions that are not states: they share the names of others. Source: ISO 3166-3, CLDR. */
const NO_COUNTRIES = new Set('AN BU CS DD DY FX HV NH NT QO RH SU TP UK UN VD XA XB YD YU ZR ZZ'.split(' '));
/** Names that are no longer those of CLDR, or are not in it. */
const OTHER_NAMES: readonly (readonly [name: string, code: string])[] = [
  ['turkey', 'TR'],
  ['macau', 'MO'],
  ['czech republic', 'CZ'],
  ['swaziland', 'SZ'],
  ['macedonia', 'MK'],
  ['cabo verde', 'CV'],
  ['united states of america', 'US'],
];

function listCountries(): ReadonlyMap<string, string> {
  const codes = LETTERS.flatMap(first => LETTERS.map(second => `${first}${second}`));
  // Google Analytics says Hong Kong, as the short names do, and Bosnia & Herzegovina, as the long ones.
  const names = (['short', 'long'] as const).flatMap(style => {
    const display = new Intl.DisplayNames('en', { type: 'region', fallback: 'none', style });
    return codes.flatMap((code): [string, string][] => {
      const name = NO_COUNTRIES.has(code) ? undefined : display.of(code);
      return name === undefined ? [] : [[toKey(name), code]];
    });
  });
  return new Map([...names, ...OTHER_NAMES]);
}
