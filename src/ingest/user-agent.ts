import { type IBrowser, type IOS, UAParser } from 'ua-parser-js';
import type { ValuesFrom } from '../core/hits/columns.ts';
import { createLru } from '../lib/lru.ts';
import { copyTexts } from '../lib/text.ts';
import {
  BROWSER_NAMES,
  BROWSERS_BY_TOKEN,
  COMPUTERS,
  PLATFORM_NAMES,
  TELEVISIONS,
} from '../reference/browsers.ts';
import { type AiAgent, findAiAgent } from './ai-agent.ts';
import { findBotRule, withoutDevice } from './bot.ts';

/** Browser, platform and kind of a user agent. */
export interface UserAgentFacts extends ValuesFrom<'user_agent'> {
  /** Common name: `Chrome`, `Safari`, `Edge`, `Samsung Internet`; null when it is not known. */
  readonly browserName: string | null;
  /** `Windows`, `macOS`, `iOS`, `Android`, `Linux`, `Chrome OS` and rarer ones; null when it is not known. */
  readonly platformName: string | null;
  /** Major version of the browser; null when it is not known. Browsers of today freeze it, or tell no more. */
  readonly browserVersion: string | null;
  /** Up to two numbers of the platform's version; null when it is not known. */
  readonly platformVersion: string | null;
  /** Whether it is a phone, a tablet or a watch; null when neither browser nor platform is known. */
  readonly isMobile: boolean | null;
  /** Why it is a program rather than a person's browser; null for people. AI agents are bots, and so is an empty user agent. */
  readonly botRule: string | null;
  /** True for a headless browser: a test, a preview, or a scraper. */
  readonly isHeadless: boolean;
  readonly agent: AiAgent | null;
}

/** Parses a user agent. Null and blank are an unknown bot. */
export type ParseUserAgent = (userAgent: string | null) => UserAgentFacts;

const UNKNOWN: UserAgentFacts = {
  browserName: null,
  platformName: null,
  browserVersion: null,
  platformVersion: null,
  isMobile: null,
  botRule: 'no user agent',
  isHeadless: false,
  agent: null,
};

/** Longer texts are truncated: real browsers are far shorter, and parsing takes linear time. */
const MAX_READ_LENGTH = 1024;
const MAX_VERSION_LENGTH = 20;
const DEFAULT_ENTRIES = 20_000;

/**
 * Creates a parser of user agents that caches up to `maxEntries` results: about 10 MB when full. A new user agent takes
 * about 0.1 ms, the very first 40 ms more, since the bot patterns are compiled then.
 */
export function createUserAgentParser(maxEntries = DEFAULT_ENTRIES): ParseUserAgent {
  const cache = createLru<string, UserAgentFacts>(maxEntries);
  return userAgent => {
    if (!userAgent) return UNKNOWN;
    const known = cache.get(userAgent);
    if (known) return known;
    const text = userAgent.slice(0, MAX_READ_LENGTH);
    const facts = text.trim() === '' ? UNKNOWN : parseUserAgent(text);
    if (userAgent.length <= MAX_READ_LENGTH) cache.set(copyTexts(userAgent), copyTexts(facts));
    return facts;
  };
}

function parseUserAgent(text: string): UserAgentFacts {
  // A model may be any words: "Moto Edge 20" is no Edge, "Winner8" no Windows.
  const program = withoutDevice(text);
  const parser = new UAParser(program);
  const browser = findBrowser(program, parser.getBrowser());
  const platform = findPlatform(text, parser.getOS());
  const agent = findAiAgent(text);
  // Headless Chrome differs by its name only; whether it counts is the site's choice.
  const plain = text.replace('HeadlessChrome/', 'Chrome/');
  return {
    browserName: browser.name,
    platformName: platform.name,
    browserVersion: browser.version,
    platformVersion: platform.version,
    isMobile: browser.name === null && platform.name === null ? null : isMobileDevice(text, platform.name),
    botRule: agent ? `an AI agent, ${agent.name}` : findBotRule(plain),
    isHeadless: plain !== text,
    agent,
  };
}

interface NamedVersion {
  readonly name: string | null;
  readonly version: string | null;
}

/** Names the browser: an app or a browser on another's engine by its own token, others as the parser does. */
function findBrowser(text: string, { name: parsed, major }: IBrowser): NamedVersion {
  const name = parsed ? toBrowserName(parsed) : null;
  for (const [own, pattern] of BROWSERS_BY_TOKEN) {
    const index = own === name ? -1 : text.search(pattern);
    if (index >= 0) return { name: own, version: toVersion(TOKEN_VERSION.exec(text.slice(index))?.[1], 1) };
  }
  if (name === 'Android Browser' || name === 'Chrome') {
    // Web views of apps, which do not all say so with "wv".
    const [, chrome] = /Version\/4\.0 Chrome\/(\d+)/.exec(text) ?? [];
    if (chrome !== undefined) return { name: 'Android WebView', version: chrome };
  }
  // Apps on iOS have the engine's version, which never changes.
  if (name === 'Safari' && !text.includes('Version/')) return { name, version: null };
  return { name, version: name === null ? null : toVersion(major, 1) };
}

/** The version that follows a token: `YandexSearch/7.52`, `Ecosia android@88.0`. */
const TOKEN_VERSION = /^\w*(?: \w+)?[/@](\d+)/;
/** Browsers of iOS that ask for pages of desktops, as iPads do. */
const IOS_BROWSER = /\b(?:CriOS|FxiOS|EdgiOS|OPiOS|OPT)\//;

function findPlatform(text: string, { name: parsed, version }: IOS): NamedVersion {
  const name = parsed ? toPlatformName(parsed) : null;
  if (name === 'macOS' && IOS_BROWSER.test(text)) return { name: 'iOS', version: null };
  if (name === 'Android' && /Chromebook|Pixelbook/.test(text)) return { name: 'Chrome OS', version: null };
  // Without a distribution, the parser reads the processor: "aarch64".
  if (name === null || parsed === 'Linux') return { name, version: null };
  return { name, version: toVersion(version, 2) };
}

/** Returns the first numbers of a version, or its name, such as `XP`. */
export function toVersion(version: string | undefined, count: number): string | null {
  const numbers = version?.match(/\d+/g)?.slice(0, count).join('.');
  return (numbers || version?.trim())?.slice(0, MAX_VERSION_LENGTH) || null;
}

/** Android and iOS without a device name are mobile: browsers hide the model. */
function isMobileDevice(text: string, platform: string | null): boolean {
  if (/\bAndroid\b/.test(text) && (COMPUTERS.test(text) || TELEVISIONS.test(text))) return false;
  const device = new UAParser(text).getDevice().type;
  return device === undefined
    ? platform === 'Android' || platform === 'iOS'
    : ['mobile', 'tablet', 'wearable'].includes(device);
}

/** Returns the common name of a browser, by the parser's name. */
export const toBrowserName = (parsed: string): string => BROWSER_NAMES.get(parsed.toLowerCase()) ?? parsed;

/** Returns the common name of a platform, by the parser's name. */
export const toPlatformName = (parsed: string): string => PLATFORM_NAMES.get(parsed.toLowerCase()) ?? parsed;
