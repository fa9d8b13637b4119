/** What a site's rules would not count today stays hidden, also where it was counted before there was the rule. */
import type { SiteFacts } from '../../ingest/site-facts.ts';
import type { FindSpam } from '../../ingest/spam.ts';

/** Whether a row's key may be shown. */
export type MayShow = (key: string) => boolean;

/** A visit of which only the part that is asked about is known. */
const NOBODY = { path: null, address: null, country: '', referrer: null, userAgent: null };
const UNKNOWN_COUNTRY = 'XX';
const LOOKS_LIKE_HOST = /^[^\s/]+\.[^\s/.]+$/;

/** The site's rules as tests of keys. */
export function createShowRules(
  { findIgnoreReason, spam }: Pick<SiteFacts, 'findIgnoreReason' | 'spam'>,
  findSpam: FindSpam,
) {
  const isPath: MayShow = path => findIgnoreReason({ ...NOBODY, path }) === null;
  const isReferrer: MayShow = host => {
    const referrer = `http://${host}/`;
    return findIgnoreReason({ ...NOBODY, referrer }) === null && findSpam(referrer, spam) === null;
  };
  return {
    path: isPath,
    referrer_host: isReferrer,
    /** Some pages are given their own host, or a spammer's, as the source. */
    source: (source => !LOOKS_LIKE_HOST.test(source) || isReferrer(source.toLowerCase())) satisfies MayShow,
    country: (country =>
      country !== UNKNOWN_COUNTRY && findIgnoreReason({ ...NOBODY, country }) === null) satisfies MayShow,
  };
}

export type ShowRules = ReturnType<typeof createShowRules>;
