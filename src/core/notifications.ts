/** The kinds of notifications, and the data that each is written from. */

/** Of a site's monitor. */
interface MonitorData {
  readonly siteId: number;
  /** The address that is checked. */
  readonly url: string;
  /** Of a monitor that is not of the site's own address. */
  readonly name?: string;
  /** Why the checks failed: `answered 503`. */
  readonly error: string;
  /** The first failed check. */
  readonly startedAt: Date;
  /** True: it keeps changing, and no further notification is sent until it has been stable for a while. */
  readonly isFlapping: boolean;
}

/** Of something that expires. */
interface ExpiryData {
  readonly siteId: number;
  readonly expiresAt: Date;
  /** Whole days from now; 0 and below when it has expired. */
  readonly daysLeft: number;
}

/** One finding of a crawl. */
export interface ContentIssueData {
  readonly url: string;
  readonly issueType: 'broken_link' | 'mixed_content';
  /** Null when there was no answer. */
  readonly statusCode: number | null;
  /** In words, when there was no answer. */
  readonly errorMessage: string | null;
  /** Pages it was found on; the first few are named. */
  readonly foundOn: readonly string[];
}

/** The data of each kind. Mails go to the owner of the site's account, not to members of the team. */
export interface NotificationData {
  readonly monitor_down: MonitorData;
  readonly monitor_up: MonitorData & {
    /** The first good check. */
    readonly endedAt: Date;
    /** `3 minutes`. */
    readonly durationInWords: string;
    /** Hits that were expected and did not come, with the range; null where that is unknown. */
    readonly missingHits: {
      readonly missing: number;
      readonly missing_low: number;
      readonly missing_high: number;
    } | null;
  };
  readonly certificate_expiry: ExpiryData & { readonly host: string };
  readonly domain_expiry: ExpiryData & { readonly domain: string };
  /** New and changed issues of one crawl, all of them, as one mail. */
  readonly content_issues: {
    readonly siteId: number;
    readonly issues: readonly ContentIssueData[];
  };
  /** The daily insight about a site; sent only to subscribers. */
  readonly new_insight: {
    readonly siteId: number;
    /** `Monday, 9 March 2026`. */
    readonly day: string;
    /** Paragraphs about the day as a whole. */
    readonly texts: readonly string[];
    readonly findings: readonly { readonly headline: string; readonly summary: string }[];
  };
  /** For the operator: the disk or the memory for hits runs short, or a file is damaged. */
  readonly storage_problem: {
    readonly userId: number;
    /** The problem and what to do, without a full stop. */
    readonly problem: string;
    /** False for a damaged file, which may not be restored as a whole. */
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
  /** Of a notification channel of kind mail. */
  readonly alert: {
    readonly userId: number;
    /** Left out for a test of an account without sites. */
    readonly siteId?: number;
    readonly title: string;
    readonly lines: readonly string[];
  };
  readonly channel_disabled: {
    /** Owner of the account. */
    readonly userId: number;
    readonly name: string;
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

/** Each can be unsubscribed from separately. */
export type NotificationKind = keyof NotificationData;
