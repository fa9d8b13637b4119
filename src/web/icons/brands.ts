/**
 * The brands whose icons the dashboard carries: the commonest referrers, browsers, systems and AI vendors. What each is
 * drawn with is in `brands.svg`, which `scripts/update-icons.ts` makes of this table.
 */

/**
 * Id of the drawing, then where it stands for: hosts, each for everything below it (`google.*` in every country), and names of
 * sources, browsers, systems, vendors and crawlers, in lower case without spaces (`claude*`: all that begin so).
 */
export const BRANDS: Readonly<Record<string, string>> = {
  // Search engines and portals
  baidu: 'baidu.com baidu yiyanbot',
  bing: 'bing.* bing',
  duckduckgo: 'duckduckgo.com duck.com duckduckgo duckassistbot',
  ecosia: 'ecosia.org ecosia',
  google: 'google.* com.google.android.googlequicksearchbox google googleimages googlelens gsa google-*',
  googlescholar: 'scholar.google.* googlescholar',
  googlenews: 'news.google.* googlenews',
  gmail: 'mail.google.com gmail',
  kagi: 'kagi.com kagi kagisearch kagi-fetcher',
  naver: 'naver.com naver',
  qwant: 'qwant.com qwant',
  startpage: 'startpage.com startpage',
  yahoo: 'yahoo.* yahoo',
  yandex: 'yandex.* ya.ru yandex*',
  // Social networks, forums and messengers
  bluesky: 'bsky.app bluesky',
  discord: 'discord.com discordapp.com discord',
  facebook: 'facebook.com fb.com l.facebook.com facebook fb facebookbot',
  instagram: 'instagram.com instagram ig',
  linkedin: 'linkedin.com lnkd.in linkedin',
  lobsters: 'lobste.rs lobsters',
  mastodon: 'mastodon.social mastodon.online mastodon fosstodon.org hachyderm.io',
  messenger: 'messenger.com messenger',
  pinterest: 'pinterest.* pin.it pinterest',
  producthunt: 'producthunt.com producthunt',
  quora: 'quora.com quora',
  reddit: 'reddit.com redd.it com.reddit.frontpage reddit',
  signal: 'signal.org signal',
  snapchat: 'snapchat.com snapchat',
  stackoverflow: 'stackoverflow.com stackoverflow',
  telegram: 't.me telegram.org org.telegram.messenger telegram',
  threads: 'threads.net threads.com threads',
  tiktok: 'tiktok.com tiktok tiktokspider',
  tumblr: 'tumblr.com tumblr',
  vk: 'vk.com vk vkontakte',
  whatsapp: 'whatsapp.com wa.me whatsapp',
  x: 'x.com twitter.com t.co x twitter xtwitter',
  xing: 'xing.com xing',
  ycombinator: 'ycombinator.com hackernews hn ycombinator',
  // Media, writing and work
  codeberg: 'codeberg.org codeberg',
  devdotto: 'dev.to devto',
  feedly: 'feedly.com feedly',
  flipboard: 'flipboard.com flipboard',
  github: 'github.com github.io github',
  gitlab: 'gitlab.com gitlab',
  medium: 'medium.com medium',
  notion: 'notion.so notion.site notion',
  patreon: 'patreon.com patreon',
  protonmail: 'mail.proton.me protonmail',
  rss: 'rss newsletter-rss feed',
  spotify: 'spotify.com spotify',
  substack: 'substack.com substack',
  twitch: 'twitch.tv twitch',
  vimeo: 'vimeo.com vimeo',
  wikipedia: 'wikipedia.org wikipedia',
  wordpress: 'wordpress.com wordpress.org wordpress',
  youtube: 'youtube.com youtu.be com.google.android.youtube youtube',
  // AI vendors, their assistants and crawlers
  anthropic: 'anthropic.com anthropic anthropic-ai',
  claude: 'claude.ai claude claudebot claude-*',
  deepseek: 'deepseek.com deepseek deepseekbot',
  gemini: 'gemini.google.com bard.google.com gemini gemini*',
  meta: 'meta.ai meta metaai meta-*',
  mistral: 'mistral.ai mistral mistralai lechat mistralai-*',
  openai: 'openai.com chatgpt.com openai chatgpt gptbot oai-searchbot chatgpt-user chatgptagent',
  perplexity: 'perplexity.ai perplexity perplexitybot perplexity-user',
  bytedance: 'bytedance bytespider imagespider',
  amazon: 'amazon.* amazon amazonbot amzn-*',
  microsoft:
    'microsoft.com copilot.microsoft.com live.com office.com microsoft copilot azureai-searchbot windows windowsphone',
  commoncrawl: 'commoncrawl ccbot',
  // Browsers
  brave: 'search.brave.com brave.com brave bravesearch bravebot',
  chrome: 'chrome mobilechrome chromeheadless chromewebview chromium chromeos chromiumos',
  edge: 'edge microsoftedge',
  firefox: 'firefox mobilefirefox firefoxfocus mozilla',
  opera: 'opera operamini operamobi operatouch operagx',
  safari: 'safari mobilesafari',
  samsung: 'samsunginternet samsungbrowser',
  vivaldi: 'vivaldi',
  // Systems
  android: 'android',
  apple: 'apple.com apple ios ipados macos macosx watchos applebot',
  linux: 'linux debian fedora archlinux',
  ubuntu: 'ubuntu',
};

const exactNames = new Map<string, string>();
const prefixes: (readonly [prefix: string, id: string])[] = [];
const hosts = new Map<string, string>();
/** Brands that hold a name in every country: `google.de`, `google.co.uk`. */
const countryBrands = new Map<string, string>();
for (const [id, texts] of Object.entries(BRANDS)) {
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
