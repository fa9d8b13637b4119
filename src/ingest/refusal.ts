/** Why a page view or event was not counted. Source: decisions, section 9. */
export const REFUSAL_REASONS = [
  'other_host',
  'ignored',
  'bot',
  'privacy_signal',
  'spam',
  'network',
  'inactive',
  'malformed',
] as const;

export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** A view or an event that was not counted. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** Details for the site's owner; may contain a host that anybody made up. */
  readonly detail: string;
}
