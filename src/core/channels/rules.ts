/**
 * Decides which channel a hit came through, and why. The first matching rule decides; rules test a few facts with few values each,
 * which are read from the referrer, the source and the parameters of the url.
 *
 * Conventions, such as the words of `utm_medium`, follow the default channel groups that Google Analytics documents; the
 * channels are our own. Raise `RULES_VERSION` with every change of a table here: channels by older rules are then
 * computed again.
 */

/** Raised with every change of the rules, of the words and patterns here, and of `SOURCES`. */
export const RULES_VERSION = 4;

/** Channels in the order of their numbers, which are stored: never change one, add at the end. */
export const CHANNELS = [
  'Direct',
  'Organic Search',
  'Paid Search',
  'Organic Social',
  'Paid Social',
  'AI Assistants',
  'Email',
  'Referral',
  'Video',
  'Display',
  'Affiliates',
  'Feed Readers',
  'Internal',
] as const;
export type Channel = (typeof CHANNELS)[number];

/** The facts that rules test, each with its possible values. */
export const FACTS = {
  /** Where the referrer is: nowhere, on another host, or on the host of the page or of the site. */
  arrival: ['none', 'other', 'own'],
  /** Whether the url names a source or a campaign, by `utm_source` or `utm_campaign`. */
  tagged: ['no', 'yes'],
  /** What the source is, or else the host of the referrer; `named`: a source that is not known. */
  kind: [
    'none',
    'named',
    'search',
    'ai',
    'social',
    'video',
    'email',
    'feed',
    'ads',
    'search ads',
    'social ads',
  ],
  /** What click ids and other parameters of networks indicate. */
  click: [
    'none',
    'paid search',
    'paid social',
    'display',
    'affiliate',
    'email',
    'organic social',
    'organic search',
  ],
  /** What `utm_medium` means. */
  medium: [
    'none',
    'other',
    'paid click',
    'paid search',
    'paid social',
    'paid video',
    'paid',
    'display',
    'affiliate',
    'email',
    'feed',
    'social',
    'video',
    'organic',
    'ai',
    'referral',
    'paid action',
  ],
} as const;
export type FactName = keyof typeof FACTS;
type Values<Name extends FactName> = (typeof FACTS)[Name][number];
/** What is known of a hit. */
export type Facts = { readonly [Name in FactName]: Values<Name> };

/** The values that a rule asks for; a fact that it does not name may have any. */
type Condition = { readonly [Name in FactName]?: readonly Values<Name>[] };

interface Rule {
  readonly channel: Channel;
  /** Why, in words: completes "because". */
  readonly words: string;
  readonly when: Condition;
}

const PAID = ['paid click', 'paid search', 'paid social', 'paid video', 'paid', 'paid action'] as const;

