/**
 * Texts of the dimensions, by their API names: what a filter is about, a list of the values, and rows without one.
 */
import * as shared from './shared.tsx';

/** Of visits that began without a referrer. One from a host that is no known source has a referrer, and no source. */
const direct = 'Direct / none';

export const path = {
  name: shared.page,
  plural: shared.pages,
  none: 'No page',
};
export const entryPage = {
  name: 'Entry page',
  plural: 'Entry pages',
  none: 'No entry page',
};
export const exitPage = {
  name: 'Exit page',
  plural: 'Exit pages',
  none: 'No exit page',
};
export const hostname = {
  name: 'Hostname',
  plural: 'Hostnames',
  none: 'No hostname',
};
export const channel = {
  name: 'Channel',
  plural: 'Channels',
  none: 'No channel',
};
export const referrerHost = {
  name: shared.referrer,
  plural: shared.referrers,
  none: direct,
};
export const referrer = {
  name: 'Referrer URL',
  plural: 'Full URLs',
  none: direct,
  /** In its list, between those of referrers. */
  row: 'Full URL',
};
export const source = {
  name: 'Source',
  plural: shared.sources,
  none: 'No source',
};
export const campaign = {
  name: 'Campaign',
  plural: 'Campaigns',
  none: 'No campaign',
};
export const medium = {
  name: 'Medium',
  plural: 'Medium',
  none: 'No medium',
};
export const term = {
  name: 'Term',
  plural: 'Terms',
  none: 'No term',
};
export const content = {
  name: 'Content',
  plural: 'Content',
  none: 'No content',
};
export const country = {
  name: shared.country,
  plural: shared.countries,
  none: shared.unknown,
};
export const region = {
  name: 'Region',
  plural: 'Regions',
  none: 'Unknown region',
};
export const city = {
  name: 'City',
  plural: 'Cities',
  none: 'Unknown city',
};
/** Those that the API sums up. */
export const otherPlaces = 'Places with fewer than 5 visitors';
export const language = {
  name: 'Language',
  plural: 'Languages',
  none: 'Unknown language',
};
export const browser = {
  name: 'Browser',
  plural: shared.browsers,
  none: shared.unknownBrowser,
};
export const browserVersion = {
  name: 'Browser version',
  plural: 'Browser versions',
  none: 'Unknown version',
};
export const platform = {
  name: 'Operating system',
  plural: 'Operating systems',
  none: 'Unknown system',
};
export const platformVersion = {
  name: 'System version',
  plural: 'System versions',
  none: 'Unknown version',
};
export const device = {
  name: 'Device',
  plural: shared.devices,
  none: 'Unknown device',
};
export const screen = {
  name: 'Screen',
  plural: 'Screens',
  none: 'Unknown screen',
};
/** By the values of the API. */
export const screenNames = {
  phone: 'Phone',
  tablet: 'Tablet',
  laptop: 'Laptop',
  desktop: 'Desktop',
  wide: 'Wide',
} as const;
export const network = {
  name: 'Network',
  plural: 'Networks',
  none: shared.unknown,
};
/** By the values of the API. */
export const networkNames = {
  hosting: 'Hosting',
  vpn: 'VPN',
  business: 'Organizations',
  access: 'Internet providers',
} as const;
export const botSign = {
  name: 'Sign of a bot',
  plural: 'Signs of bots',
  none: 'No sign',
};
/** By the values of the API. */
export const botSignNames = {
  impossible_screen: 'Impossible screen',
  many_agents: 'Address with many browsers',
  no_engagement: 'No engagement',
  one_page: 'Single pageview',
} as const;
export const event = { name: shared.event, plural: shared.events, none: 'No event' };
/** Of rows without a property. */
export const noProperty = 'No value';
