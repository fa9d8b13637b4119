/**
 * Texts of the dimensions, by their API names: what a filter is about, a list of the values, and rows without one; and in lower
 * case the words of questions in the search: those before a value, and other names of values.
 */
import * as shared from './shared.tsx';

/** Of visits that began without a referrer. One from a host that is no known source has a referrer, and no source. */
const direct = 'Direct / none';

export const path = {
  name: shared.page,
  plural: shared.pages,
  none: 'No page',
  words: ['page', 'path'],
  synonyms: { '/': ['home', 'homepage', 'home page', 'front page', 'start page'] },
};
export const entryPage = {
  name: 'Entry page',
  plural: 'Entry pages',
  none: 'No entry page',
  words: ['entry page', 'landing page', 'entered at', 'landing'],
};
export const exitPage = {
  name: 'Exit page',
  plural: 'Exit pages',
  none: 'No exit page',
  words: ['exit page', 'left from', 'exit'],
};
export const hostname = {
  name: 'Hostname',
  plural: 'Hostnames',
  none: 'No hostname',
  words: ['hostname', 'host name', 'host', 'subdomain', 'on the domain'],
};
export const channel = {
  name: 'Channel',
  plural: 'Channels',
  none: 'No channel',
  words: ['channel', 'channels', 'acquired by'],
  synonyms: {
    Direct: ['direct traffic'],
    'Organic Search': ['seo', 'search engines', 'organic'],
    'Paid Search': ['search ads', 'ppc', 'sem'],
    'Organic Social': ['social', 'social media', 'social networks'],
    'Paid Social': ['social ads'],
    'AI Assistants': ['ai', 'ai assistant', 'chatbots', 'llms'],
    Email: ['e-mail', 'emails', 'newsletters', 'mails'],
    Referral: ['referrals', 'other websites'],
    Display: ['banners', 'display ads'],
    Affiliates: ['affiliate'],
    'Feed Readers': ['feed reader', 'rss', 'feeds'],
  },
};
export const referrerHost = {
  name: shared.referrer,
  plural: shared.referrers,
  none: direct,
  words: ['referrer', 'referrers', 'referred by', 'linked from'],
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
  words: ['source', 'sources'],
  synonyms: { X: ['twitter'] },
};
export const campaign = {
  name: 'Campaign',
  plural: 'Campaigns',
  none: 'No campaign',
  words: ['campaign', 'utm campaign'],
};
export const medium = {
  name: 'Medium',
  plural: 'Medium',
  none: 'No medium',
  words: ['medium', 'utm medium'],
};
export const term = {
  name: 'Term',
  plural: 'Terms',
  none: 'No term',
  words: ['term', 'search term', 'keyword', 'utm term'],
};
export const content = {
  name: 'Content',
  plural: 'Content',
  none: 'No content',
  words: ['content', 'ad content', 'utm content'],
};
export const country = {
  name: shared.country,
  plural: shared.countries,
  none: shared.unknown,
  words: ['country'],
  synonyms: {
    US: ['us', 'usa', 'america', 'united states of america', 'the states'],
    GB: ['uk', 'britain', 'great britain', 'england'],
    NL: ['holland', 'the netherlands'],
    CZ: ['czech republic'],
    TR: ['turkey'],
    AE: ['uae', 'emirates'],
    KR: ['korea'],
    RU: ['russian federation'],
  },
};
export const region = {
  name: 'Region',
  plural: 'Regions',
  none: 'Unknown region',
  words: ['region', 'state', 'province'],
};
export const city = {
  name: 'City',
  plural: 'Cities',
  none: 'Unknown city',
  words: ['city', 'town'],
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
  words: ['browser'],
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
  words: ['os', 'operating system', 'system', 'platform'],
  synonyms: { macOS: ['mac', 'macs', 'os x'], iOS: ['iphone', 'iphones'], Windows: ['win'] },
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
  words: ['device'],
  synonyms: {
    mobile: ['phone', 'phones', 'smartphone', 'mobiles', 'mobile devices'],
    desktop: ['computer', 'computers', 'laptop', 'laptops', 'desktops', 'pc'],
  },
};
export const screen = {
  name: 'Screen',
  plural: 'Screens',
  none: 'Unknown screen',
};
/** By the values of the API. */
export const screenNames = {
  phone: 'Phone (below 600 px)',
  tablet: 'Tablet (600–1,024 px)',
  laptop: 'Laptop (1,025–1,599 px)',
  desktop: 'Desktop (1,600–2,399 px)',
  wide: 'Wide (2,400 px and more)',
} as const;
export const event = { name: shared.event, plural: shared.events, none: 'No event', words: ['event'] };
/** Of rows without a property. */
export const noProperty = 'No value';