/** The rules by their names, in the order in which they are tried. */
export const RULES = {
  internal: {
    channel: 'Internal',
    words: 'the referrer is a page of the site itself, and the link was not tagged',
    when: { arrival: ['own'], tagged: ['no'], click: ['none'], medium: ['none'] },
  },
  affiliate_medium: {
    channel: 'Affiliates',
    words: 'utm_medium is that of affiliates',
    when: { medium: ['affiliate'] },
  },
  email_medium: {
    channel: 'Email',
    words: 'utm_medium is that of mails',
    when: { medium: ['email'] },
  },
  feed_medium: {
    channel: 'Feed Readers',
    words: 'utm_medium is that of a feed',
    when: { medium: ['feed'] },
  },
  display_medium: {
    channel: 'Display',
    words: 'utm_medium is that of banners',
    when: { medium: ['display'] },
  },
  paid_video: {
    channel: 'Video',
    words: 'utm_medium is that of paid videos',
    when: { medium: ['paid video'] },
  },
  paid_video_source: {
    channel: 'Video',
    words: 'utm_medium is paid, and the source is a video platform',
    when: { medium: PAID, kind: ['video'] },
  },
  paid_video_click: {
    channel: 'Video',
    words: 'the url has the click id of an ad, and the source is a video platform',
    when: { click: ['paid search', 'display'], kind: ['video'] },
  },
  paid_social_medium: {
    channel: 'Paid Social',
    words: 'utm_medium is that of paid posts in social networks',
    when: { medium: ['paid social'] },
  },
  paid_social_source: {
    channel: 'Paid Social',
    words: 'utm_medium is paid, and the source is a social network',
    when: { medium: PAID, kind: ['social'] },
  },
  paid_search_medium: {
    channel: 'Paid Search',
    words: 'utm_medium is that of paid search results',
    when: { medium: ['paid search'] },
  },
  paid_search_source: {
    channel: 'Paid Search',
    words: 'utm_medium is paid, and the source is a search engine',
    when: { medium: PAID, kind: ['search'] },
  },
  search_ads_source: {
    channel: 'Paid Search',
    words: 'the source is a name of search ads (google_ads, adwords, bing_ads …)',
    when: { kind: ['search ads'] },
  },
  social_ads_source: {
    channel: 'Paid Social',
    words: 'the source is a name of ads in a social network (facebook_ads, tiktok_ads …)',
    when: { kind: ['social ads'] },
  },
  paid_social_click: {
    channel: 'Paid Social',
    words: 'the url has a click id of ads in a social network (ttclid, twclid, li_fat_id …)',
    when: { click: ['paid social'] },
  },
  paid_search_click: {
    channel: 'Paid Search',
    words: 'the url has a click id of search ads (gclid, msclkid …)',
    when: { click: ['paid search'] },
  },
  display_click: {
    channel: 'Display',
    words: 'the url has a click id of a banner network (dclid …)',
    when: { click: ['display'] },
  },
  affiliate_click: {
    channel: 'Affiliates',
    words: 'the url has a click id of an affiliate network (awc, irclickid …)',
    when: { click: ['affiliate'] },
  },
  ai_source: {
    channel: 'AI Assistants',
    words: 'the source is an AI assistant',
    when: { kind: ['ai'] },
  },
  ai_medium: {
    channel: 'AI Assistants',
    words: 'utm_medium is that of AI assistants',
    when: { medium: ['ai'] },
  },
  paid_click: {
    channel: 'Paid Search',
    words: 'utm_medium is that of paid clicks (cpc, ppc), and the source is no other kind of network',
    when: { medium: ['paid click'], kind: ['none', 'named', 'ads'] },
  },
  affiliate_action: {
    channel: 'Affiliates',
    words:
      'utm_medium is that of paid actions (cpa, cps), and the source is neither a search engine nor a social network',
    when: { medium: ['paid action'] },
  },
  paid_elsewhere: {
    channel: 'Display',
    words: 'utm_medium is paid, and the source is neither a search engine nor a social network',
    when: { medium: PAID },
  },
  ads_source: {
    channel: 'Display',
    words: 'the source is a network of banners or recommended articles',
    when: { kind: ['ads'] },
  },
  email_source: {
    channel: 'Email',
    words: 'the source is a newsletter or a mail service',
    when: { kind: ['email'] },
  },
  email_click: {
    channel: 'Email',
    words: 'the url has a parameter that mail services add to links (mc_eid, _hsenc …)',
    when: { click: ['email'] },
  },
  feed_source: {
    channel: 'Feed Readers',
    words: 'the source is a feed reader',
    when: { kind: ['feed'] },
  },
  video_source: {
    channel: 'Video',
    words: 'the source is a video platform',
    when: { kind: ['video'] },
  },
  video_medium: {
    channel: 'Video',
    words: 'utm_medium is that of videos',
    when: { medium: ['video'] },
  },
  social_medium: {
    channel: 'Organic Social',
    words: 'utm_medium is that of social networks',
    when: { medium: ['social'] },
  },
  social_source: {
    channel: 'Organic Social',
    words:
      'the source is a social network, a community or a messenger, and nothing says that the click was paid for',
    when: { kind: ['social'] },
  },
  search_source: {
    channel: 'Organic Search',
    words: 'the source is a search engine, and nothing says that the click was paid for',
    when: { kind: ['search'] },
  },
  search_medium: {
    channel: 'Organic Search',
    words: 'utm_medium is that of unpaid search results',
    when: { medium: ['organic'] },
  },
  search_click: {
    channel: 'Organic Search',
    words: 'the url has a parameter that a search engine adds to unpaid results (srsltid)',
    when: { click: ['organic search'] },
  },
  social_click: {
    channel: 'Organic Social',
    words: 'the url has a parameter that a social network adds to all links (fbclid …)',
    when: { click: ['organic social'] },
  },
  referral: {
    channel: 'Referral',
    words: 'the referrer is another website, of no other channel',
    when: { arrival: ['other', 'own'] },
  },
  referral_medium: {
    channel: 'Referral',
    words: 'utm_medium belongs to no other channel',
    when: { medium: ['referral', 'other'] },
  },
  named_source: {
    channel: 'Referral',
    words: 'a source is named that belongs to no other channel',
    when: { kind: ['named'] },
  },
  tagged: {
    channel: 'Referral',
    words: 'the link was tagged with a campaign, and with nothing else',
    when: { tagged: ['yes'] },
  },
  direct: {
    channel: 'Direct',
    words: 'nothing tells where the visit began: no referrer, no source, no campaign',
    when: {},
  },
} as const satisfies Readonly<Record<string, Rule>>;
export type RuleName = keyof typeof RULES;
export const RULE_NAMES = Object.keys(RULES) as readonly RuleName[];

