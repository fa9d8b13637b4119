/**
 * The brands whose icons the dashboard carries: the commonest referrers, browsers, systems and AI vendors. What each is
 * drawn with is in a file for each sheet, which `scripts/update-icons.ts` makes of this table.
 */

/**
 * Sheets of drawings, each loaded when the first icon of it shows: what most sites are visited from; browsers and systems;
 * the rest. In each, the id of a drawing, then what it stands for: hosts, each for everything below it (`google.*` in every
 * country), and names of sources, browsers, systems, vendors and crawlers, in lower case without spaces (`claude*`: all that
 * begin so), beside the id itself.
 */
export const SHEETS = {
  sources: {
    google: 'google.* com.google.android.googlequicksearchbox googleimages googlelens gsa google-*',
    bing: 'bing.*',
    duckduckgo: 'duckduckgo.com duck.com duckassistbot',
    facebook: 'facebook.com fb.com l.facebook.com fb facebookbot',
    instagram: 'instagram.com ig',
    linkedin: 'linkedin.com lnkd.in',
    reddit: 'reddit.com redd.it com.reddit.frontpage',
    x: 'x.com twitter.com t.co twitter xtwitter',
    ycombinator: 'ycombinator.com hackernews hn',
    github: 'github.com github.io',
    youtube: 'youtube.com youtu.be com.google.android.youtube',
  },
  devices: {
    brave: 'search.brave.com brave.com bravesearch bravebot',
    chrome: 'mobilechrome chromeheadless chromewebview chromium chromeos chromiumos',
    edge: 'microsoftedge',
    firefox: 'mobilefirefox firefoxfocus mozilla',
    opera: 'operamini operamobi operatouch operagx',
    safari: 'mobilesafari',
    samsung: 'samsunginternet samsungbrowser',
    vivaldi: '',
    android: '',
    apple: 'apple.com ios ipados macos macosx watchos applebot',
    linux: 'debian fedora archlinux',
    ubuntu: '',
    microsoft:
      'microsoft.com copilot.microsoft.com live.com office.com copilot azureai-searchbot windows windowsphone',
  },
  others: {
    // Search engines and portals
    baidu: 'baidu.com yiyanbot',
    ecosia: 'ecosia.org',
    googlescholar: 'scholar.google.*',
    googlenews: 'news.google.*',
    gmail: 'mail.google.com',
    kagi: 'kagi.com kagisearch kagi-fetcher',
    naver: 'naver.com',
    qwant: 'qwant.com',
    startpage: 'startpage.com',
    yahoo: 'yahoo.*',
    yandex: 'yandex.* ya.ru yandex*',
    // Social networks, forums and messengers
    bluesky: 'bsky.app',
    discord: 'discord.com discordapp.com',
    lobsters: 'lobste.rs',
    mastodon: 'mastodon.social mastodon.online fosstodon.org hachyderm.io',
    messenger: 'messenger.com',
    pinterest: 'pinterest.* pin.it',
    producthunt: 'producthunt.com',
    quora: 'quora.com',
    signal: 'signal.org',
    snapchat: 'snapchat.com',
    stackoverflow: 'stackoverflow.com',
    telegram: 't.me telegram.org org.telegram.messenger',
    threads: 'threads.net threads.com',
    tiktok: 'tiktok.com tiktokspider',
    tumblr: 'tumblr.com',
    vk: 'vk.com vkontakte',
    whatsapp: 'whatsapp.com wa.me',
    xing: 'xing.com',
    // Media, writing and work
    codeberg: 'codeberg.org',
    devdotto: 'dev.to devto',
    feedly: 'feedly.com',
    flipboard: 'flipboard.com',
    gitlab: 'gitlab.com',
    medium: 'medium.com',
    notion: 'notion.so notion.site',
    patreon: 'patreon.com',
    protonmail: 'mail.proton.me',
    rss: 'newsletter-rss feed',
    spotify: 'spotify.com',
    substack: 'substack.com',
    twitch: 'twitch.tv',
    vimeo: 'vimeo.com',
    wikipedia: 'wikipedia.org',
    wordpress: 'wordpress.com wordpress.org',
    // AI vendors, their assistants and crawlers
    anthropic: 'anthropic.com anthropic-ai',
    claude: 'claude.ai claudebot claude-*',
    deepseek: 'deepseek.com deepseekbot',
    gemini: 'gemini.google.com bard.google.com gemini*',
    meta: 'meta.ai metaai meta-*',
    mistral: 'mistral.ai mistralai lechat mistralai-*',
    openai: 'openai.com chatgpt.com chatgpt gptbot oai-searchbot chatgpt-user chatgptagent',
    perplexity: 'perplexity.ai perplexitybot perplexity-user',
    bytedance: 'bytespider imagespider',
    amazon: 'amazon.* amazonbot amzn-*',
    commoncrawl: 'ccbot',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type Sheet = keyof typeof SHEETS;

/** Finds the sheet that a drawing is on. */
export const sheetOf = (id: string): Sheet =>
  id in SHEETS.sources ? 'sources' : id in SHEETS.devices ? 'devices' : 'others';

const exactNames = new Map<string, string>();
const prefixes: (readonly [prefix: string, id: string])[] = [];
const hosts = new Map<string, string>();
/** Brands that hold a name in every country: `google.de`, `google.co.uk`. */
const countryBrands = new Map<string, string>();
for (const [id, texts] of Object.values(SHEETS).flatMap(brands => Object.entries<string>(brands))) {
  exactNames.set(id, id);
  for (const text of texts.split(' ')) {
    if (text.endsWith('.*')) countryBrands.set(text.slice(0, -2), id);
    else if (text.endsWith('*')) prefixes.push([text.slice(0, -1), id]);
    else (text.includes('.') ? hosts : exactNames).set(text, id);
  }
}

/** Finds the brand of a source, a browser, a system, a vendor or a crawler; undefined where it has no icon. */
export function findBrandOfName(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/[\s/.()]+/g, '');
  return exactNames.get(plain) ?? prefixes.find(([prefix]) => plain.startsWith(prefix))?.[1];
}

/** Finds the brand of a host; undefined where it has no icon. */
export function findBrandOfHost(host: string): string | undefined {
  const labels = host.toLowerCase().replace(/:\d+$/, '').split('.');
  for (let at = 0; at < labels.length - 1; at++) {
    const known = hosts.get(labels.slice(at).join('.')) ?? findCountryBrand(labels.slice(at));
    if (known !== undefined) return known;
  }
  return undefined;
}

/** Finds `google` of `google.de` and `google.co.uk`, not of `google.example.org`: what follows are short labels. */
function findCountryBrand(labels: readonly string[]): string | undefined {
  for (const count of [1, 2]) {
    const ends = labels.slice(count);
    const isTopLevel =
      ends.length === 1
        ? (ends[0]?.length ?? 9) <= 3
        : ends.length === 2 && ends.every(end => end.length <= 3);
    const id = isTopLevel ? countryBrands.get(labels.slice(0, count).join('.')) : undefined;
    if (id !== undefined) return id;
  }
  return undefined;
}
