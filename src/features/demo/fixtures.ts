/** Fixtures of the demonstration data, each with its weight. */

export type Weighted<Value> = readonly [Value, number];

export const PAGES: readonly Weighted<string>[] = [
  ['/', 30],
  ['/products', 16],
  ['/products/walnut-desk', 9],
  ['/products/oak-shelf', 7],
  ['/products/linen-chair', 6],
  ['/products/reading-lamp', 5],
  ['/blog', 8],
  ['/blog/how-we-dry-timber', 7],
  ['/blog/summer-collection', 4],
  ['/blog/repairing-a-chair', 5],
  ['/about', 6],
  ['/contact', 4],
  ['/cart', 5],
  ['/checkout', 3],
  ['/faq', 3],
];

/** Pages of another host of the site. */
export const HELP_PAGES: readonly Weighted<string>[] = [
  ['/', 3],
  ['/delivery', 4],
  ['/care-of-oiled-wood', 5],
];

export const REFERRERS: readonly Weighted<string>[] = [
  ['', 42],
  ['https://www.google.com/', 24],
  ['https://duckduckgo.com/', 6],
  ['https://www.bing.com/', 4],
  ['https://chatgpt.com/', 4],
  ['https://mastodon.social/', 4],
  ['https://www.reddit.com/r/woodworking/', 4],
  ['https://news.ycombinator.com/', 3],
  ['https://www.pinterest.com/', 4],
  ['https://www.instagram.com/', 3],
  ['https://blog.example.net/workshops-we-love', 2],
  ['https://www.youtube.com/', 3],
  ['https://feedly.com/', 2],
  ['https://www.perplexity.ai/', 1],
];

export const COUNTRIES: readonly Weighted<string>[] = [
  ['US', 27],
  ['DE', 18],
  ['GB', 11],
  ['FR', 8],
  ['NL', 6],
  ['CA', 5],
  ['SE', 4],
  ['AU', 4],
  ['ES', 4],
  ['IT', 4],
  ['JP', 3],
  ['BR', 3],
  ['IN', 3],
  ['PL', 2],
  ['CH', 3],
  ['AT', 2],
  ['XX', 1],
];

export const BROWSERS: readonly Weighted<string>[] = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
    28,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    24,
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
    18,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    10,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
    8,
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0', 6],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 3],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0',
    5,
  ],
];

export const AGENTS: readonly Weighted<string>[] = [
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    8,
  ],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
    6,
  ],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
    7,
  ],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
    5,
  ],
  ['CCBot/2.0 (https://commoncrawl.org/faq/)', 2],
];

/** Events of any page; null for none. Orders follow from the pages of a visit. */
export const EVENTS: readonly Weighted<Readonly<Record<string, string>> | null>[] = [
  [null, 11],
  [{ event: 'newsletter.subscribe' }, 3],
  [{ event: 'outbound_click', value: 'https://www.instagram.com/workshop.example' }, 2],
  [{ event: 'outbound_click', value: 'mailto:hello@workshop.example' }, 1],
  [{ event: 'file_download', value: '/files/catalogue.pdf' }, 2],
  [{ event: 'file_download', value: '/files/care-of-oiled-wood.pdf' }, 1],
  [{ event: 'form_submit', value: 'contact' }, 1],
];

/** Campaigns that links were tagged with; those of mails have no referrer. */
export const CAMPAIGNS: readonly Weighted<{
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
  readonly content: string;
  readonly term?: string;
  readonly path: string;
}>[] = [
  [
    {
      source: 'newsletter',
      medium: 'email',
      campaign: 'autumn-letter',
      content: 'headline',
      path: '/blog/how-we-dry-timber',
    },
    5,
  ],
  [
    { source: 'newsletter', medium: 'email', campaign: 'open-workshop', content: 'button', path: '/contact' },
    3,
  ],
  [
    {
      source: 'instagram',
      medium: 'social',
      campaign: 'walnut-desk',
      content: 'story',
      path: '/products/walnut-desk',
    },
    4,
  ],
  [
    {
      source: 'google',
      medium: 'cpc',
      campaign: 'solid-wood',
      content: 'text-ad',
      term: 'solid oak table',
      path: '/products',
    },
    3,
  ],
  [
    {
      source: 'facebook',
      medium: 'paid-social',
      campaign: 'linen-chair',
      content: 'carousel',
      path: '/products/linen-chair',
    },
    2,
  ],
  [
    {
      source: 'oak-and-ash-blog',
      medium: 'affiliate',
      campaign: 'partners',
      content: 'review',
      path: '/products/oak-shelf',
    },
    2,
  ],
  [
    {
      source: 'interior-magazine',
      medium: 'display',
      campaign: 'walnut-desk',
      content: 'banner',
      path: '/products/walnut-desk',
    },
    1,
  ],
];

/** Pages that get kudos. */
export const THANKED_PAGES: readonly Weighted<string>[] = [
  ['/blog/repairing-a-chair', 6],
  ['/blog/how-we-dry-timber', 4],
  ['/blog/summer-collection', 3],
  ['/about', 1],
];

/** Missing pages, the pages that link to them, and their visitors on a day. */
export const MISSING_PAGES: readonly {
  readonly path: string;
  readonly referrer: string;
  readonly visitors: number;
}[] = [
  { path: '/shop/walnut-desk.html', referrer: 'https://www.pinterest.com/', visitors: 3 },
  { path: '/blog/repairing-a-chiar', referrer: 'https://mastodon.social/', visitors: 2 },
  { path: '/About', referrer: '', visitors: 1 },
  { path: '/jobs', referrer: 'https://www.reddit.com/r/woodworking/', visitors: 1 },
];

/** Funnels of the demonstration's owner. */
export const DEMO_FUNNELS = [
  {
    name: 'From any page to the cart',
    steps: [
      { name: 'Any page', path: '/**' },
      { name: 'Product', path: '/products/*' },
      { name: 'Added to cart', event: 'cart.add' },
    ],
  },
  {
    name: 'Readers who subscribe',
    within_minutes: 60,
    steps: [{ path: '/blog/*' }, { scroll_depth: 75 }, { event: 'newsletter.subscribe' }],
  },
];

/** Segments of the demonstration's owner. */
export const DEMO_SEGMENTS = [
  { name: 'On phones, from Germany', filters: { device: 'mobile', country: 'DE' } },
  { name: 'From search', filters: { channel: ['Organic Search', 'Paid Search'] } },
  { name: 'Viewed the cart or checkout', filters: { path: ['/cart', '/checkout'] } },
] as const;

/** Goals of the demonstration. */
export const DEMO_GOALS = [
  { name: 'Order completed', event: 'checkout.complete' },
  { name: 'Newsletter subscribed', event: 'newsletter.subscribe' },
  { name: 'Added to cart', event: 'cart.add' },
  { name: 'Viewed a product', path: '/products/*' },
] as const;
