/** Facts of findings, from which texts in each language are written. */
import type { Sentence } from '../../../features/insights/sentence-schema.ts';
import type { Detected } from './insight-answer.ts';

/** Facts of a finding for its headline; all but the counts are formatted. */
export interface FindingFacts {
  readonly type: Detected['type'];
  readonly isUp: boolean;
  /** A path, a host, a country, a device, a company or a title; empty for traffic as a whole. Untrusted. */
  readonly subject: string;
  readonly current: number;
  readonly previous: number;
  /** The change without its sign; null for a change from 0. */
  readonly change: string | null;
  /** The day on which it began, and the hour of a peak. */
  readonly day: string;
  readonly time: string | null;
  /** Whether traffic is back to what is usual. */
  readonly isReturn: boolean;
  /** Whether the last day was still beyond what is usual. */
  readonly isOngoing: boolean;
  /** What `current` and `previous` are. */
  readonly counted: 'hits' | 'visitors' | 'visits' | 'conversions';
}

/** Facts of a finding for whole sentences. */
export interface FindingDetails extends FindingFacts {
  /** Code of the kind of device; null for another subject. */
  readonly device: string | null;
  /** Length of what the finding is about. */
  readonly minutes: number;
  /** In percent, where shares are compared. */
  readonly shares: { readonly current: number; readonly previous: number } | null;
}

export type ReferringSentence = Extract<Sentence, { readonly signal: number }>;

/** A sentence with the facts of the finding that it is about. */
export type TranslatedSentence =
  | Exclude<Sentence, ReferringSentence>
  | { readonly kind: 'finding'; readonly finding: FindingDetails }
  | { readonly kind: 'advice'; readonly finding: FindingDetails };
