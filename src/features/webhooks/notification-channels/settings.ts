/** Settings of a notification channel as they are stored. */

import type { ChannelKind } from '../../../core/notification-channels.ts';

/** A daily span without notifications, in the time zone of the account's owner. */
export interface QuietHours {
  /** `22:00`; it may be later than `until`, past midnight then. */
  readonly from: string;
  readonly until: string;
  /** True: downtimes are sent at once. */
  readonly exceptDowns: boolean;
}

export interface ChannelSettings {
  readonly kind: ChannelKind;
  readonly name: string;
  /**
   * The fields of its kind, in the clear, since they are needed to send: whoever can read this file could read a key kept
   * beside it just as well.
   */
  readonly values: Readonly<Record<string, string>>;
  readonly quietHours: QuietHours | null;
}
