/** Links of campaigns: the address of a page with the parameters that reports read. */
import { SOURCE_PARAMETERS, URL_PARAMETERS } from './hits/url-parameters.ts';

/** The values of a campaign in the order of the parameters, with the parameter of each. */
export const PARAMETERS = {
  source: SOURCE_PARAMETERS[0],
  medium: URL_PARAMETERS.medium,
  campaign: URL_PARAMETERS.campaign,
  term: URL_PARAMETERS.term,
  content: URL_PARAMETERS.content,
} as const;
export type ParameterName = keyof typeof PARAMETERS;
export const PARAMETER_NAMES = Object.keys(PARAMETERS) as readonly ParameterName[];

/** The values of a campaign; blank for none. */
export type CampaignValues = Readonly<Record<ParameterName, string>>;

/** What a link is made of, as it was typed. */
export interface CampaignFields extends CampaignValues {
  /** An address, or a path of the site. */
  readonly address: string;
}

/** Returns the address that a text means: that of the site before a path, https where it has no scheme; undefined for no address. */
export function toPageAddress(text: string, siteUrl: string): URL | undefined {
  const given = text.trim();
  if (/\s/.test(given)) return undefined;
  const isPath = given === '' || given.startsWith('/');
  const address = given.includes('://')
    ? given
    : isPath
      ? siteUrl.replace(/\/+$/, '') + (given || '/')
      : `https://${given}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/** Returns an address with these values in place of those that it has; its other parameters stay. */
export function tagAddress(address: URL, values: CampaignValues): string {
  const url = new URL(address);
  for (const name of PARAMETER_NAMES) {
    const parameter = PARAMETERS[name];
    const value = values[name].trim();
    // Reports read them in any case, and the first one counts.
    for (const given of [...url.searchParams.keys()])
      if (given.toLowerCase() === parameter && (value === '' || given !== parameter))
        url.searchParams.delete(given);
    if (value !== '') url.searchParams.set(parameter, value);
  }
  return url.href;
}

/** Returns the link; undefined if the address is invalid. */
export function toCampaignLink(fields: CampaignFields, siteUrl: string): string | undefined {
  const url = toPageAddress(fields.address, siteUrl);
  return url && tagAddress(url, fields);
}