/** What words of `utm_medium` mean, in lower case. */
export const MEDIUM_WORDS: Readonly<Partial<Record<Facts['medium'], string>>> = {
  'paid click': 'cpc|ppc|pay-per-click|paidclick|paid-click|paid_click',
  'paid search':
    'paidsearch|paid-search|paid_search|paid search|sem|sea|search-ads|search_ads|pmax|performance-max|performance_max|performance max',
  'paid video': 'cpv|instream|in-stream|preroll|pre-roll',
  display:
    'display|banner|banners|expandable|interstitial|cpm|native|programmatic|gdn|dsp|display-ad|display_ad|displayads',
  affiliate: 'affiliate|affiliates|affil|affiliation',
  'paid action': 'cpa|cps',
  email: 'email|e-mail|e_mail|e mail|mail|mailing|newsletter|newsletters|edm',
  feed: 'rss|atom|feed|rss-feed|rss_feed|rssfeed|feedburner',
  social:
    'social|social-network|social-media|social_network|social_media|social network|social media|socialmedia|socialnetwork|sm|organic-social|organic_social|organicsocial|organic social',
  organic: 'organic|organic-search|organic_search|organic search|organicsearch|seo',
  ai: 'ai|llm|chatbot|ai-assistant|ai_assistant|ai assistant|genai',
  referral: 'referral|referrer|app|link|links|partner|partners',
};

/** What other values of `utm_medium` mean, by patterns that are tried in this order. RE2 and JavaScript read them the same. */
export const MEDIUM_PATTERNS: readonly (readonly [Facts['medium'], string])[] = [
  ['paid social', '^(?:paid.*social|social.*paid|social.*cp[cm].*|cp[cm].*social.*)'],
  ['paid search', '^(?:paid.*search|search.*paid|search.*cpc.*|cpc.*search.*)'],
  ['paid video', '^(?:paid.*video|video.*paid|video.*cp[cmv].*)'],
  ['email', 'newsletter|e-?mail'],
  ['affiliate', 'affiliate'],
  ['display', 'banner|display'],
  ['video', 'video'],
  ['paid', '^(?:.*cp[a-z]|ads?|advert.*|retargeting|remarketing|paid.*|.*[-_ ]paid|.*[-_ ]ads?)$'],
  ['social', 'social'],
];

/**
 * Parameters that networks add to clicks. `fbclid`, `igshid` and `epik` are on unpaid links too: by themselves they show where the
 * click happened, not that it was paid for.
 */
export const CLICK_IDS: Readonly<Partial<Record<Facts['click'], string>>> = {
  'paid search': 'gclid|gbraid|wbraid|gad_source|msclkid|yclid|ymclid|s_kwcid',
  'paid social': 'ttclid|twclid|li_fat_id|rdt_cid|sccid|qclid',
  display: 'dclid|tblci|dicbo|obclid|cto_pld',
  affiliate: 'irclickid|awc|cjevent|sscid|ransiteid|afsrc|clickref|zanpid',
  email:
    'mc_eid|mc_cid|_hsenc|_hsmi|mkt_tok|vero_id|ck_subscriber_id|_kx|dm_i|ml_subscriber|oly_enc_id|sfmc_sub|_ke|bbeml',
  'organic social': 'fbclid|igshid|igsh|epik',
  'organic search': 'srsltid',
};

/** Aliases of the names of `SOURCES`, as used in `utm_source`; in lower case. */
export const SOURCE_WORDS: Readonly<Partial<Record<Facts['kind'], string>>> = {
  search: 'brave|kagi|ddg|360',
  'search ads':
    'googleads|google-ads|google_ads|google ads|adwords|bingads|bing-ads|bing_ads|bing ads|microsoft-ads|microsoft_ads|microsoftads|microsoft ads|yandex-direct|yandex_direct|yandex.direct',
  'social ads':
    'facebook-ads|facebook_ads|facebookads|facebook ads|fb-ads|fb_ads|fbads|meta-ads|meta_ads|metaads|instagram-ads|instagram_ads|instagramads|ig-ads|ig_ads|linkedin-ads|linkedin_ads|linkedinads|twitter-ads|twitter_ads|x-ads|x_ads|tiktok-ads|tiktok_ads|tiktokads|reddit-ads|reddit_ads|pinterest-ads|pinterest_ads|snapchat-ads|snapchat_ads',
  ai: 'gpt|chat-gpt|chat gpt|anthropic|bing chat|bing-chat|le chat|mistral|meta-ai',
  social: 'fb|ig|insta|meta|li|linked-in|tw|twitter|hn|hackernews|fediverse|social|social-media|social_media',
  video: 'yt|youtube-ads|youtube_ads',
  email:
    'mail|gmail|mailchimp|klaviyo|sendgrid|brevo|sendinblue|mailjet|mailerlite|convertkit|activecampaign|listmonk|campaignmonitor|edm',
  feed: 'rss|atom|feed|feedburner|rss-feed|rss_feed',
  ads: 'gdn|dv360|criteo|adroll|display|admob|carbon|carbonads|buysellads',
};

/** Sources that are mails, whatever else is in their name. */
export const EMAIL_SOURCE = '(?:^|[^a-z])(?:newsletters?|e-?mails?|mailings?)(?:[^a-z]|$)';
