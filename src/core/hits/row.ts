/** Rows of hits: what is written and what is read back. */

/** Kinds of rows: human page views, custom events, visits of AI crawlers, and suppressed hits. */
export const HIT_KINDS = ['hit', 'event', 'agent_visit', 'spam_hit'] as const;
export type HitKind = (typeof HIT_KINDS)[number];

/** Kinds of rows that the live stream sends. */
export const LIVE_KINDS = ['hit', 'event', 'agent_visit', 'kudo'] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/** How a visitor is identified: `day` by the daily salt (the hash never recurs on another UTC day), `stable` by a given id or hash. */
export type VisitorScope = 'day' | 'stable';

/** A row to be stored. The engine assigns its id and decides whether it is a unique hit. */
export interface NewHit {
  readonly kind: HitKind;
  readonly siteId: number;
  readonly createdAt: Date;
  /** Null only for an event without a page. */
  readonly path: string | null;
  /** Null when it is the site's address followed by the path: the common case, which then takes no space. */
  readonly url: string | null;
  readonly referrer: string | null;
  /** ISO 3166-1 alpha-2; `XX` when unknown. */
  readonly country: string;
  readonly browserName: string | null;
  readonly platformName: string | null;
  readonly isMobile: boolean | null;
  readonly source: string | null;
  /** 64-bit keyed hash; null for an anonymous write, which counts as no visitor and no unique hit. */
  readonly visitorHash: bigint | null;
  /** Null exactly when `visitorHash` is. */
  readonly visitorScope: VisitorScope | null;
  /** Events only, else null. */
  readonly event: string | null;
  readonly value: string | null;
  /** Agent visits only, else null. */
  readonly agentName: string | null;
  readonly provider: string | null;
  readonly category: string | null;
  /** Spam hits only: why it was suppressed. Else null. */
  readonly reason: string | null;
}

/** A stored row. */
export interface StoredHit extends NewHit {
  /** Ascending per kind, below 2^53, never reused. */
  readonly id: number;
}
