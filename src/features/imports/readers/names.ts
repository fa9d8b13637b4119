/** Names as other tools write them, in the form that they have here. */

const DEVICES: Readonly<Record<string, string>> = {
  mobile: 'mobile',
  phone: 'mobile',
  tablet: 'mobile',
  desktop: 'desktop',
  laptop: 'desktop',
  ultrawide: 'desktop',
};

/** Returns the kind of a device: `mobile`, `desktop` or `unknown`. */
export const toDevice = (name: string): string => DEVICES[name.trim().toLowerCase()] ?? 'unknown';

/** Returns a country's code, from that of the country or of a part of it, such as `NL-NH`; `XX` when it is unknown. */
export const toCountry = (code: string): string => {
  const country = /^[A-Z]{2}(?=$|-)/.exec(code.trim().toUpperCase())?.[0];
  return country === undefined || country === 'ZZ' ? 'XX' : country;
};

let countries: ReadonlyMap<string, string> | undefined;

/** Returns the code of a country by its English name; `XX` when it is unknown. */
export function findCountryByName(name: string): string {
  countries ??= listCountries();
  return countries.get(name.trim().toLowerCase()) ?? 'XX';
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
