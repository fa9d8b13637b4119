/** What a site's rules would not count today stays hidden, also where it was counted before there was the rule. */
import type { SiteFacts } from '../../ingest/site-facts.ts';
import type { FindSpam } from '../../ingest/spam.ts';

/** Whether a row's key may be shown. */
export type IsVisible = (key: string) => boolean;

/** A visit of which only the part that is asked about is known. */
const EMPTY_VISIT = { path: null, address: null, country: '', referrer: null, userAgent: null };
const UNKNOWN_COUNTRY = 'XX';
const LOOKS_LIKE_HOST = /^[^\s/]+\.[^\s/.]+$/;

/** The site's rules as tests of keys. */
export function createVisibilityRules(
  { findIgnoreReason, spam }: Pick<SiteFacts, 'findIgnoreReason' | 'spam'>,
  findSpam: FindSpam,
) {
  const isPath: IsVisible = path => findIgnoreReason({ ...EMPTY_VISIT, path }) === null;
  const isReferrer: IsVisible = host => {
    const referrer = `http://${host}/`;
    return findIgnoreReason({ ...EMPTY_VISIT, referrer }) === null && findSpam(referrer, spam) === null;
  };
  return {
    path: isPath,
    referrer_host: isReferrer,
    /** Some pages are given their own host, or a spammer's, as the source. */
    source: (source => !LOOKS_LIKE_HOST.test(source) || isReferrer(source.toLowerCase())) satisfies IsVisible,
    country: (country =>
      country !== UNKNOWN_COUNTRY &&
      findIgnoreReason({ ...EMPTY_VISIT, country }) === null) satisfies IsVisible,
  };
}

export type VisibilityRules = ReturnType<typeof createVisibilityRules>;
