/** What the sources of `sources.ts` are also called: in other countries, and in tags. */

/** Brands that hold their name in many countries: `google.de`, `google.co.uk`, `google.com.au` are all Google. */
export const COUNTRY_BRANDS: Readonly<Record<string, string>> = {
  amazon: 'Amazon',
  aol: 'AOL',
  baidu: 'Baidu',
  bing: 'Bing',
  ebay: 'eBay',
  ecosia: 'Ecosia',
  etsy: 'Etsy',
  google: 'Google',
  msn: 'MSN',
  pinterest: 'Pinterest',
  qwant: 'Qwant',
  startpage: 'Startpage',
  tripadvisor: 'Tripadvisor',
  yahoo: 'Yahoo',
  yandex: 'Yandex',
  yelp: 'Yelp',
};

/** What well-known sources are also called in tags, in lower case. */
export const SOURCE_ALIASES: Readonly<Record<string, string>> = {
  'Brave Search': 'brave',
  ChatGPT: 'chat-gpt|chat gpt|chat_gpt|gpt',
  Copilot: 'bing chat|bing-chat|microsoft copilot',
  DuckDuckGo: 'ddg|duck duck go',
  Facebook: 'fb',
  'Hacker News': 'hn|hackernews|hacker-news|ycombinator',
  Instagram: 'ig|insta',
  'Kagi Search': 'kagi',
  LinkedIn: 'li|linked-in|linked in',
  'Mistral Le Chat': 'le chat|lechat|mistral',
  'Product Hunt': 'producthunt|product-hunt|ph',
  X: 'tw|twitter',
  YouTube: 'yt|you tube',
};
