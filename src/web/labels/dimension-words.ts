/** Words of questions in the search, in lower case, by dimension: those before a value, and other names of values. */

export const event = {
  words: ['event'],
};

export const path = {
  words: ['page', 'path'],
  synonyms: { '/': ['home', 'homepage', 'home page', 'front page', 'start page'] },
};

export const entryPage = {
  words: ['entry page', 'landing page', 'entered at', 'landing'],
};

export const exitPage = {
  words: ['exit page', 'left from', 'exit'],
};

export const hostname = {
  words: ['hostname', 'host name', 'host', 'subdomain', 'on the domain'],
};

export const channel = {
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
  words: ['referrer', 'referrers', 'referred by', 'linked from'],
};

export const source = {
  words: ['source', 'sources'],
  synonyms: { X: ['twitter'] },
};

export const campaign = {
  words: ['campaign', 'utm campaign'],
};

export const medium = {
  words: ['medium', 'utm medium'],
};

export const term = {
  words: ['term', 'search term', 'keyword', 'utm term'],
};

export const content = {
  words: ['content', 'ad content', 'utm content'],
};

export const country = {
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
  words: ['region', 'state', 'province'],
};

export const city = {
  words: ['city', 'town'],
};

export const browser = {
  words: ['browser'],
};

export const platform = {
  words: ['os', 'operating system', 'system', 'platform'],
  synonyms: { macOS: ['mac', 'macs', 'os x'], iOS: ['iphone', 'iphones'], Windows: ['win'] },
};

export const device = {
  words: ['device'],
  synonyms: {
    mobile: ['phone', 'phones', 'smartphone', 'mobiles', 'mobile devices'],
    desktop: ['computer', 'computers', 'laptop', 'laptops', 'desktops', 'pc'],
  },
};
