/** Anomalies in the last week of the demonstration data, for its insights to find. */

/** A change in a range of days, which are counted back from the last day. */
export interface PlannedAnomaly {
  readonly firstAgo: number;
  readonly lastAgo: number;
  /** Factor on the number of visitors. */
  readonly factor?: number;
  /** An article on another site: its URL, the page it links to, and the share of visitors it sends. */
  readonly article?: { readonly referrer: string; readonly path: string; readonly share: number };
  /** A country with an additional share of the visitors. */
  readonly audience?: { readonly country: string; readonly share: number };
  /** A crawler with additional visits a day. */
  readonly crawl?: { readonly agent: string; readonly visits: number };
  /** The owner's signal on its first day. */
  readonly note?: {
    readonly title: string;
    readonly category: 'social' | 'content';
    readonly description: string;
  };
}

export const WORKSHOP_ANOMALIES: readonly PlannedAnomaly[] = [
  {
    firstAgo: 3,
    lastAgo: 3,
    factor: 2.3,
    article: {
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

export const NOTES_ANOMALIES: readonly PlannedAnomaly[] = [
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

/** Effect of the anomalies on the visitors of a day. */
export interface DayProfile {
  readonly factor: number;
  readonly article: NonNullable<PlannedAnomaly['article']> | null;
  readonly country: string;
  readonly countryShare: number;
}

const isActive = ({ firstAgo, lastAgo }: PlannedAnomaly, ago: number): boolean =>
  ago <= firstAgo && ago >= lastAgo;

export function toDayProfile(anomalies: readonly PlannedAnomaly[], ago: number): DayProfile {
  const active = anomalies.filter(anomaly => isActive(anomaly, ago));
  const audience = active.find(anomaly => anomaly.audience)?.audience;
  return {
    factor: active.reduce((product, { factor = 1 }) => product * factor, 1),
    article: active.find(anomaly => anomaly.article)?.article ?? null,
    country: audience?.country ?? '',
    countryShare: audience?.share ?? 0,
  };
}

export const extraCrawlsOn = (
  anomalies: readonly PlannedAnomaly[],
  ago: number,
): NonNullable<PlannedAnomaly['crawl']>[] =>
  anomalies.flatMap(anomaly => (anomaly.crawl && isActive(anomaly, ago) ? [anomaly.crawl] : []));
