import { isbotMatch } from 'isbot';
import { CRAWLER_PATTERNS } from '../reference/crawlers.ts';
import { OWN_CRAWLER_PATTERNS, PEOPLE_PATTERNS } from '../reference/people.ts';

const CRAWLERS = new RegExp([...CRAWLER_PATTERNS, ...OWN_CRAWLER_PATTERNS].join('|'));
const PEOPLE = new RegExp(PEOPLE_PATTERNS.join('|'), 'gi');

/** Longer ones are no name of a robot, but a whole user agent that has nothing of a browser. */
const MAX_WORDS_LENGTH = 40;

/** A browser's engine: every browser names one, few robots do. */
const ENGINE =
  /AppleWebKit|Gecko\/|Presto\/|Trident\/|MSIE |NetFront|POLARIS|MAUI|MIDP|Opera(?: ?Mini)?\/|^Dalvik\/|^dv\(iP|^i(?:Phone|PodTouch)\w*$|^smarttv_/i;
const ANDROID = /\bAndroid\b/;
const BUILD = /\bBuild\/[^ ;]+/i;
/** In a name of a device, a product with a version, an address or a word of robots means that it is none. */
const PRODUCT = /[/@:]|compatible|\.com/i;
const OWN_CRAWLERS = new RegExp(OWN_CRAWLER_PATTERNS.join('|'));

const isDeviceName = (field: string): boolean =>
  !PRODUCT.test(field.replace(BUILD, '')) && !OWN_CRAWLERS.test(field);

/** Removes model and build of an Android device, which are any words: `Spider 8`, `M bot 51`, `Build/AP3A.240617.008`. */
export function withoutDevice(userAgent: string): string {
  const start = userAgent.indexOf('(') + 1;
  const end = userAgent.indexOf(')', start);
  if (start === 0 || end < 0) return userAgent;
  const fields = userAgent.slice(start, end).split(';');
  const android = fields.findIndex(field => ANDROID.test(field));
  if (android < 0) return userAgent;
  const kept = fields.filter((field, index) => index <= android || !isDeviceName(field));
  return `${userAgent.slice(0, start)}${kept.join(';')}${userAgent.slice(end)}`;
}

/**
 * Says by which words a user agent is a robot's: those of two lists, `isbot` and `crawler-user-agents`. Null for a person's browser.
 * The words count only where they name the program: not in the model of a phone, nor in the names of apps and televisions.
 */
export function findBotRule(userAgent: string): string | null {
  const text = ENGINE.test(userAgent) ? withoutDevice(userAgent).replace(PEOPLE, '') : userAgent;
  const found = CRAWLERS.exec(text)?.[0] ?? isbotMatch(text);
  if (found === null) return null;
  return found.length > MAX_WORDS_LENGTH
    ? 'a user agent unlike those of browsers'
    : `"${found.trim()}" in the user agent`;
}
