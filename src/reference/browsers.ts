/** Names of browsers, apps and platforms. Our own tables. */

/**
 * Browsers that are built on another's engine, and apps that show pages, by what they add to its user agent: first match. Version
 * numbers follow the token, where it has any.
 */
export const BROWSERS_BY_TOKEN: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Messenger', /\bMetaIAB Messenger|\bFB_IAB\/Orca|\bFBAN\/Messenger|\bMessengerForiOS/],
  ['Instagram', /\bMetaIAB Instagram|\bInstagram\b/],
  ['Threads', /\bMetaIAB Threads|\bBarcelona\b/],
  ['Facebook', /\bMetaIAB Facebook|\bFB_IAB\/|\bFBA[NV]\//],
  ['TikTok', /\bmusical_ly|\bBytedanceWebview|\btrill_|\bTikTok\b/],
  ['LinkedIn', /\bLinkedInApp\b/],
  ['Snapchat', /\bSnapchat\b/],
  ['Pinterest', /\bPinterest\//],
  ['X', /\bTwitter for \w+|\bTwitterAndroid\b/],
  ['Reddit', /\bReddit\/|\bRedditAndroid\b/],
  ['Telegram', /\bTelegram-(?:Android|iOS)\b/],
  ['WhatsApp', /\bWhatsApp\b/],
  ['Viber', /\bViber\b/],
  ['Line', /\bLine\/\d/],
  ['KakaoTalk', /\bKAKAOTALK\b/i],
  ['Naver', /\bNAVER\(/],
  ['WeChat', /\bMicroMessenger\b/],
  ['Weibo', /\bweibo(?:lite)?ios|\bWeibo\b/i],
  ['Slack', /\bSlack(?:_SSB)?\//],
  ['Discord', /\bDiscord\/\d/],
  ['SmartNews', /\bSmartNews/],
  ['NewsBreak', /\bNewsBreak\b/],
  ['Feedly', /\bFeedly\b/],
  ['Apple News', /\bApple ?News\b/],
  ['Google App', /\bGSA\//],
  ['Sogou', /\bSogou(?:MSE|MobileBrowser)\b/],
  ['Brave', /\bBrave(?:\/| Chrome)/],
  ['DuckDuckGo', /\bDuckDuckGo\/|\bDdg\//],
  ['Ecosia', /\bEcosia (?:android|ios)@/],
  ['Aloha', /\bAlohaBrowser\b/],
  ['Avast Secure Browser', /\bAvast(?:SecureBrowser)?\//],
  ['AVG Secure Browser', /\bAVG\/\d/],
  ['Avira', /\bAvira\/|\bAviraScout\//],
  ['Norton', /\bNorton\/|\bNortonPrivateBrowser\b/],
  ['Yandex', /\bYaBrowser\/|\bYandexSearch(?:Browser|WebView)?\/|\bYaSearchBrowser\/|\bYowser\//],
  ['UC Browser', /\bUCBrowser\/|\bUCMobile\/|\bUCWEB|UC Browser\d/],
  ['QQ Browser', /\bM?QQBrowser\/|\bMQBHD\//],
  ['HeyTap', /\bHeyTapBrowser\//],
];

/** Computers that run Android, or Chrome OS under its name. */
export const COMPUTERS =
  /\b(?:Chromebook|Pixelbook|Latitude|Inspiron|Vostro|OptiPlex|TravelMate|Satellite|EliteBook|ProBook|ThinkPad|ThinkCentre|BilimBook|NUC\d|Remix (?:Mini|OS)|Engage One|ZC-339|20[A-Z0-9]{8})\b/i;

/** Televisions that run Android without their device in the user agent. */
export const TELEVISIONS = /\bSMART[ -]?TV\b|\bGoogle ?TV\b|\bAndroid ?TV\b/i;

const byLowerCase = (entries: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(entries).flatMap(([name, given]) =>
      given.split(', ').map(each => [each.toLowerCase(), name]),
    ),
  );

/** Common names of browsers, by the parser's names in lower case: it copies some from the user agent as they stand there. */
export const BROWSER_NAMES = byLowerCase({
  Safari: 'Safari, Mobile Safari, WebKit',
  Firefox: 'Firefox, Mobile Firefox',
  Chrome: 'Chrome, Mobile Chrome, Chrome Mobile, Chrome Headless',
  'Android WebView': 'Chrome WebView',
  'Samsung Internet': 'Samsung Browser',
  'Internet Explorer': 'IE, IEMobile',
  Opera: 'Opera, Opera Mobi, Opera Touch, Opera GX, Opera Tablet',
  'Opera Mini': 'Opera Mini',
  'UC Browser': 'UCBrowser',
  'Mi Browser': 'MIUI Browser',
  'QQ Browser': 'QQBrowser',
  'Google App': 'GSA',
  KakaoTalk: 'KAKAOTALK',
  Weibo: 'weibo',
  Edge: 'Edge',
  Vivaldi: 'Vivaldi',
  Brave: 'Brave',
  Silk: 'Silk',
});

/** Common names of platforms, likewise. */
export const PLATFORM_NAMES = byLowerCase({
  macOS: 'Mac OS',
  'Windows Phone': 'Windows Mobile',
  'Chrome OS': 'Chromium OS, Chrome OS',
  Android: 'Android, Android-x86',
  Windows: 'Windows',
  iOS: 'iOS',
  webOS: 'webOS',
  KaiOS: 'KaiOS',
  Tizen: 'Tizen',
  Linux:
    'Linux, Arch, CentOS, Debian, Fedora, Gentoo, GNU, Kubuntu, Linpus, Mageia, Mandriva, Manjaro, Mint, PCLinuxOS, Raspbian, RedHat, Sabayon, Slackware, SUSE, Ubuntu, Unix, VectorLinux, Xubuntu, Zenwalk',
});
