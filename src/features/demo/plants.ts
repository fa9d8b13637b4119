/** Changes planted into the demonstration's last week, so that its insights have something to say. */

/** A change, from so many days before the last day to so many. */
export interface Plant {
  readonly firstAgo: number;
  readonly lastAgo: number;
  /** How many times as many visitors come. */
  readonly factor?: number;
  /** Something that people wrote about: where, which page, and which share of the visitors comes for it. */
  readonly story?: { readonly referrer: string; readonly path: string; readonly share: number };
  /** A country with more visitors than usual: this share of all comes from it, beside its own. */
  readonly audience?: { readonly country: string; readonly share: number };
  /** A crawler that comes more often: visits a day. */
  readonly crawl?: { readonly agent: string; readonly visits: number };
  /** What the owner wrote down on its first day. */
  readonly note?: {
    readonly title: string;
    readonly category: 'social' | 'content';
    readonly description: string;
  };
}

export const WORKSHOP_PLANTS: readonly Plant[] = [
  {
    firstAgo: 3,
    lastAgo: 3,
    factor: 2.3,
    story: {
      referrer: 'https://www.core77.com/posts/chairs-worth-repairing',
      path: '/blog/repairing-a-chair',
      share: 0.55,
    },
    note: {
      title: 'Interview about repairing chairs',
      category: 'social',
      description: 'A design magazine printed our conversation and linked to the article.',
    },
  },
  {
    firstAgo: 7,
    lastAgo: 1,
    crawl: {
      agent:
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
      visits: 40,
    },
  },
];

export const NOTES_PLANTS: readonly Plant[] = [
  {
    firstAgo: 7,
    lastAgo: 0,
    factor: 1.5,
    audience: { country: 'NL', share: 0.22 },
    note: {
      title: 'Translated the notes into Dutch',
      category: 'content',
      description: 'Every page has a Dutch twin now.',
    },
  },
];

/** What the plants do to a day's visitors. */
export interface Mood {
  readonly factor: number;
  readonly story: NonNullable<Plant['story']> | null;
  readonly country: string;
  readonly countryShare: number;
}

const isOn = ({ firstAgo, lastAgo }: Plant, ago: number): boolean => ago <= firstAgo && ago >= lastAgo;

/** The mood of a day, by how many days it is before the last one. */
export function moodOf(plants: readonly Plant[], ago: number): Mood {
  const growing = plants.filter(plant => isOn(plant, ago));
  const audience = growing.find(plant => plant.audience)?.audience;
  return {
    factor: growing.reduce((product, { factor = 1 }) => product * factor, 1),
    story: growing.find(plant => plant.story)?.story ?? null,
    country: audience?.country ?? '',
    countryShare: audience?.share ?? 0,
  };
}

/** Crawlers that come on a day beside the usual ones. */
export const crawlsOf = (plants: readonly Plant[], ago: number): NonNullable<Plant['crawl']>[] =>
  plants.flatMap(plant => (plant.crawl && isOn(plant, ago) ? [plant.crawl] : []));
