/** Names of browsers, systems and devices as other tools write them, in the form that they have here. */
import { toBrowserName, toPlatformName } from '../../../ingest/user-agent.ts';
import { findOwn } from '../../../lib/find-own.ts';

/** By the other tool's name in lower case: names of detect-browser (Umami) and of DeviceDetector (Matomo). */
const BROWSERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Chrome: 'chrome, crios, chrome mobile ios, chrome mobile',
    'Android WebView': 'chromium-webview, chrome webview',
    'Android Browser': 'android',
    Edge: 'edge, edge-chromium, edge-ios, edge-legacy, microsoft edge',
    Firefox: 'firefox, fxios, firefox mobile, firefox mobile ios',
    'Internet Explorer': 'ie, ie mobile, internet explorer mobile',
    Safari: 'safari, ios, ios-webview, mobile safari',
    'Samsung Internet': 'samsung',
    'Mi Browser': 'miui',
    Opera: 'opera, opera mobile, opera next',
    'Opera Mini': 'opera-mini, opera mini ios',
    Silk: 'silk, mobile silk',
    Yandex: 'yandexbrowser, yandex browser',
    DuckDuckGo: 'duckduckgo privacy browser',
    'Huawei Browser': 'huawei browser mobile',
    'Google App': 'google search app',
    'UC Browser': 'uc browser mobile',
    Facebook: 'facebook',
    Instagram: 'instagram',
    KakaoTalk: 'kakaotalk',
    BlackBerry: 'bb10, blackberry browser',
    PhantomJS: 'phantomjs',
    Vivaldi: 'vivaldi',
    Brave: 'brave',
    AOL: 'aol',
    Beaker: 'beaker',
  }).flatMap(([name, given]) => given.split(', ').map((each): [string, string] => [each, name])),
);

const PLATFORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Android: 'android os',
    macOS: 'mac os, mac, mac os x, macintosh',
    iOS: 'ipados',
    Linux: 'gnu/linux, debian, fedora, ubuntu',
    'Windows Phone': 'windows mobile, windows ce',
    'Chrome OS': 'chromeos',
    'Fire OS': 'amazon os',
    BlackBerry: 'blackberry os',
    OpenBSD: 'open bsd',
    Solaris: 'sun os',
  }).flatMap(([name, given]) => given.split(', ').map((each): [string, string] => [each, name])),
);

const isUnknown = (text: string): boolean => /^(|unknown|unk|\(not set\)|null)$/i.test(text);

/** Returns the name of a browser; null when it is not known. */
export function toOwnBrowserName(given: string): string | null {
  const name = given.trim();
  return isUnknown(name) ? null : (BROWSERS.get(name.toLowerCase()) ?? toBrowserName(name));
}

/** Returns the name of an operating system, without a version of Windows; null when it is not known. */
export function toOwnPlatformName(given: string): string | null {
  const name = given.trim();
  if (isUnknown(name)) return null;
  const own = PLATFORMS.get(name.toLowerCase()) ?? toPlatformName(name);
  return own !== 'Windows Phone' && /^windows\b/i.test(own) ? 'Windows' : own;
}

const MOBILE = /^(mobile|tablet|wearable|smartphone|phablet|feature phone)$/i;

/** Returns whether a kind of device is mobile, as text; null when it is not known. */
export const toMobile = (device: string): 'true' | 'false' | null =>
  isUnknown(device.trim()) ? null : MOBILE.test(device.trim()) ? 'true' : 'false';

const DEVICES: Readonly<Record<string, string>> = {
  mobile: 'mobile',
  phone: 'mobile',
  tablet: 'mobile',
  desktop: 'desktop',
  laptop: 'desktop',
  ultrawide: 'desktop',
};

/** Returns a kind of device as sums by day have it: `mobile`, `desktop` or `unknown`. */
export const toDevice = (name: string): string => findOwn(DEVICES, name.trim().toLowerCase()) ?? 'unknown';
