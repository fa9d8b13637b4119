/** Which texts status pages, their feeds and their mails have. */
import type { IncidentStatus, MonitorState, OverallState } from '../../core/status-pages.ts';

/** A formatted count, with the range that it lies in. */
export interface MissingCount {
  readonly count: string;
  /** Whether the noun is in the singular. */
  readonly isOne: boolean;
  readonly low: string;
  readonly high: string;
}

export interface StatusTexts {
  readonly overall: Readonly<Record<OverallState, string>>;
  readonly states: Readonly<Record<MonitorState, string>>;
  readonly statuses: Readonly<Record<IncidentStatus, string>>;
  readonly systems: string;
  readonly openIncidents: string;
  readonly maintenance: string;
  readonly coming: string;
  readonly active: string;
  readonly past: string;
  readonly history: string;
  readonly nothing: string;
  readonly affects: (names: string) => string;
  readonly daysAgo: string;
  readonly today: string;
  /** `uptime` is formatted. */
  readonly uptime: (uptime: string) => string;
  readonly notMonitored: string;
  readonly noDowntime: string;
  readonly downFor: (duration: string) => string;
  readonly wasDown: (monitor: string) => string;
  readonly isDown: (monitor: string) => string;
  readonly ongoing: string;
  readonly missing: (what: MissingCount) => string;
  readonly missingEvents: (what: MissingCount) => string;
  readonly updated: string;
  readonly zone: (zone: string) => string;
  readonly feed: string;
  readonly subscribe: string;
  readonly subscribeHint: string;
  readonly email: string;
  readonly back: string;
  readonly asked: { readonly title: string; readonly hint: string };
  readonly badAddress: { readonly title: string; readonly hint: string };
  readonly tooMany: { readonly title: string; readonly hint: string };
  readonly confirm: {
    readonly title: string;
    readonly hint: (page: string) => string;
    readonly button: string;
  };
  readonly confirmed: { readonly title: string; readonly hint: (page: string) => string };
  readonly full: { readonly title: string; readonly hint: string };
  readonly expired: { readonly title: string; readonly hint: string };
  readonly leave: {
    readonly title: string;
    readonly hint: (page: string) => string;
    readonly button: string;
  };
  readonly left: { readonly title: string; readonly hint: string };
  readonly missingPage: { readonly title: string; readonly hint: string };
  readonly mails: {
    readonly opened: (title: string) => string;
    readonly updated: (title: string) => string;
    readonly resolved: (title: string) => string;
    readonly down: (monitor: string) => string;
    readonly up: (monitor: string) => string;
    readonly noted: (monitor: string) => string;
    readonly status: (status: string) => string;
    readonly since: (time: string) => string;
    readonly lasted: (duration: string, from: string) => string;
    readonly confirmSubject: (page: string) => string;
    readonly confirmText: (page: string) => string;
    readonly confirmIgnore: string;
    readonly confirmLink: string;
    readonly open: string;
    readonly why: (page: string) => string;
    readonly whyConfirm: string;
    readonly unsubscribe: string;
  };
}
