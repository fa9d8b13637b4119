/** Hides rows that the site's current rules would not count, even where they were counted before the rule existed. */
import { UNKNOWN_COUNTRY } from '../../core/country-code.ts';
import type { SiteFacts } from '../../ingest/site-facts.ts';
import type { FindSpam } from '../../ingest/spam.ts';

/** Checks whether a row's key is visible. */
export type IsVisible = (key: string) => boolean;

/** A visit without any fields. */
const EMPTY_VISIT = { path: null, address: null, country: '', referrer: null, userAgent: null };
const LOOKS_LIKE_HOST = /^[^\s/]+\.[^\s/.]+$/;

/** Creates checks of keys from the site's rules. */
export function createVisibilityRules(
  { findIgnoreMatch, spam }: Pick<SiteFacts, 'findIgnoreMatch' | 'spam'>,
  findSpam: FindSpam,
) {
  const isPath: IsVisible = path => findIgnoreMatch({ ...EMPTY_VISIT, path }) === null;
  const isReferrer: IsVisible = host => {
    const referrer = `http://${host}/`;
    return findIgnoreMatch({ ...EMPTY_VISIT, referrer }) === null && findSpam(referrer, spam) === null;
  };
  return {
    path: isPath,
    referrer_host: isReferrer,
    /** The source of some hits is the site's own host, or a spammer's. */
    source: (source => !LOOKS_LIKE_HOST.test(source) || isReferrer(source.toLowerCase())) satisfies IsVisible,
    country: (country =>
      country !== UNKNOWN_COUNTRY &&
      findIgnoreMatch({ ...EMPTY_VISIT, country }) === null) satisfies IsVisible,
  };
}

export type VisibilityRules = ReturnType<typeof createVisibilityRules>;
