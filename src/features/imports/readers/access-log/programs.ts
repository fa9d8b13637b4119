/** Names of the programs behind user agents: feed readers, with the subscribers that they say they read for, and other bots. */

/** Feed readers, by a part of their user agent in lower case. */
const FEED_READERS: readonly (readonly [token: string, name: string])[] = [
  ['feedly', 'Feedly'],
  ['feedbin', 'Feedbin'],
  ['newsblur', 'NewsBlur'],
  ['inoreader', 'Inoreader'],
  ['theoldreader', 'The Old Reader'],
  ['bazqux', 'BazQux'],
  ['feedfetcher-google', 'Feedfetcher-Google'],
  ['overcast', 'Overcast'],
  ['dreamwidth', 'Dreamwidth'],
  ['freshrss', 'FreshRSS'],
  ['miniflux', 'Miniflux'],
  ['tiny tiny rss', 'Tiny Tiny RSS'],
  ['netnewswire', 'NetNewsWire'],
  ['commafeed', 'CommaFeed'],
  ['bloglovin', 'Bloglovin'],
  ['blogtrottr', 'Blogtrottr'],
  ['nextcloud-news', 'Nextcloud News'],
  ['thunderbird', 'Thunderbird'],
  ['akregator', 'Akregator'],
  ['liferea', 'Liferea'],
  ['reeder', 'Reeder'],
];

const COMPATIBLE = /\(compatible; ?([^;/)]{1,80})/;
const TOKEN = /[\w.-]{0,40}(?:bot|crawl|spider|headless)[\w.-]{0,40}/i;
const PRODUCT = /^([^/;([]{1,80})/;
const SUBSCRIBERS = /\b(\d{1,9}) (?:subscriber|reader)s?\b/i;
const MAX_NAME = 60;
/** Programs that name themselves in no way, as a log writes it. */
const NAMELESS = '-';

/** What browsers begin with, and programs that say no more. */
const isPlain = (name: string): boolean => /^(?:mozilla|opera)$/i.test(name);

/** Returns the name of a bot or a feed reader. */
export function nameProgram(userAgent: string): string {
  const lower = userAgent.toLowerCase();
  const reader = FEED_READERS.find(([token]) => lower.includes(token));
  if (reader) return reader[1];
  const product = PRODUCT.exec(userAgent)?.[1]?.split(' - ')[0]?.trim() ?? '';
  const name =
    COMPATIBLE.exec(userAgent)?.[1]?.trim() ||
    (isPlain(product) ? TOKEN.exec(userAgent)?.[0] : product) ||
    product;
  return name === '' ? NAMELESS : name.slice(0, MAX_NAME);
}

/** Returns how many subscribers a feed reader says it reads for; 0 when it does not. */
export const findSubscribers = (userAgent: string): number => Number(SUBSCRIBERS.exec(userAgent)?.[1] ?? 0);
