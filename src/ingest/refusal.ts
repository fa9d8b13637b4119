/** Why what a page reported was not counted. Source: decisions, section 9. */
export const REFUSAL_REASONS = [
  'other_host',
  'ignored',
  'bot',
  'privacy_signal',
  'spam',
  'inactive',
  'malformed',
] as const;

export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** A view or an event that was not counted. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** What exactly, in words for the site's owner; may name a host that a stranger made up. */
  readonly detail: string;
}
