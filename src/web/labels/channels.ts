/** Texts of channels: their names, and why a visit is of one, by the rules that decide. */
export const names = {
  Direct: 'Direct',
  'Organic Search': 'Organic Search',
  'Paid Search': 'Paid Search',
  'Organic Social': 'Organic Social',
  'Paid Social': 'Paid Social',
  'AI Assistants': 'AI Assistants',
  Email: 'Email',
  Referral: 'Referral',
  Video: 'Video',
  Display: 'Display',
  Affiliates: 'Affiliates',
  'Feed Readers': 'Feed Readers',
  Internal: 'Internal',
};

/** Why a visit is of a channel, by the names of the rules. */
export const rules = {
  internal: 'its referrer is a page of the site itself, and the link was not tagged',
  affiliate_medium: 'utm_medium is that of affiliates',
  email_medium: 'utm_medium is that of mails',
  feed_medium: 'utm_medium is that of a feed',
  display_medium: 'utm_medium is that of banners',
  paid_video: 'utm_medium is that of paid videos',
  paid_video_source: 'utm_medium is paid, and the source is a video platform',
  paid_video_click: 'the address has the click id of an ad, and the source is a video platform',
  paid_social_medium: 'utm_medium is that of paid posts in social networks',
  paid_social_source: 'utm_medium is paid, and the source is a social network',
  paid_search_medium: 'utm_medium is that of paid search results',
  paid_search_source: 'utm_medium is paid, and the source is a search engine',
  paid_social_click: 'the address has a click id of ads in a social network (ttclid, twclid, li_fat_id …)',
  paid_search_click: 'the address has a click id of search ads (gclid, msclkid …)',
  display_click: 'the address has a click id of a banner network (dclid …)',
  affiliate_click: 'the address has a click id of an affiliate network (awc, irclickid …)',
  ai_source: 'the source is an AI assistant',
  ai_medium: 'utm_medium is that of AI assistants',
  paid_click: 'utm_medium is that of paid clicks (cpc, ppc), and the source is no other kind of network',
  paid_elsewhere: 'utm_medium is paid, and the source is neither a search engine nor a social network',
  ads_source: 'the source is a network of banners or recommended articles',
  email_source: 'the source is a newsletter or a mail service',
  email_click: 'the address has a parameter that mail services add to links (mc_eid, _hsenc …)',
  feed_source: 'the source is a feed reader',
  video_source: 'the source is a video platform',
  video_medium: 'utm_medium is that of videos',
  social_medium: 'utm_medium is that of social networks',
  social_source:
    'the source is a social network, a community or a messenger, and nothing says that the click was paid for',
  search_source: 'the source is a search engine, and nothing says that the click was paid for',
  search_medium: 'utm_medium is that of unpaid search results',
  search_click: 'the address has a parameter that a search engine adds to unpaid results (srsltid)',
  social_click: 'the address has a parameter that a social network adds to all links (fbclid …)',
  referral: 'the referrer is another website, of no other channel',
  referral_medium: 'utm_medium belongs to no other channel',
  named_source: 'a source is named that belongs to no other channel',
  tagged: 'the link was tagged with a campaign, and with nothing else',
  direct: 'nothing tells where the visit began: no referrer, no source, no campaign',
};

export const why = (channel: string) => `Why is this ${channel}?`;
export const intro =
  'A visit is of this channel when one of these is true and no rule before it was. The first page of the visit decides.';
