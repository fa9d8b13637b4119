/** Builds the address of a campaign, and finds names that differ from one in use by their spelling alone. */
/** The fields of a campaign in the order of the parameters, with the parameter of each. */
export const PARAMETERS = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
  term: 'utm_term',
  content: 'utm_content',
} as const;
export type ParameterName = keyof typeof PARAMETERS;
export const PARAMETER_NAMES = Object.keys(PARAMETERS) as readonly ParameterName[];

/** What a link is made of, as it was typed. */
export interface CampaignFields extends Readonly<Record<ParameterName, string>> {
  /** An address, or a path of the site. */
  readonly address: string;
}

/** Returns the address that a text means: that of the site before a path, https where it has no scheme; undefined for no address. */
function toPageAddress(text: string, siteUrl: string): URL | undefined {
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

/** Returns the link; undefined where the address is none. Parameters that it has of other kinds stay. */
export function toCampaignLink(fields: CampaignFields, siteUrl: string): string | undefined {
  const url = toPageAddress(fields.address, siteUrl);
  if (!url) return undefined;
  for (const name of PARAMETER_NAMES) {
    const value = fields[name].trim();
    if (value === '') url.searchParams.delete(PARAMETERS[name]);
    else url.searchParams.set(PARAMETERS[name], value);
  }
  return url.href;
}

const normalize = (name: string): string =>
  name
    .trim()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, '-');

/** Finds a name in use that differs from another by capitals, accents, spaces or dashes alone: reports would have both. */
export const findOtherSpelling = (name: string, used: readonly string[]): string | undefined => {
  const given = name.trim();
  if (given === '' || used.includes(given)) return undefined;
  const sought = normalize(given);
  return used.find(each => normalize(each) === sought);
};
