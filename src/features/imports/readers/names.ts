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
