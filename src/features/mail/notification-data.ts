/** What a mail can be about, and the facts that each kind is written from. */

/** Of a site's monitor. */
interface MonitorFacts {
  readonly siteId: number;
  /** The address that is checked. */
  readonly url: string;
  /** What the failed checks came to, in words: `answered 503`. */
  readonly error: string;
  /** The first failed check. */
  readonly startedAt: Date;
  /** True: it changes all the time, and nothing more is told until it has been stable for a while. */
  readonly isFlapping: boolean;
}

/** Of something that runs out. */
interface ExpiryFacts {
  readonly siteId: number;
  readonly expiresAt: Date;
  /** Whole days from now; 0 and below when it has run out. */
  readonly daysLeft: number;
}

/** One finding of a crawl. */
export interface IssueFacts {
  readonly url: string;
  readonly issueType: 'broken_link' | 'mixed_content';
  /** Null when there was no answer. */
  readonly statusCode: number | null;
  /** In words, when there was no answer. */
  readonly errorMessage: string | null;
  /** Pages it was found on; the first few are named. */
  readonly foundOn: readonly string[];
}

/** The facts of each kind of notice. Mails go to the owner of the site's account, not to members of the team. */
export interface NoticeFacts {
  readonly monitor_down: MonitorFacts;
  readonly monitor_up: MonitorFacts & {
    /** The first good check. */
    readonly endedAt: Date;
    /** `3 minutes`. */
    readonly durationInWords: string;
  };
  readonly certificate_expiry: ExpiryFacts & { readonly host: string };
  readonly domain_expiry: ExpiryFacts & { readonly domain: string };
  /** New and changed issues of one crawl, all of them, as one mail. */
  readonly content_issues: {
    readonly siteId: number;
    readonly issues: readonly IssueFacts[];
  };
  /** The daily look at a site's numbers; comes only to those who ask for it. */
  readonly new_insight: {
    readonly siteId: number;
    /** `Monday, 9 March 2026`. */
    readonly day: string;
    /** What is said of the whole. */
    readonly texts: readonly string[];
    readonly findings: readonly { readonly headline: string; readonly summary: string }[];
  };
  /** For the operator: the disk or the memory for hits runs short, or a file is damaged. */
  readonly storage_problem: {
    readonly userId: number;
    /** What it is and what to do, without a full stop. */
    readonly problem: string;
    /** False for a damaged file: nobody can promise yet that all of it comes back. */
    readonly isLossless: boolean;
  };
  /** For the owner of an account: an invitation to its team could not be mailed. */
  readonly invitation_failed: {
    readonly userId: number;
    /** Address that was invited. */
    readonly email: string;
    /** Without a full stop. */
    readonly reason: string;
  };
  readonly webhook_disabled: {
    /** Owner of the webhook's account. */
    readonly userId: number;
    /** Only its host is shown: the rest may hold a secret. */
    readonly url: string;
    /** Without a full stop: `every delivery of the last 5 days has failed`. */
    readonly reason: string;
  };
}

/** What can be told by mail, and switched off by its reader, each for itself. */
export type NoticeKind = keyof NoticeFacts;
